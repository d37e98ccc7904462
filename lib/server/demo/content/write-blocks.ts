import type { Page } from '@/lib/server/cms/payload-types'
import type { Language } from '@/lib/server/demo/lots'
import { typeset } from '@/lib/server/demo/site-content'

export const LANGUAGES = ['uk', 'en', 'ru'] as const satisfies readonly Language[]

/** One text in Ukrainian, English and Russian. */
export type InThree = readonly [uk: string, en: string, ru: string]

export function said(text: InThree, language: Language): string {
  return typeset(text[LANGUAGES.indexOf(language)] ?? text[0])
}

/**
 * The editor's state of a text written by lines: `## ` and `### ` begin headings, `- ` and `1. ` items, anything else a
 * paragraph; `**bold**` and `[words](address)` within.
 */
function writeRichText(text: string) {
  const children: Node[] = []
  for (const line of text
    .split('\n')
    .map((raw) => raw.trim())
    .filter((raw) => raw !== ''))
    addLine(children, line)
  return { root: { type: 'root', children, direction: 'ltr' as const, format: '' as const, indent: 0, version: 1 } }
}

type Node = { type: string; version: number; [key: string]: unknown }

const frame = { direction: 'ltr', format: '', indent: 0, version: 1 } as const

function addLine(children: Node[], line: string): void {
  const heading = /^(#{2,3}) (.+)$/.exec(line)
  const item = /^(-|\d+\.) (.+)$/.exec(line)
  if (heading)
    children.push({
      type: 'heading',
      tag: heading[1] === '##' ? 'h2' : 'h3',
      children: inline(heading[2] ?? ''),
      ...frame,
    })
  else if (item) addItem(children, item[1] === '-' ? 'bullet' : 'number', item[2] ?? '')
  else children.push({ type: 'paragraph', children: inline(line), textFormat: 0, textStyle: '', ...frame })
}

function addItem(children: Node[], listType: 'bullet' | 'number', text: string): void {
  let list = children.at(-1)
  if (list?.type !== 'list' || list.listType !== listType) {
    list = { type: 'list', listType, tag: listType === 'bullet' ? 'ul' : 'ol', start: 1, children: [], ...frame }
    children.push(list)
  }
  const items = list.children as Node[]
  items.push({ type: 'listitem', value: items.length + 1, children: inline(text), ...frame })
}

function inline(text: string): Node[] {
  return text
    .split(/(\*\*[^*]+\*\*|\[[^\]]+\]\([^)]+\))/)
    .filter((part) => part !== '')
    .map(partOf)
}

function partOf(part: string): Node {
  const link = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part)
  if (link) {
    return {
      type: 'link',
      fields: { linkType: 'custom', newTab: false, url: link[2] },
      children: [words(link[1] ?? '', 0)],
      ...frame,
      version: 3,
    }
  }
  return part.startsWith('**') ? words(part.slice(2, -2), 1) : words(part, 0)
}

function words(text: string, format: number): Node {
  return { type: 'text', text, format, detail: 0, mode: 'normal', style: '', version: 1 }
}

type EditedBlock = NonNullable<Page['blocks']>[number]
type Pictures = Readonly<Record<string, number>>

/** A block of demo content, in three languages at once. `picture`: the key of one of the demo's pictures. */
export type DemoBlock =
  | { kind: 'hero'; title: InThree; text: InThree; picture?: string; links?: readonly { name: InThree; url: string }[] }
  | { kind: 'text'; title?: InThree; text: InThree }
  | { kind: 'steps'; title: InThree; items: readonly (readonly [title: InThree, text: InThree])[] }
  | { kind: 'table'; title: InThree; columns: readonly InThree[]; rows: readonly (readonly InThree[])[] }
  | {
      kind: 'cards'
      title: InThree
      items: readonly { title: InThree; text: InThree; url?: string; picture?: string }[]
    }
  | { kind: 'faq'; title: InThree; items: readonly (readonly [question: InThree, answer: InThree])[] }
  | { kind: 'documents'; title: InThree; items: readonly { name: InThree; file: string }[] }
  | { kind: 'contact'; title: InThree; text: InThree }
  | { kind: 'portal'; section: 'rules' | 'worked_example' | 'guide' | 'certificates' }

/** The blocks in one language. A block keeps its id from language to language: it is one with three sets of words. */
export function writeBlocks(blocks: readonly DemoBlock[], language: Language, pictures: Pictures): EditedBlock[] {
  return blocks.map((block, index) => ({ id: `demo-${index}`, ...written(block, language, pictures) }))
}

function written(block: DemoBlock, language: Language, pictures: Pictures): EditedBlock {
  const say = (text: InThree | undefined) => (text ? said(text, language) : '')
  const picture = (key: string | undefined) => (key === undefined ? null : (pictures[key] ?? null))
  switch (block.kind) {
    case 'hero':
      return {
        blockType: 'hero',
        title: say(block.title),
        text: say(block.text),
        image: picture(block.picture),
        links: (block.links ?? []).map(({ name, url }, index) => ({ id: `link-${index}`, name: say(name), url })),
      }
    case 'text':
      return { blockType: 'text', title: say(block.title), content: writeRichText(say(block.text)) }
    case 'steps':
      return {
        blockType: 'steps',
        title: say(block.title),
        items: block.items.map(([title, text], index) => ({ id: `step-${index}`, title: say(title), text: say(text) })),
      }
    case 'table':
      return {
        blockType: 'table',
        title: say(block.title),
        columns: block.columns.map((name, index) => ({ id: `column-${index}`, name: say(name) })),
        rows: block.rows.map((row, index) => ({
          id: `row-${index}`,
          cells: row.map((value, place) => ({ id: `cell-${index}-${place}`, value: say(value) })),
        })),
      }
    case 'cards':
      return {
        blockType: 'cards',
        title: say(block.title),
        items: block.items.map(({ title, text, url, picture: key }, index) => ({
          id: `card-${index}`,
          title: say(title),
          text: say(text),
          url: url ?? '',
          image: picture(key),
        })),
      }
    case 'faq':
      return {
        blockType: 'faq',
        title: say(block.title),
        items: block.items.map(([question, answer], index) => ({
          id: `question-${index}`,
          question: say(question),
          answer: writeRichText(say(answer)),
        })),
      }
    case 'documents':
      return {
        blockType: 'documents',
        title: say(block.title),
        items: block.items.flatMap(({ name, file }, index) => {
          const id = pictures[file]
          return id === undefined ? [] : [{ id: `document-${index}`, name: say(name), file: id }]
        }),
      }
    case 'contact':
      return { blockType: 'contact', title: say(block.title), text: say(block.text) }
    case 'portal':
      return { blockType: 'portal', section: block.section }
    default:
      return block satisfies never
  }
}
