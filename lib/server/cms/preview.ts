import { createSigner } from '@/lib/server/kernel/signatures'
import { keyFor } from '@/lib/server/secrets'

/** Opens the site with drafts shown; `path` without its language. Null where there is nothing to show yet. */
export function previewLink(path: string | null, locale: string): string | null {
  const secret = process.env.PAYLOAD_SECRET
  if (path === null || !secret) return null
  const to = locale === 'uk' ? path : `/${locale}${path === '/' ? '' : path}`
  const query = new URLSearchParams({ to, secret: previewSecret(secret, Date.now()) })
  return `/admin/preview?${query.toString()}`
}

/** How long a link of the back office shows drafts. */
export const PREVIEW_SECONDS = 2 * 60 * 60

const SHAPE = /^(\d{10})\.([\w-]{43})$/

/** A permission to see drafts until a moment; made for those who are signed in to the back office. `now`: epoch milliseconds. */
export function previewSecret(portalSecret: string, now: number): string {
  const until = String(Math.floor(now / 1000) + PREVIEW_SECONDS)
  return `${until}.${signerOf(portalSecret).sign(until)}`
}

export function isPreviewSecret(given: string | undefined, portalSecret: string, now: number): boolean {
  const [, until = '', signature = ''] = SHAPE.exec(given ?? '') ?? []
  return signerOf(portalSecret).verify(until, signature) && Number(until) * 1000 > now
}

const signerOf = (portalSecret: string) => createSigner([keyFor('draft previews', portalSecret)])
