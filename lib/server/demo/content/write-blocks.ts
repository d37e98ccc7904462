import type { Page } from '@/lib/server/cms/payload-types'
import { said, type InThree } from '@/lib/server/demo/content/in-three'
import { writeRichText } from '@/lib/server/demo/content/write-rich-text'
import type { Language } from '@/lib/server/demo/lots'

type EditedBlock = NonNullable<Page['blocks']>[number]
type Pictures = Readonly<Record<string, number>>

/** A block of demo content, in three languages at once. `picture`: the key of one of the demo's pictures. */
export type DemoBlock =
  | { kind: 'hero'; title: InThree; text: InThree; picture?: string; links?: readonly { name: InThree; url: string }[] }
  | { kind: 'text'; title?: InThree; text: InThree }
  | { kind: 'steps'; title: InThree; items: readonly (readonly [title: InThree, text: InThree])[] }
  | { kind: 'table'; title: InThree; columns: readonly InThree[]; rows: readonly (readonly InThree[])[] }
  | { kind: 'cards'; title: InThree; items: readonly { title: InThree; text: InThree; url?: string; picture?: string }[] }
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
        blockType: 'hero', title: say(block.title), text: say(block.text), image: picture(block.picture),
        links: (block.links ?? []).map(({ name, url }, index) => ({ id: `link-${index}`, name: say(name), url })),
      }
    case 'text':
      return { blockType: 'text', title: say(block.title), content: writeRichText(say(block.text)) }
    case 'steps':
      return { blockType: 'steps', title: say(block.title), items: block.items.map(([title, text], index) => ({ id: `step-${index}`, title: say(title), text: say(text) })) }
    case 'table':
      return {
        blockType: 'table',
        title: say(block.title),
        columns: block.columns.map((name, index) => ({ id: `column-${index}`, name: say(name) })),
        rows: block.rows.map((row, index) => ({
          id: `row-${index}`, cells: row.map((value, place) => ({ id: `cell-${index}-${place}`, value: say(value) })),
        })),
      }
    case 'cards':
      return {
        blockType: 'cards',
        title: say(block.title),
        items: block.items.map(({ title, text, url, picture: key }, index) => ({
          id: `card-${index}`, title: say(title), text: say(text), url: url ?? '', image: picture(key),
        })),
      }
    case 'faq':
      return {
        blockType: 'faq',
        title: say(block.title),
        items: block.items.map(([question, answer], index) => ({ id: `question-${index}`, question: say(question), answer: writeRichText(say(answer)) })),
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
