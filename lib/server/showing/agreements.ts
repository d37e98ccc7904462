import { agreement, type Agreement } from '@/lib/contract/cabinet'
import type { Language } from '@/lib/contract/primitives'
import { decodeCursor, defaultLimit, type Page, pageOf } from '@/lib/server/kernel/keyset'
import { readable } from '@/lib/server/kernel/record-faults'
import type { Paging } from './bids'
import type { ShowingDependencies } from './summaries'

type AgreementRow = Omit<Agreement, 'created_at' | 'pdf'> & { created_at: Date }

/** The company's agreements, the newest first. Their first and last days are days in Kyiv. */
export async function listAgreements(
  { pool: db, faults }: Pick<ShowingDependencies, 'pool' | 'faults'>,
  accountId: number,
  lang: Language,
  status: Agreement['status'] | null,
  { cursor, limit = defaultLimit }: Paging,
): Promise<Page<Agreement>> {
  const before = decodeCursor(cursor, ['id'])?.[0] ?? null
  const { rows } = await db.query<AgreementRow>({
    name: 'showing-agreements',
    text: `select agreement.id, agreement.number,
        coalesce(nullif(texts.name, ''), fallback.name, '') as name,
        coalesce(nullif(texts.product, ''), fallback.product, '') as product,
        agreement.auction_id, agreement.quantity, coalesce(unit.unit_label, '') as unit, coalesce(unit.price_unit_label, '') as price_unit,
        case when cms.usual_number(auction.number) is not null and category.slug is not null then
          json_build_object('number', cms.usual_number(auction.number)::integer, 'category_slug', category.slug, 'slug', auction.slug)
        end as auction,
        agreement.price, agreement.sum, nullif(agreement.deposit, '') as deposit,
        to_char(agreement.starts_on at time zone 'Europe/Kyiv', 'YYYY-MM-DD') as starts_on,
        to_char(agreement.ends_on at time zone 'Europe/Kyiv', 'YYYY-MM-DD') as ends_on,
        agreement.status, agreement.created_at
      from cms.agreements agreement
      left join cms.agreements_locales texts on texts._parent_id = agreement.id and texts._locale = $2::cms._locales
      left join cms.agreements_locales fallback on fallback._parent_id = agreement.id and fallback._locale = 'uk'
      left join cms.auctions auction on auction.id = agreement.auction_id and auction._status = 'published' and auction.slug is not null
      left join cms.categories category on category.id = auction.category_id
      left join cms.categories_locales unit on unit._parent_id = category.id and unit._locale = $2::cms._locales
      where agreement.company_id = $1 and ($3::text is null or agreement.status::text = $3) and ($4::bigint is null or agreement.id < $4)
      order by agreement.id desc limit $5`,
    values: [accountId, lang, status, before, limit + 1],
  })
  const page = pageOf(rows, limit, ({ id }) => [id], (row) => row)
  const shape = (row: AgreementRow) => ({ ...row, created_at: row.created_at.toISOString(), pdf: `/storage/files/agreement-${row.id}.pdf` })
  return { ...page, list: readable(faults, { collection: 'agreements', schema: agreement, idOf: ({ id }) => id, shape }, page.list) }
}
