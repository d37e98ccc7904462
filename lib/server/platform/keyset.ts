import * as z from 'zod'
import { day, hasYear } from '@/lib/contract/primitives'

/** Keyset positions travel as opaque base64url JSON. */
function encodeCursor(position: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url')
}

/** Types of the parts of a position, within the range of PostgreSQL's columns. Some lists count backwards. */
const kindsOfParts = {
  id: z.int().min(-2_147_483_647).max(2_147_483_647),
  /** Epoch milliseconds. */
  instant: z.int().min(-1e14).max(1e14),
  isoInstant: z.iso.datetime({ offset: true }).refine(hasYear),
  day,
}
type Kind = keyof typeof kindsOfParts
type PartsOf<Kinds extends readonly Kind[]> = {
  -readonly [Index in keyof Kinds]: z.infer<(typeof kindsOfParts)[Kinds[Index]]>
}

/** The cursor was not issued by the list. The API answers `invalid_input`. */
export class InvalidCursor extends Error {
  override name = 'InvalidCursor'
}

/** The parts of a position; null without a cursor. @throws {InvalidCursor} if it is not one of ours */
export function decodeCursor<const Kinds extends readonly Kind[]>(
  cursor: string | undefined,
  kinds: Kinds,
): PartsOf<Kinds> | null {
  if (!cursor) return null
  const parts = jsonOf(Buffer.from(cursor, 'base64url').toString('utf8'))
  if (!Array.isArray(parts) || parts.length !== kinds.length) throw new InvalidCursor()
  if (!kinds.every((kind, index) => kindsOfParts[kind].safeParse(parts[index]).success)) throw new InvalidCursor()
  return parts as PartsOf<Kinds>
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export interface Page<T> {
  list: T[]
  next_cursor: string | null
}

export const DEFAULT_LIMIT = 20

type PositionOf<Row> = (row: Row) => readonly (string | number)[]

/** Makes a page of rows that were read with `limit + 1`, optionally mapping each row to an item. */
export function pageOf<Row>(rows: Row[], limit: number, position: PositionOf<Row>): Page<Row>
export function pageOf<Row, Item>(
  rows: Row[],
  limit: number,
  position: PositionOf<Row>,
  item: (row: Row) => Item,
): Page<Item>
export function pageOf<Row, Item>(
  rows: Row[],
  limit: number,
  position: PositionOf<Row>,
  item?: (row: Row) => Item,
): Page<Row | Item> {
  const pageRows = rows.slice(0, limit)
  const last = pageRows.at(-1)
  return {
    list: item ? pageRows.map(item) : pageRows,
    next_cursor: rows.length > limit && last ? encodeCursor(position(last)) : null,
  }
}
