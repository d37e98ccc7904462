const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** For text and for values of quoted attributes. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/** An address that is allowed in a link: http, https, mailto, tel, or one within the site. Null for any other. */
export function safeHref(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const text = value.trim()
  // Browsers drop control characters from addresses and take a backslash for a slash: so could a scheme or a host hide.
  if (text === '' || /[\u0000-\u0020\u007f\\]/.test(text)) return null
  if (/^(?:\/(?!\/)|#)/.test(text)) return text
  if (!URL.canParse(text)) return null
  return SCHEMES.has(new URL(text).protocol) ? text : null
}

export function isMailAddress(text: string): boolean {
  return /^[^\s/:@<>"']+@[^\s/:@<>"']+$/.test(text)
}

/** The address of an editor's link as a page has it: `info@company.ua` and `www.company.ua` are what their writer meant. Null for none. */
export function hrefOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const text = value.trim()
  if (isMailAddress(text)) return safeHref(`mailto:${text}`)
  return safeHref(/^www\.[^\s/]/i.test(text) ? `https://${text}` : text)
}

/**
 * What an editor wrote, as HTML: the elements named here and no others, every text escaped, every address checked. The
 * editor's own state is read as data that anybody may have sent.
 */
export function richTextToHtml(state: unknown): string {
  return children(asNode(asNode(state).root), 0)
}

type Node = Record<string, unknown>

/** Deeper lists are cut off. */
const DEEPEST = 30

/** Lexical's formats, a bit each, from the inside outwards. */
const FORMATS: readonly (readonly [number, string])[] = [
  [64, 'sup'],
  [32, 'sub'],
  [8, 'u'],
  [4, 's'],
  [2, 'em'],
  [1, 'strong'],
]

function htmlOf(node: Node, depth: number): string {
  if (depth > DEEPEST) return ''
  const inner = () => children(node, depth + 1)
  switch (node.type) {
    case 'text':
      return formatted(escapeHtml(typeof node.text === 'string' ? node.text : ''), Number(node.format))
    case 'linebreak':
      return '<br>'
    case 'tab':
      return ' '
    case 'paragraph':
      return element('p', inner())
    case 'heading':
      return element(node.tag === 'h3' || node.tag === 'h4' ? node.tag : 'h2', inner())
    case 'quote':
      return element('blockquote', inner())
    case 'list':
      return element(node.tag === 'ol' ? 'ol' : 'ul', inner())
    case 'listitem':
      return element('li', inner())
    case 'horizontalrule':
      return '<hr>'
    case 'link':
    case 'autolink':
      return linked(asNode(node.fields), inner())
    default:
      // What the editor cannot make, such as a pasted relic: its words are kept, its form is not.
      return inner()
  }
}

function children(node: Node, depth: number): string {
  return Array.isArray(node.children) ? node.children.map((child) => htmlOf(asNode(child), depth)).join('') : ''
}

/** An element without words is left out: an empty line of the editor is no paragraph. */
function element(name: string, inner: string): string {
  return inner === '' ? '' : `<${name}>${inner}</${name}>`
}

function formatted(text: string, format: number): string {
  if (!Number.isInteger(format)) return text
  return FORMATS.reduce((inner, [bit, name]) => ((format & bit) === 0 ? inner : `<${name}>${inner}</${name}>`), text)
}

function linked({ url, newTab }: Node, inner: string): string {
  const href = hrefOf(url)
  if (href === null || inner === '') return inner
  const external = /^https?:/.test(href)
  const target = newTab === true ? ' target="_blank"' : ''
  return `<a href="${escapeHtml(href)}"${target}${external || newTab === true ? ' rel="noopener noreferrer"' : ''}>${inner}</a>`
}

function asNode(value: unknown): Node {
  return typeof value === 'object' && value !== null ? (value as Node) : {}
}
