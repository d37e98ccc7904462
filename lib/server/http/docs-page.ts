import { escapeHtml as escape } from './escape-html'

interface Operation {
  tags: string[]
  summary: string
  security?: unknown[]
  parameters?: { name: string; in: string; required?: boolean }[]
  requestBody?: { content: Record<string, { schema: unknown }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: unknown }> }>
}

interface Document {
  info: { title: string; version: string; description: string }
  paths: Record<string, Record<string, Operation>>
}

/** The OpenAPI document as one readable page that needs no script. */
export function docsPage(document: Document): string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const groups = [...new Set(calls.map(({ operation }) => operation.tags[0] ?? ''))]
  const sections = groups.map((group) => {
    const members = calls.filter(({ operation }) => operation.tags[0] === group)
    return `<section id="${escape(group)}"><h2>${escape(group)}</h2>${members.map(call).join('')}</section>`
  })
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escape(document.info.title)} – API</title><style>${style}</style></head><body><main>
<h1>${escape(document.info.title)} – API</h1><p>${escape(document.info.description)} The document for programs:
<a href="/api/openapi.json">openapi.json</a>.</p>
<nav aria-label="Groups">${groups.map((group) => `<a href="#${escape(group)}">${escape(group)}</a>`).join(' ')}</nav>
${sections.join('\n')}</main></body></html>`
}

function call({ path, method, operation }: { path: string; method: string; operation: Operation }): string {
  const parameters = (operation.parameters ?? []).map(
    ({ name, in: place, required }) =>
      `<li><code>${escape(name)}</code> (${escape(place)}${required ? ', required' : ''})</li>`,
  )
  const request = Object.entries(operation.requestBody?.content ?? {}).map(([type, { schema }]) =>
    block(`Request, ${type}`, schema),
  )
  const answers = Object.entries(operation.responses).map(([status, { description, content }]) =>
    status === '200' && content
      ? block('Answer 200', Object.values(content)[0]?.schema)
      : `<li><strong>${escape(status)}</strong> ${escape(description)}</li>`,
  )
  return `<details><summary><b>${method}</b> <code>${escape(path)}</code>${operation.security ? ' <i>bearer</i>' : ''}<br>${escape(operation.summary)}</summary>
${parameters.length > 0 ? `<ul>${parameters.join('')}</ul>` : ''}${request.join('')}${answers.filter((part) => part.startsWith('<figure')).join('')}
<ul>${answers.filter((part) => part.startsWith('<li')).join('')}</ul></details>`
}

function block(title: string, schema: unknown): string {
  return `<figure><figcaption>${escape(title)}</figcaption><pre tabindex="0">${escape(JSON.stringify(schema, null, 2))}</pre></figure>`
}

const style = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{margin:0}main{max-width:60rem;margin:0 auto;padding:2rem 1rem}
nav a{margin-right:.75rem}details{border:1px solid #8197ab55;border-radius:8px;margin:.5rem 0;padding:.75rem 1rem}summary{cursor:pointer}
pre{overflow:auto;max-height:28rem;background:#8197ab1a;padding:1rem;border-radius:8px;font-size:.8125rem}figure{margin:1rem 0}figcaption{font-weight:600}`
