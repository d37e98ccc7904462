import type { Draft } from '../draft'

/** What the browser shows; read by public/service-worker.js. */
export interface Notice {
  title: string
  body: string
  /** Path on the site that a click opens. */
  url: string
  /** A newer notice with the same tag takes the older one's place. */
  tag: string
  lang: string
}

/** Browsers show two or three lines, and push services take no more than 4 096 bytes. */
const longestBody = 240

/** The letter's words in short: its subject names the auction, its first paragraph says the rest. */
export function noticeOf(draft: Draft, about: { tag: string; lang: string; publicUrl: string }): Notice {
  const { words, quote, href } = draft
  const body = words.paragraphs[0] ?? quote ?? ''
  return {
    title: words.subject,
    body: body.length > longestBody ? `${body.slice(0, longestBody - 1).trimEnd()}…` : body,
    url: href?.startsWith(about.publicUrl) ? href.slice(about.publicUrl.length) || '/' : '/',
    tag: about.tag,
    lang: about.lang,
  }
}
