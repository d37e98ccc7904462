import type * as z from 'zod'
import { block, type Block } from '@/lib/contract/content'
import type { Language } from '@/lib/contract/primitives'
import type { Page } from '@/lib/server/cms/payload-types'
import { fileOf, imageOf } from './shapes'
import { isMailAddress, richTextToHtml } from '@/lib/server/content/rich-text'
import type { RecordCollection, RecordFaults } from '@/lib/server/platform/record-faults'
import { safeHref } from './rich-text'

type EditedBlock = NonNullable<Page['blocks']>[number]
type Maybe = string | null | undefined

/** The record of the blocks, for the faults of unreadable ones. */
interface Owner {
  faults: RecordFaults
  collection: RecordCollection
  id: number
}

/**
 * Payload's blocks in the contract's form. Drafts may lack anything, so every field may be empty; an unreadable block is noted as a fault
 * and left out of its page.
 */
export function blocksOf(blocks: Page['blocks'], language: Language, { faults, collection, id }: Owner): Block[] {
  const stored: unknown = blocks ?? []
  if (!Array.isArray(stored)) {
    faults.note({ collection, id, part: 'blocks', fault: 'blocks: no list' })
    return []
  }
  const fresh = (stored as EditedBlock[]).filter((one) => one.blockType !== 'portal' || one.section)
  const read = fresh.flatMap((one, index) => {
    const shape = (): z.input<typeof block> => blockOf(one, language) as Block
    const kept = tryRead(shape)
    if (kept === null)
      faults.note({ collection, id, part: 'blocks', fault: `blocks.${index}: unreadable (${one.blockType})` })
    return kept ?? []
  })
  if (read.length === fresh.length) faults.settle({ collection, id, part: 'blocks' })
  return read
}

function tryRead(shape: () => z.input<typeof block>): Block | null {
  try {
    return block.safeParse(shape()).data ?? null
  } catch {
    return null
  }
}

function blockOf(block: EditedBlock, language: Language): Block | null {
  switch (block.blockType) {
    case 'hero':
      return {
        kind: 'hero',
        title: said(block.title),
        text: said(block.text),
        image: imageOf(block.image, language),
        links: linksOf(block.links),
      }
    case 'text':
      return { kind: 'text', title: said(block.title), html: richTextToHtml(block.content) }
    case 'steps':
      return {
        kind: 'steps',
        title: said(block.title),
        items: rows(block.items).map(({ title, text }) => ({ title: said(title), text: said(text) })),
      }
    case 'table':
      return tableOf(block)
    case 'cards':
      return {
        kind: 'cards',
        title: said(block.title),
        items: rows(block.items).map((item) => ({
          title: said(item.title),
          text: said(item.text),
          url: addressOf(item.url),
          image: imageOf(item.image, language),
        })),
      }
    case 'faq':
      return {
        kind: 'faq',
        title: said(block.title),
        items: rows(block.items).map(({ question, answer }) => ({
          question: said(question),
          html: richTextToHtml(answer),
        })),
      }
    case 'documents':
      return {
        kind: 'documents',
        title: said(block.title),
        items: rows(block.items).flatMap(({ file, name }) => fileOf(file, said(name)) ?? []),
      }
    case 'contact':
      return { kind: 'contact', title: said(block.title), text: said(block.text) }
    case 'portal':
      // A draft may not have chosen yet.
      return block.section ? { kind: 'portal', section: block.section } : null
    default:
      return block satisfies never
  }
}

function tableOf(block: Extract<EditedBlock, { blockType: 'table' }>): Block {
  const columns = rows(block.columns).map(({ name }) => said(name))
  const width = columns.length
  const cells = rows(block.rows).map((row) => rows(row.cells).map(({ value }) => said(value)))
  return {
    kind: 'table',
    title: said(block.title),
    columns,
    rows: cells.map((row) => Array.from({ length: width }, (_, index) => row[index] ?? '')),
  }
}

function linksOf(links: { name?: Maybe; url?: Maybe }[] | null | undefined) {
  return rows(links).flatMap(({ name, url }) =>
    addressOf(url) === '' || said(name) === '' ? [] : [{ name: said(name), url: addressOf(url) }],
  )
}

/** Checked on the way out as well as on the way in; a plain mail address is a link by the specification. */
function addressOf(url: Maybe): string {
  if (!url) return ''
  if (isMailAddress(url)) return url
  return safeHref(url) ?? ''
}

function said(text: Maybe): string {
  return text ?? ''
}

function rows<T>(list: T[] | null | undefined): T[] {
  return list ?? []
}
