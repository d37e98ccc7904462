import { lexer, type MarkedToken, type Tokens } from 'marked'
import * as z from 'zod'
import type { Page } from '@/lib/server/cms/payload-types'
import { unexpected, writePlain, writeRichText } from './write-rich-text'

export type EditedBlock = NonNullable<Page['blocks']>[number]
/** Ids of the media by the pictures' keys. */
export type Pictures = Readonly<Record<string, number>>

/** `<!-- steps -->` begins a block of that type; `<!-- portal: rules -->` one whose words are the portal's own. */
const MARK = /^<!-- (?:portal: (?<section>\w+)|(?<type>\w+)) -->$/
const mark = z.union([
  z.object({ type: z.enum(['hero', 'text', 'steps', 'table', 'cards', 'faq', 'contact']) }),
  z.object({ section: z.enum(['rules', 'worked_example', 'guide', 'certificates']) }),
])

interface Part {
  /** The heading's words, and its address where they are a link. */
  title: string
  url: string
  tokens: MarkedToken[]
}

type MarkedPart = Part & { mark: z.infer<typeof mark> }

/**
 * The blocks of a page written in Markdown, in the form that README.md tells. A block keeps its id from language to
 * language: it is one with three sets of words.
 *
 * @throws {Error} naming what stands where it cannot.
 */
export function writeBlocks(markdown: string, pictures: Pictures): EditedBlock[] {
  return partsOf(markdown).map((part, index) => ({ id: `demo-${index}`, ...blockOf(part, pictures) }))
}

function partsOf(markdown: string): MarkedPart[] {
  const parts: MarkedPart[] = []
  for (const token of lexer(markdown) as MarkedToken[]) {
    if (token.type === 'space') continue
    if (token.type === 'html') {
      const read = mark.safeParse(MARK.exec(token.text.trim())?.groups)
      if (!read.success) throw unexpected(token)
      parts.push({ mark: read.data, ...begun() })
      continue
    }
    if (parts.length === 0) parts.push({ mark: { type: 'text' }, ...begun() })
    const part = parts.at(-1) as MarkedPart
    if (token.type === 'heading' && token.depth === 1 && part.title === '' && part.tokens.length === 0)
      part.title = writePlain(token.tokens)
    else part.tokens.push(token)
  }
  return parts
}

function begun(): Part {
  return { title: '', url: '', tokens: [] }
}

function blockOf({ mark, title, tokens }: MarkedPart, pictures: Pictures): EditedBlock {
  if ('section' in mark) {
    if (tokens[0]) throw unexpected(tokens[0])
    return { blockType: 'portal', section: mark.section }
  }
  switch (mark.type) {
    case 'hero': {
      const { image, rest } = takePicture(tokens, pictures)
      const links = rest.filter((token) => token.type === 'list').flatMap(linksOf)
      const text = textOf(rest.filter((token) => token.type !== 'list'))
      return { blockType: 'hero', title, text, image, links }
    }
    case 'text':
      return { blockType: 'text', title, content: writeRichText(tokens) }
    case 'steps': {
      const items = itemsOf(tokens).map((item, index) => ({
        id: `step-${index}`,
        title: item.title,
        text: textOf(item.tokens),
      }))
      return { blockType: 'steps', title, items }
    }
    case 'table':
      return { blockType: 'table', title, ...tableOf(tokens) }
    case 'cards': {
      const items = itemsOf(tokens).map((item, index) => {
        const { image, rest } = takePicture(item.tokens, pictures)
        return { id: `card-${index}`, title: item.title, text: textOf(rest), url: item.url, image }
      })
      return { blockType: 'cards', title, items }
    }
    case 'faq': {
      const items = itemsOf(tokens).map((item, index) => ({
        id: `question-${index}`,
        question: item.title,
        answer: writeRichText(item.tokens),
      }))
      return { blockType: 'faq', title, items }
    }
    case 'contact':
      return { blockType: 'contact', title, text: textOf(tokens) }
    default:
      return mark.type satisfies never
  }
}

/** Items begin with a heading of the second level. */
function itemsOf(tokens: readonly MarkedToken[]): Part[] {
  const items: Part[] = []
  for (const token of tokens) {
    if (token.type === 'heading' && token.depth === 2) {
      const [link] = token.tokens as MarkedToken[]
      items.push(
        link?.type === 'link' && token.tokens.length === 1
          ? { title: writePlain(link.tokens), url: link.href, tokens: [] }
          : { title: writePlain(token.tokens), url: '', tokens: [] },
      )
      continue
    }
    const item = items.at(-1)
    if (!item) throw unexpected(token)
    item.tokens.push(token)
  }
  return items
}

function textOf(tokens: readonly MarkedToken[]): string {
  return tokens
    .map((token) => {
      if (token.type !== 'paragraph') throw unexpected(token)
      return writePlain(token.tokens)
    })
    .join('\n')
}

/** `![](tanks)` in a line of its own names the picture. */
function takePicture(tokens: readonly MarkedToken[], pictures: Pictures) {
  const isPicture = (token: MarkedToken) => token.type === 'paragraph' && token.tokens[0]?.type === 'image'
  const [found, second] = tokens.filter(isPicture) as Tokens.Paragraph[]
  if (second) throw unexpected(second)
  const image = found === undefined ? null : pictures[(found.tokens[0] as Tokens.Image).href]
  if (found && (image === undefined || found.tokens.length > 1)) throw unexpected(found)
  return { image, rest: tokens.filter((token) => !isPicture(token)) }
}

function linksOf(list: Tokens.List) {
  return list.items.map((item, index) => {
    const [link] = (item.tokens[0] as Tokens.Text | undefined)?.tokens ?? []
    if (link?.type !== 'link') throw unexpected(item)
    return { id: `link-${index}`, name: writePlain(link.tokens ?? []), url: String(link.href) }
  })
}

function tableOf(tokens: readonly MarkedToken[]) {
  const [table, other] = tokens
  if (other) throw unexpected(other)
  if (table?.type !== 'table') throw new Error('a table block is a table')
  return {
    columns: table.header.map(({ tokens: words }, index) => ({ id: `column-${index}`, name: writePlain(words) })),
    rows: table.rows.map((row, index) => ({
      id: `row-${index}`,
      cells: row.map(({ tokens: words }, place) => ({ id: `cell-${index}-${place}`, value: writePlain(words) })),
    })),
  }
}
