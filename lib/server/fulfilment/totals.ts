import type { FulfilmentTotals } from '@/lib/contract/fulfilment'
import type { Language } from '@/lib/contract/primitives'
import { formatSum, toQuantityString } from '@/lib/domain/money'
import { joinCategoryTexts } from '@/lib/server/platform/company-sql'
import type { Queryable } from '@/lib/server/platform/db/pool'

interface Row {
  month: string | null
  category_id: number | null
  product: string
  agreements: number
  agreed: string
  invoiced: number
  received: number
  outstanding: number
  overdue: string
  /** Null if there are several. */
  unit: string | null
  volume: string
  shipped: number
  left: number
}

/**
 * Totals of the agreements in force a month and a product, and of several months or products together.
 *
 * @param today in Kyiv
 */
export async function readTotals(
  db: Queryable,
  {
    year,
    category_id: categoryId,
    lang,
    today,
  }: { year?: number | undefined; category_id?: number | undefined; lang: Language; today: string },
): Promise<FulfilmentTotals[]> {
  const { rows } = await db.query<Row>(
    `with agreed as (
       select to_char(signed.at at time zone 'Europe/Kyiv', 'YYYY-MM') as month, category.id as category_id, category.unit,
         agreement.sum::numeric(20, 2) as sum, agreement.quantity::numeric(20, 3) as quantity, fulfilment.*,
         -- A day's part of the state, which is not stored.
         (select sum(unpaid.missing::numeric(20, 2)) from jsonb_each_text(fulfilment.unpaid) unpaid (id, missing)
           join portal.fulfilment_facts invoice on invoice.id = unpaid.id::integer
           where fulfilment.due_on < $1::date and fulfilment.board <> 'closed' and (invoice.body ->> 'dueOn')::date < $1::date) as overdue
       from cms.agreements agreement
       join (
         select agreement_id, max(at) as at from portal.agreement_signatures
         where act_id is null and side in ('organiser', 'paper') group by agreement_id
       ) signed on signed.agreement_id = agreement.id
       join cms.auctions auction on auction.id = agreement.auction_id
       join cms.categories category on category.id = auction.category_id
       left join portal.fulfilments fulfilment on fulfilment.agreement_id = agreement.id
     ), totals as (
       select month, category_id, count(*)::integer as agreements, sum(sum)::text as agreed,
         coalesce(sum(invoiced), 0)::bigint as invoiced, coalesce(sum(received - returned), 0)::bigint as received,
         coalesce(sum(missing), 0)::bigint as outstanding, coalesce(sum(overdue), 0)::numeric(20, 2)::text as overdue,
         min(category_id) as any_category, count(distinct unit) = 1 as is_one_unit,
         sum(quantity)::text as volume, coalesce(sum(loaded), 0)::bigint as shipped, sum(coalesce(to_load, quantity * 1000))::bigint as left
       from agreed
       where ($2::text is null or month like $2 || '-%') and ($3::integer is null or category_id = $3)
       group by grouping sets ((month, category_id), (month), (category_id), ())
       -- A total of one product, or of one month, would repeat it.
       having (grouping(category_id) = 0 or count(distinct category_id) > 1) and (grouping(month) = 0 or count(distinct month) > 1)
     )
     select totals.*, names.name as product, case when is_one_unit then names.unit_label end as unit
     from totals left join cms.categories category on category.id = totals.category_id
     ${joinCategoryTexts('totals.any_category', '$4')}
     order by month desc nulls first, totals.category_id is not null, category.sort_order, totals.category_id`,
    [today, year === undefined ? null : String(year), categoryId ?? null, lang],
  )
  return rows.map(shapeOf)
}

function shapeOf(row: Row): FulfilmentTotals {
  const { month, agreements, agreed, overdue, unit } = row
  return {
    ...{ month, agreements, agreed, overdue },
    product: row.category_id === null ? null : { id: row.category_id, name: row.product },
    invoiced: formatSum(BigInt(row.invoiced)),
    received: formatSum(BigInt(row.received)),
    outstanding: formatSum(BigInt(row.outstanding)),
    volume:
      unit === null
        ? null
        : { unit, agreed: row.volume, shipped: toQuantityString(row.shipped), left: toQuantityString(row.left) },
  }
}
