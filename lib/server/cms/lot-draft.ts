import type { Payload } from 'payload'
import type { auctionsEndpoints, LotDocument } from '@/lib/contract/auctions'
import type { Language } from '@/lib/contract/primitives'
import { eachField, LOT_TEXTS, type LotTextName, writeTerms } from '@/lib/contract/lot-fields'
import { withDefaults } from '@/lib/domain/lot'
import { lotValuesOf } from '@/lib/server/cms/hooks/lots'
import type { PreviewScope } from '@/lib/contract/content'
import type { Auction } from '@/lib/server/payload/payload-types'
import { answer, type Handlers, refuse } from '@/lib/server/platform/call'

interface LotDraftDependencies {
  cms(): Promise<Payload>
  mayPreview(scope: PreviewScope, secret: string | undefined, now: number): boolean
  /** Finds the published auction, which a preview shows instead once there is one. */
  get: Handlers<typeof auctionsEndpoints>['get']
}

/** The page of a lot before it is published, as buyers will see it. */
export function createLotDrafts({
  cms,
  mayPreview,
  get,
}: LotDraftDependencies): Pick<Handlers<typeof auctionsEndpoints>, 'draft'> {
  return {
    async draft({ slug, lang, preview }, call) {
      const published = await get({ slug, lang }, call)
      if (published.ok || !mayPreview('lots', preview, call.receivedAt)) return published
      const draft = await findDraft(await cms(), slug, lang)
      return draft === null
        ? refuse('not_found')
        : answer({ data: detailOf(draft, lang, await ukrainianTexts(await cms(), draft, lang)) })
    },
  }
}

async function findDraft(payload: Payload, slug: string, locale: Language): Promise<Auction | null> {
  const { docs } = await payload.find({
    collection: 'auctions',
    where: { slug: { equals: slug } },
    draft: true,
    locale,
    depth: 1,
    limit: 1,
  })
  return docs[0] ?? null
}

/** The draft's texts that lack a translation and are shown in Ukrainian. */
async function ukrainianTexts(payload: Payload, { id, ...shown }: Auction, locale: Language): Promise<LotTextName[]> {
  if (locale === 'uk') return []
  const inLanguage = await payload.findByID({
    collection: 'auctions',
    id,
    draft: true,
    locale,
    fallbackLocale: false,
    depth: 0,
  })
  return LOT_TEXTS.filter((text) => (shown[text] ?? '') !== '' && (inLanguage[text] ?? '') === '')
}

function documentOf({ kind, language, file }: NonNullable<Auction['documents']>[number]): LotDocument[] {
  if (typeof file !== 'object' || !file.url) return []
  return [{ kind, language, name: file.alt ?? '', url: file.url, mime: file.mimeType ?? '', bytes: file.filesize ?? 0 }]
}

/** Terms that are still missing are shown as zero, and texts as empty. */
function detailOf(draft: Auction, lang: Language, ukrainian: LotTextName[]) {
  const terms = writeTerms(withDefaults(lotValuesOf(draft)))
  const category = typeof draft.category === 'object' ? draft.category : null
  return {
    id: draft.id,
    number: draft.number ?? draft.id,
    slug: draft.slug ?? '',
    ...eachField(LOT_TEXTS, (name) => draft[name] ?? ''),
    ...terms,
    title_language: ukrainian.includes('title') ? ('uk' as const) : lang,
    category: {
      id: category?.id ?? 0,
      key: category?.key ?? ('gas_condensate' as const),
      slug: category?.slug ?? '',
      name: category?.name ?? '',
      unit: category?.unit_label ?? '',
      price_unit: category?.price_unit_label ?? '',
    },
    state: 'planned' as const,
    effective_end: terms.ends_at,
    halt: null,
    hard_end: terms.hard_end_at,
    participants: 0,
    bids: 0,
    best_price: null,
    allocation: [],
    result: null,
    untranslated: ukrainian.length > 0,
    ukrainian_texts: ukrainian,
    cancel_reason: null,
    cancelled_at: null,
    ranking: [],
    history: [],
    extensions: [],
    event_id: 0,
    answers: 0,
    protocol_pdf: null,
    record_hash: null,
    winners_confirmed: false,
    documents: (draft.documents ?? []).flatMap(documentOf),
    changed_at: draft.updatedAt,
  }
}
