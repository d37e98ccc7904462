/** Keyset positions travel as opaque base64url JSON; a broken one starts the list from its beginning. */
function encodeCursor(position: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url')
}

/** The parts of a position, or null where there is none or it is not one of ours (`kinds` says the type of each part). */
export function decodeCursor(cursor: string | undefined, kinds: readonly ('number' | 'string')[]): (string | number)[] | null {
  if (!cursor) return null
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (!Array.isArray(parts) || parts.length !== kinds.length) return null
    return parts.every((part, index) => typeof part === kinds[index]) ? parts : null
  } catch {
    return null
  }
}

export interface Page<T> {
  list: T[]
  next_cursor: string | null
}

export const defaultLimit = 20

/** Cuts rows that were read with `limit + 1` down to a page. */
export function pageOf<Row, Item>(
  rows: Row[],
  limit: number,
  position: (row: Row) => readonly (string | number)[],
  item: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { list: shown.map(item), next_cursor: rows.length > limit && last ? encodeCursor(position(last)) : null }
}
