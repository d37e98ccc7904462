import { BLOCKS } from '@/components/content/blocks/schemas'
import type { BlockField, BlockFields } from '@/lib/contract/block-fields'
import { block, type Block } from '@/lib/contract/content'
import type { Language } from '@/lib/contract/primitives'
import type { Page } from '@/lib/server/payload/payload-types'
import type { RecordCollection, RecordFaults } from '@/lib/server/platform/record-faults'
import { richTextToHtml } from './rich-text'
import { type EditedLink, fileOf, imageOf, linkAddress, linksOf, type MediaValue } from './shapes'

type Row = Readonly<Record<string, unknown>>
type EditedBlock = Row & { blockType: string }

/** The record that the blocks belong to, for reporting unreadable ones. */
interface Owner {
  faults: RecordFaults
  collection: RecordCollection
  id: number
}

/** Payload's blocks in the contract's form; those of a draft may lack anything. An unreadable block is noted as a fault and left out. */
export function blocksOf(blocks: Page['blocks'], language: Language, { faults, collection, id }: Owner): Block[] {
  const stored: unknown = blocks ?? []
  if (!Array.isArray(stored)) {
    faults.note({ collection, id, part: 'blocks', fault: 'blocks: not a list' })
    return []
  }
  const complete = (stored as EditedBlock[]).filter(isChosen)
  const read = complete.flatMap((edited, index) => {
    const shaped = tryShape(edited, language)
    if (shaped === null)
      faults.note({ collection, id, part: 'blocks', fault: `blocks.${index}: unreadable (${edited.blockType})` })
    return shaped ?? []
  })
  if (read.length === complete.length) faults.clear({ collection, id, part: 'blocks' })
  return read
}

function fieldsOf({ blockType }: EditedBlock): BlockFields {
  return BLOCKS.find(({ kind }) => kind === blockType)?.fields ?? {}
}

/** A draft's block may lack its choice yet. */
function isChosen(edited: EditedBlock): boolean {
  return Object.entries(fieldsOf(edited)).every(([name, field]) => field.kind !== 'choice' || edited[name])
}

function tryShape(edited: EditedBlock, language: Language): Block | null {
  try {
    return block.safeParse({ kind: edited.blockType, ...shapeOf(fieldsOf(edited), edited, language) }).data ?? null
  } catch {
    return null
  }
}

function shapeOf(fields: BlockFields, row: Row, language: Language): Row {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      valueOf(field, row[field.kind === 'html' ? field.stored : name], language),
    ]),
  )
}

/** The contract's schema checks what this reads, so that a value of another type makes the block unreadable. */
function valueOf(field: BlockField, stored: unknown, language: Language): unknown {
  switch (field.kind) {
    case 'title':
    case 'line':
    case 'text':
      return stored ?? ''
    case 'choice':
      return stored
    case 'html':
      return richTextToHtml(stored)
    case 'image':
      return imageOf(stored as MediaValue, language)
    case 'url':
      return linkAddress(stored as string | null | undefined)
    case 'links':
      return linksOf(stored as EditedLink[] | null | undefined)
    case 'files':
      return rowsOf(stored).flatMap(({ file, name }) => fileOf(file as MediaValue, (name ?? '') as string) ?? [])
    case 'items':
      return rowsOf(stored).map((row) => shapeOf(field.fields, row, language))
    case 'values':
      return rowsOf(stored).map((row) => valueOf(field.of, row[field.stored], language))
    default:
      return field satisfies never
  }
}

function rowsOf(stored: unknown): Row[] {
  return (stored ?? []) as Row[]
}
