import { previewSecret } from '@/lib/server/cms/preview/preview-secret'

/** Opens the site with drafts shown; `path` without its language. Null where there is nothing to show yet. */
export function previewLink(path: string | null, locale: string): string | null {
  const secret = process.env.PAYLOAD_SECRET
  if (path === null || !secret) return null
  const to = locale === 'uk' ? path : `/${locale}${path === '/' ? '' : path}`
  const query = new URLSearchParams({ to, secret: previewSecret(secret, Date.now()) })
  return `/admin/preview?${query.toString()}`
}
