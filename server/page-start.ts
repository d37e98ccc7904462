import { SCRIPTS_ATTRIBUTE } from '@/lib/browser/page-start-names'

/** As React writes the scripts of a page, and the hint that the last of them is needed. */
const SCRIPT = /<script src="([^"]+)" async=""><\/script>/g
const HINT = /<link rel="preload" as="script"[^>]*>/g
const END_OF_HEAD = '</head>'

/** Puts `start` in the place of the scripts of a finished page, which then begin when they are wanted (lib/browser/page-start.ts). */
export function startWhenWanted(html: string, start: string): string {
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
