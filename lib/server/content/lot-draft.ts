import type { Payload } from 'payload'
import type { auctionsEndpoints, LotDocument, LotText } from '@/lib/contract/auctions'
import type { Language } from '@/lib/contract/primitives'
import { withDefaults } from '@/lib/domain/lot'
import { toPriceString, toQuantityString } from '@/lib/domain/money'
import { lotValuesOf } from '@/lib/server/cms/auctions/lot-faults'
import type { PreviewScope } from '@/lib/server/cms/drafts'
import type { Auction } from '@/lib/server/cms/payload-types'
import { answer, type Handlers, refuse } from '@/lib/server/http/handler'

interface LotDraftDependencies {
  cms(): Promise<Payload>
  mayPreview(scope: PreviewScope, secret: string | undefined, now: number): boolean
  /** Once it is published, a preview shows the auction itself. */
  get: Handlers<typeof auctionsEndpoints>['get']
}

/** The page of a lot before it is published: what buyers will see is what the manager looks at. */
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

const TEXTS = ['title', 'payment_terms', 'payment_period', 'shipment_period', 'resource', 'transfer_point'] as const

/** Which of the draft's words are Ukrainian ones in another language's place. */
async function ukrainianTexts(payload: Payload, { id, ...shown }: Auction, locale: Language): Promise<LotText[]> {
  if (locale === 'uk') return []
  const own = await payload.findByID({
    collection: 'auctions',
    id,
    draft: true,
    locale,
    fallbackLocale: false,
    depth: 0,
  })
  return TEXTS.filter((text) => (shown[text] ?? '') !== '' && (own[text] ?? '') === '')
}

function documentOf({ kind, language, file }: NonNullable<Auction['documents']>[number]): LotDocument[] {
  if (typeof file !== 'object' || !file.url) return []
  return [{ kind, language, name: file.alt ?? '', url: file.url, mime: file.mimeType ?? '', bytes: file.filesize ?? 0 }]
}

/** What is still missing is shown as nothing: a draft need not be whole. */
function detailOf(draft: Auction, lang: Language, ukrainian: LotText[]) {
  const lot = withDefaults(lotValuesOf(draft))
  const price = (value: number | null | undefined) => toPriceString(value ?? 0)
  const quantity = (value: number | null | undefined) => toQuantityString(value ?? 0)
  const instant = (value: number | null | undefined) => new Date(value ?? 0).toISOString()
  const category = typeof draft.category === 'object' ? draft.category : null
  return {
    id: draft.id,
    number: draft.number ?? draft.id,
    slug: draft.slug ?? '',
    title: draft.title ?? '',
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
    visibility: lot.visibility ?? ('open' as const),
    volume: quantity(lot.volume),
    starting_price: price(lot.startingPrice),
    application_deadline: instant(lot.applicationDeadline),
    starts_at: instant(lot.startsAt),
    ends_at: instant(lot.endsAt),
    effective_end: instant(lot.endsAt),
    participants: 0,
    bids: 0,
    best_price: null,
    allocation: [],
    result: null,
    minimum_step: price(lot.minimumStep),
    maximum_step: price(lot.maximumStep),
    minimum_quantity: quantity(lot.minimumQuantity),
    quantity_step: quantity(lot.quantityStep),
    hard_end: instant(lot.hardEndAt),
    extension_minutes: Math.round((lot.extensionWindow ?? 0) / 60_000),
    minimum_participants: lot.minimumParticipants ?? 1,
    payment_terms: draft.payment_terms ?? '',
    payment_period: draft.payment_period ?? '',
    shipment_period: draft.shipment_period ?? '',
    resource: draft.resource ?? '',
    transfer_point: draft.transfer_point ?? '',
    untranslated: ukrainian.length > 0,
    ukrainian_texts: ukrainian,
    cancel_reason: null,
    cancelled_at: null,
    ranking: [],
    history: [],
    extensions: [],
    event_id: 0,
    protocol_pdf: null,
    winners_confirmed: false,
    documents: (draft.documents ?? []).flatMap(documentOf),
    changed_at: draft.updatedAt,
  }
}
