import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { SCRIPTS_ATTRIBUTE } from '@/lib/browser/page-start-names'

/** As React writes the scripts of a page, and the hint that the last of them is needed. */
const SCRIPT = /<script src="([^"]+)" async=""><\/script>/g
const HINT = /<link rel="preload" as="script"[^>]*>/g
const END_OF_HEAD = '</head>'

interface Answer {
  headers: IncomingHttpHeaders
  body: Buffer
}

/** The answer with `start`, where it is a page. Its tag is another one then: browsers may have the page as Next answers it. */
export function withStart<Given extends Answer>(answer: Given, start: string): Given {
  const { headers, body } = answer
  if (headers['content-type']?.startsWith('text/html') !== true) return answer
  const version = createHash('sha256').update(start).digest('base64url').slice(0, 8)
  const etag = headers.etag?.replace(/"$/, `-${version}"`)
  return { ...answer, headers: { ...headers, etag }, body: Buffer.from(startWhenWanted(body.toString(), start)) }
}

/** Puts `start` in the place of the scripts of a finished page, which then begin when they are wanted (lib/browser/page-start.ts). */
function startWhenWanted(html: string, start: string): string {
  const sources = Array.from(html.matchAll(SCRIPT), ([, source]) => source)
  const head = html.indexOf(END_OF_HEAD)
  if (sources.length === 0 || head === -1) return html
  const still = html.replace(SCRIPT, '').replace(HINT, '')
  // Last in the head: React takes the first script without an address there for its own.
  return still.replace(
    END_OF_HEAD,
    () => `<script ${SCRIPTS_ATTRIBUTE}="${sources.join(' ')}">${start}</script>${END_OF_HEAD}`,
  )
}
