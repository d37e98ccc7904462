import {
  eachField,
  LOT_COUNTS,
  LOT_DECIMALS,
  LOT_LINES,
  LOT_TEXTS,
  type LotCountName,
  type LotDecimalName,
  type LotLineName,
  type LotTextName,
} from '@/lib/contract/lot-fields'
import { keptPlan } from '@/lib/contract/payment-plan'
import type { LotProposal, LotTemplate, managerAuctionsEndpoints } from '@/lib/contract/manager-auctions'
import type { CategoryKey, Language } from '@/lib/contract/primitives'
import { proposeDates } from '@/lib/domain/propose-dates'
import type { Queryable } from '@/lib/server/platform/db/pool'
import { instantOf } from '@/lib/server/events/auction-shapes'
import { answer, type Handlers, refuse } from '@/lib/server/platform/call'
import { joinCategoryTexts } from '@/lib/server/platform/company-sql'
import type { QueryDependencies } from './summary'

const PROPOSED_DATES = 3

interface Row extends Record<LotDecimalName | LotLineName, string | null>, Record<LotCountName, number | null> {
  category_id: number
  unit: string
  id: number | null
  number: number
  visibility: LotTemplate['visibility'] | null
  automatic_bids: boolean | null
  payment_plan: unknown
  starts_at: Date | null
  ends_at: Date | null
  hard_end_at: Date | null
  texts: Partial<Record<Language, Partial<Record<LotTextName, string | null>>>> | null
  documents: LotTemplate['documents']
}

/** A category with its last published lot; null if there is no such category. */
async function readLast(db: Queryable, category: CategoryKey, lang: Language): Promise<Row | null> {
  const { rows } = await db.query<Row>({
    name: 'auctions-last-of-category',
    text: `select category.id as category_id, names.unit_label as unit, lot.id,
        coalesce(cms.safe_number(lot.number), lot.id)::integer as number, ${[...LOT_DECIMALS, ...LOT_LINES].map((name) => `lot.${name}`).join(', ')},
        ${LOT_COUNTS.map((name) => `cms.safe_number(lot.${name})::integer as ${name}`).join(', ')}, lot.visibility::text as visibility, lot.automatic_bids, lot.payment_plan,
        cms.safe_timestamp(lot.starts_at) as starts_at, cms.safe_timestamp(lot.ends_at) as ends_at, cms.safe_timestamp(lot.hard_end_at) as hard_end_at,
        (select json_object_agg(texts._locale, to_jsonb(texts)) from cms.auctions_locales texts where texts._parent_id = lot.id) as texts,
        (select coalesce(json_agg(json_build_object('kind', document.kind, 'language', document.language, 'file_id', media.id) order by document._order), '[]')
          from cms.auctions_documents document join cms.media media on media.id = document.file_id and media.filename is not null
          where document._parent_id = lot.id and document.kind = 'draft_agreement' and document.language is not null) as documents
      from cms.categories category
      ${joinCategoryTexts('category.id', '$2')}
      left join lateral (
        select * from cms.auctions where category_id = category.id and _status = 'published' order by starts_at desc nulls last, id desc limit 1
      ) lot on true
      where category.key::text = $1`,
    values: [category, lang],
  })
  return rows[0] ?? null
}

function templateOf(row: Row): LotTemplate {
  const text = (name: LotTextName) => ({
    uk: row.texts?.uk?.[name] ?? '',
    en: row.texts?.en?.[name] ?? '',
    ru: row.texts?.ru?.[name] ?? '',
  })
  return {
    ...eachField(LOT_TEXTS, text),
    ...eachField(LOT_DECIMALS, (name) => row[name] ?? ''),
    ...eachField(LOT_LINES, (name) => row[name] ?? ''),
    extension_minutes: row.extension_minutes ?? 3,
    minimum_participants: row.minimum_participants ?? 1,
    visibility: row.visibility ?? 'open',
    automatic_bids: row.automatic_bids ?? false,
    payment_plan: keptPlan(row.payment_plan),
    documents: row.documents,
  }
}

/** Initial values of a new lot. */
export function createLotProposals({
  pool,
  clock,
}: QueryDependencies): Pick<Handlers<typeof managerAuctionsEndpoints>, 'proposeLot'> {
  return {
    async proposeLot({ category, lang }) {
      const row = await readLast(pool, category, lang)
      if (row === null) return refuse('not_found')
      const { id, starts_at: start, ends_at: end, hard_end_at: hardEnd } = row
      const template = templateOf(row)
      const last =
        start && end && hardEnd
          ? { startsAt: start.getTime(), endsAt: end.getTime(), hardEndAt: hardEnd.getTime() }
          : null
      const dates = proposeDates({ now: clock.now(), last, count: PROPOSED_DATES })
      const proposal: LotProposal = {
        category_id: row.category_id,
        unit: row.unit,
        source: id === null ? null : { id, number: row.number, title: template.title[lang] || template.title.uk },
        template,
        dates: dates.map(({ applicationDeadline, depositDeadline, questionDeadline, startsAt, endsAt, hardEndAt }) => ({
          application_deadline: instantOf(applicationDeadline),
          deposit_deadline: instantOf(depositDeadline),
          question_deadline: instantOf(questionDeadline),
          starts_at: instantOf(startsAt),
          ends_at: instantOf(endsAt),
          hard_end_at: instantOf(hardEndAt),
        })),
      }
      return answer({ data: proposal })
    },
  }
}
