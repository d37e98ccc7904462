import type { CollectionSlug, Payload } from 'payload'
import { LANGUAGES } from '@/lib/server/cms/translation-gaps'

const DRAFTED = ['pages', 'auction-pages', 'news'] as const satisfies readonly CollectionSlug[]
const MOST = 100

type Texts = Partial<Record<string, string | null>> | null

interface Draft {
  title?: Texts
  summary?: Texts
  slug?: string | null
  blocks?: readonly unknown[] | null
}

/**
 * Removes what opening “Create” left behind: Payload keeps a draft from that moment on. One counts as left behind when it
 * was never published, nobody has touched it since `before`, and it has no words in any language, no address and no block.
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
      limit: MOST,
      sort: 'updatedAt',
    })
    for (const { parent, version } of docs) {
      if (typeof parent !== 'number' || !isEmpty(version as unknown as Draft) || (await wasPublished(payload, collection, parent))) continue
      await payload.delete({ collection, id: parent })
      removed += 1
    }
  }
  return removed
}

function isEmpty({ title, summary, slug, blocks }: Draft): boolean {
  const written = [title, summary].some((texts) => LANGUAGES.some((language) => texts?.[language]?.trim()))
  return !written && !slug && (blocks ?? []).length === 0
}

async function wasPublished(payload: Payload, collection: (typeof DRAFTED)[number], id: number): Promise<boolean> {
  const { totalDocs } = await payload.countVersions({ collection, where: { and: [{ parent: { equals: id } }, { 'version._status': { equals: 'published' } }] } })
  return totalDocs > 0
}
