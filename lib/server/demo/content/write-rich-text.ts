import type { MarkedToken, Token, Tokens } from 'marked'

const NO_BREAK = '\u00A0'
const JOINER = '\u2060'
const UNITS = '%|°C|т|t|кг|kg|кПа|kPa|МДж|MJ|млн|тис|тыс|МБ|КБ|грн|UAH|млрд|км|km|м³|m³'

/** A number keeps to its unit and the sign № to its number; "сб–нд" and "36,20–38,30" are not torn at their dash. */
export function typeset(text: string): string {
  return text
    .replace(new RegExp(`(\\d) (?=(?:${UNITS})(?![\\p{L}\\d]))`, 'gu'), `$1${NO_BREAK}`)
    .replace(/ %/g, `${NO_BREAK}%`)
    .replace(/(№|No\.) (?=[\p{L}\d])/gu, `$1${NO_BREAK}`)
    .replace(/([\p{L}\d])–(?=[\p{L}\d])/gu, `$1–${JOINER}`)
    .replace(/(?<=\S) —(?= )/g, `${NO_BREAK}—`)
}

type Node = { type: string; version: number; [key: string]: unknown }

const frame = { direction: 'ltr' as const, format: '' as const, indent: 0, version: 1 }
const BOLD = 1
const ITALIC = 2

/** What Markdown can say and a place cannot: said to whoever wrote the file. */
export function unexpected(token: Token): Error {
  return new Error(`“${token.raw.trim().slice(0, 60)}” cannot stand there (${token.type})`)
}

/** The words of a place that has neither links nor bold type. @throws {Error} where they have. */
export function writePlain(tokens: readonly Token[]): string {
  return typeset(
    (tokens as readonly MarkedToken[])
      .map((token) => {
        // A bare address is found by itself.
        if (token.type === 'text' || token.type === 'escape' || (token.type === 'link' && token.raw === token.text))
          return token.text
        throw unexpected(token)
      })
      .join('')
      .replace(/\s*\n\s*/g, ' '),
  )
}

/** The editor's state: paragraphs, headings of the second and third level, lists; bold and italic type and links within. */
export function writeRichText(tokens: readonly MarkedToken[]) {
  return { root: { type: 'root', children: tokens.map(nodeOf), ...frame } }
}

function nodeOf(token: MarkedToken): Node {
  if (token.type === 'heading' && (token.depth === 2 || token.depth === 3))
    return { type: 'heading', tag: `h${token.depth}`, children: inline(token.tokens), ...frame }
  if (token.type === 'paragraph')
    return { type: 'paragraph', children: inline(token.tokens), textFormat: 0, textStyle: '', ...frame }
  if (token.type === 'list') return listOf(token)
  throw unexpected(token)
}

function listOf({ ordered, start, items }: Tokens.List): Node {
  return {
    type: 'list',
    listType: ordered ? 'number' : 'bullet',
    tag: ordered ? 'ol' : 'ul',
    start: start || 1,
    children: items.map((item, index) => ({
      type: 'listitem',
      value: (start || 1) + index,
      children: item.tokens.flatMap((part) => {
        const { tokens } = part as Tokens.Text | Tokens.Paragraph
        if ((part.type !== 'text' && part.type !== 'paragraph') || !tokens) throw unexpected(part)
        return inline(tokens)
      }),
      ...frame,
    })),
    ...frame,
  }
}

function inline(tokens: readonly Token[], format = 0): Node[] {
  return (tokens as readonly MarkedToken[]).flatMap((token): Node[] => {
    switch (token.type) {
      case 'text':
      case 'escape': {
        const text = typeset(token.text.replace(/\s*\n\s*/g, ' '))
        return [{ type: 'text', text, format, detail: 0, mode: 'normal', style: '', version: 1 }]
      }
      case 'strong':
        return inline(token.tokens, format | BOLD)
      case 'em':
        return inline(token.tokens, format | ITALIC)
      case 'link': {
        const fields = { linkType: 'custom', newTab: false, url: token.href }
        return [{ type: 'link', fields, children: inline(token.tokens, format), ...frame, version: 3 }]
      }
      default:
        throw unexpected(token)
    }
  })
}
