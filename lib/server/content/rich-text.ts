import { escapeHtml } from '@/lib/server/platform/escape-html'
import { hrefOf } from '@/lib/server/platform/href'

/**
 * Rich text as HTML that has only the elements named here, escaped texts and validated addresses. The editor's state is treated as data from
 * an unknown sender. Payload's converter would write classes and inline styles, and fail on a malformed state.
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
      // A node that the editor cannot create loses its element, but not its text.
      return inner()
  }
}

function children(node: Node, depth: number): string {
  return Array.isArray(node.children) ? node.children.map((child) => htmlOf(asNode(child), depth)).join('') : ''
}

/** Omits an empty element: an empty line of the editor is not a paragraph. */
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
