import { readdirSync } from 'node:fs'

/** Made by the site itself (app/robots.ts, app/sitemap.ts). */
const MADE = ['robots.txt', 'sitemap.xml']
/** What the pages' middleware leaves to others: no page has such an address. */
const FILE = /^\/([^/]+\.(?:svg|ico|png|txt|xml|webmanifest|js))$/

export function rootFiles(): ReadonlySet<string> {
  return new Set([...readdirSync('public'), ...MADE])
}

/** A file that browsers and robots ask for by habit and that is not there: Next would take its name for a language. */
export function isMissingFile(url: string, files: ReadonlySet<string>): boolean {
  const name = FILE.exec(url.split('?')[0] ?? '')?.[1]
  return name !== undefined && !files.has(name)
}
