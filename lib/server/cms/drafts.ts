import * as z from 'zod'
import type { PreviewScope } from '@/lib/contract/content'
import { signed } from '@/lib/server/platform/signatures'
import { keyFor } from '@/lib/server/platform/secrets'

/** A link to the site that shows drafts; `path` without its language. */
export function previewLink(path: string | null, locale: string): string | null {
  const secret = process.env.PAYLOAD_SECRET
  if (path === null || !secret) return null
  const to = locale === 'uk' ? path : `/${locale}${path === '/' ? '' : path}`
  const query = new URLSearchParams({ to, secret: previewSecret('content', secret, Date.now()) })
  return `/admin/preview?${query.toString()}`
}

export const PREVIEW_SECONDS = 2 * 60 * 60

/** Permissions to see drafts of one kind, until an epoch second. */
const previews = (portalSecret: string) =>
  signed(
    [keyFor('draft previews', portalSecret)],
    z.tuple([z.enum(['content', 'lots']), z.coerce.number()]),
    ([, until]) => until * 1000,
  )

/** `now`: epoch milliseconds. */
export function previewSecret(scope: PreviewScope, portalSecret: string, now: number): string {
  return previews(portalSecret).issue(scope, Math.floor(now / 1000) + PREVIEW_SECONDS)
}

/** Null if the secret is forged or expired. */
export function previewScope(secret: string | undefined, portalSecret: string, now: number): PreviewScope | null {
  return previews(portalSecret).read(secret ?? '', now)?.[0] ?? null
}
