/**
 * The editor's state of a text written by lines: `## ` and `### ` begin headings, `- ` and `1. ` items, anything else a
 * paragraph; `**bold**` and `[words](address)` within.
 */
export function writeRichText(text: string) {
  const children: Node[] = []
  for (const line of text.split('\n').map((raw) => raw.trim()).filter((raw) => raw !== '')) addLine(children, line)
  return { root: { type: 'root', children, direction: 'ltr' as const, format: '' as const, indent: 0, version: 1 } }
}

type Node = { type: string; version: number; [key: string]: unknown }

const frame = { direction: 'ltr', format: '', indent: 0, version: 1 } as const

function addLine(children: Node[], line: string): void {
  const heading = /^(#{2,3}) (.+)$/.exec(line)
  const item = /^(-|\d+\.) (.+)$/.exec(line)
  if (heading) children.push({ type: 'heading', tag: heading[1] === '##' ? 'h2' : 'h3', children: inline(heading[2] ?? ''), ...frame })
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
  return text.split(/(\*\*[^*]+\*\*|\[[^\]]+\]\([^)]+\))/).filter((part) => part !== '').map(partOf)
}

function partOf(part: string): Node {
  const link = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part)
  if (link) {
    return { type: 'link', fields: { linkType: 'custom', newTab: false, url: link[2] }, children: [words(link[1] ?? '', 0)], ...frame, version: 3 }
  }
  return part.startsWith('**') ? words(part.slice(2, -2), 1) : words(part, 0)
}

function words(text: string, format: number): Node {
  return { type: 'text', text, format, detail: 0, mode: 'normal', style: '', version: 1 }
}
