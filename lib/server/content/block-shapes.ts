import { block, type Block } from '@/lib/contract/content'
import type { Language } from '@/lib/contract/primitives'
import type { Page } from '@/lib/server/payload/payload-types'
import { richTextToHtml } from './rich-text'
import { fileOf, imageOf, linkAddress, linksOf } from './shapes'
import type { RecordCollection, RecordFaults } from '@/lib/server/platform/record-faults'

type EditedBlock = NonNullable<Page['blocks']>[number]
type Maybe = string | null | undefined

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
  // A draft's block may not have a section yet.
  const complete = (stored as EditedBlock[]).filter((edited) => edited.blockType !== 'portal' || edited.section)
  const read = complete.flatMap((edited, index) => {
    const shaped = tryShape(edited, language)
    if (shaped === null)
      faults.note({ collection, id, part: 'blocks', fault: `blocks.${index}: unreadable (${edited.blockType})` })
    return shaped ?? []
  })
  if (read.length === complete.length) faults.clear({ collection, id, part: 'blocks' })
  return read
}

function tryShape(edited: EditedBlock, language: Language): Block | null {
  try {
    return block.safeParse(blockOf(edited, language)).data ?? null
  } catch {
    return null
  }
}

function blockOf(block: EditedBlock, language: Language): Block | null {
  switch (block.blockType) {
    case 'hero':
      return {
        kind: 'hero',
        title: textOf(block.title),
        text: textOf(block.text),
        image: imageOf(block.image, language),
        links: linksOf(block.links),
      }
    case 'text':
      return { kind: 'text', title: textOf(block.title), html: richTextToHtml(block.content) }
    case 'steps':
      return {
        kind: 'steps',
        title: textOf(block.title),
        items: rows(block.items).map(({ title, text }) => ({ title: textOf(title), text: textOf(text) })),
      }
    case 'table':
      return tableOf(block)
    case 'cards':
      return {
        kind: 'cards',
        title: textOf(block.title),
        items: rows(block.items).map((item) => ({
          title: textOf(item.title),
          text: textOf(item.text),
          url: linkAddress(item.url),
          image: imageOf(item.image, language),
        })),
      }
    case 'faq':
      return {
        kind: 'faq',
        title: textOf(block.title),
        items: rows(block.items).map(({ question, answer }) => ({
          question: textOf(question),
          html: richTextToHtml(answer),
        })),
      }
    case 'documents':
      return {
        kind: 'documents',
        title: textOf(block.title),
        items: rows(block.items).flatMap(({ file, name }) => fileOf(file, textOf(name)) ?? []),
      }
    case 'contact':
      return { kind: 'contact', title: textOf(block.title), text: textOf(block.text) }
    case 'portal':
      return block.section ? { kind: 'portal', section: block.section } : null
    default:
      return block satisfies never
  }
}

function tableOf(block: Extract<EditedBlock, { blockType: 'table' }>): Block {
  const columns = rows(block.columns).map(({ name }) => textOf(name))
  const width = columns.length
  const cells = rows(block.rows).map((row) => rows(row.cells).map(({ value }) => textOf(value)))
  return {
    kind: 'table',
    title: textOf(block.title),
    columns,
    rows: cells.map((row) => Array.from({ length: width }, (_, index) => row[index] ?? '')),
  }
}

function textOf(text: Maybe): string {
  return text ?? ''
}

function rows<T>(list: T[] | null | undefined): T[] {
  return list ?? []
}
