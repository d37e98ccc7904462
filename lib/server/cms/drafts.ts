import type { CollectionSlug, Payload } from 'payload'
import * as z from 'zod'
import { LOCALES } from '@/lib/config/constants'
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

const DRAFTED = ['pages', 'auction-pages', 'news'] as const satisfies readonly CollectionSlug[]
const MAX_DRAFTS = 100

type Texts = Partial<Record<string, string | null>> | null

interface Draft {
  title?: Texts
  summary?: Texts
  slug?: string | null
  blocks?: readonly unknown[] | null
}

export const EMPTY_DRAFT_MAX_AGE_MS = 24 * 60 * 60_000

/**
 * Removes drafts that were never published, are unchanged since `before`, and have no text, address or blocks. Payload 3.90 creates a draft
 * when the form of a new document with autosave is opened. Can go once it waits for the first input.
 */
export async function removeEmptyDrafts(payload: Payload, before: Date): Promise<number> {
  let removed = 0
  for (const collection of DRAFTED) {
    const { docs } = await payload.findVersions({
      collection,
      where: {
        and: [
          { latest: { equals: true } },
          { 'version._status': { equals: 'draft' } },
          { updatedAt: { less_than: before.toISOString() } },
        ],
      },
      locale: 'all',
      depth: 0,
      limit: MAX_DRAFTS,
      sort: 'updatedAt',
    })
    for (const { parent, version } of docs) {
      if (
        typeof parent !== 'number' ||
        !isEmpty(version as unknown as Draft) ||
        (await wasPublished(payload, collection, parent))
      )
        continue
      await payload.delete({ collection, id: parent })
      removed += 1
    }
  }
  return removed
}

function isEmpty({ title, summary, slug, blocks }: Draft): boolean {
  const hasText = [title, summary].some((texts) => LOCALES.some((language) => texts?.[language]?.trim()))
  return !hasText && !slug && (blocks ?? []).length === 0
}

async function wasPublished(payload: Payload, collection: (typeof DRAFTED)[number], id: number): Promise<boolean> {
  const { totalDocs } = await payload.countVersions({
    collection,
    where: { and: [{ parent: { equals: id } }, { 'version._status': { equals: 'published' } }] },
  })
  return totalDocs > 0
}
