import { gzipSync } from 'node:zlib'

export interface FirstLoad {
  /** Bytes of the scripts in the page's HTML, compressed by gzip. */
  script: number
  files: number
  html: number
}

/** The first load of a page by a browser without a cache, and without `nomodule` scripts. */
export async function firstLoad(origin: string, path: string): Promise<FirstLoad> {
  const answer = await fetch(`${origin}${path}`)
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  const html = await answer.text()
  const tags = html.match(/<script\b[^>]*\bsrc="[^"]+"[^>]*>/g) ?? []
  const sources = tags.filter((tag) => !/\bnomodule\b/i.test(tag)).map((tag) => /\bsrc="([^"]+)"/.exec(tag)?.[1] ?? '')
  const unique = [...new Set(sources)]
  const sizes = await Promise.all(
    unique.map(
      async (source) => gzipSync(Buffer.from(await (await fetch(new URL(source, origin))).arrayBuffer())).length,
    ),
  )
  return { script: sizes.reduce((sum, size) => sum + size, 0), files: unique.length, html: gzipSync(html).length }
}
