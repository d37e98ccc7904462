import type { managerFulfilmentEndpoints } from '@/lib/contract/fulfilment'
import type { Answer } from '@/lib/contract/endpoint'
import type { Language } from '@/lib/contract/primitives'
import { joinCategoryTexts, joinTexts } from '@/lib/server/platform/company-sql'
import type { Queryable } from '@/lib/server/platform/db/pool'

type DayLoading = Answer<(typeof managerFulfilmentEndpoints)['dayLoadings']>['data']['list'][number]

/** The dispatcher's list: loadings of a day, and those of other days that wait for an answer; without money. */
export async function readDayLoadings(
  db: Queryable,
  { on, lang }: { on: string; lang: Language },
): Promise<DayLoading[]> {
  const { rows } = await db.query<{ loading: DayLoading }>(
    `select loading || jsonb_build_object('agreement_id', agreement.id, 'agreement_number', agreement.number, 'company', company.company_short_name,
       'product', texts.product, 'unit', names.unit_label, 'is_gas', coalesce(kind.key::text = 'natural_gas', false)) as loading
     from portal.fulfilments fulfilment
     join cms.agreements agreement on agreement.id = fulfilment.agreement_id
     join cms.companies company on company.id = agreement.company_id
     left join cms.auctions auction on auction.id = agreement.auction_id
     left join cms.categories kind on kind.id = auction.category_id
     cross join jsonb_array_elements(fulfilment.loadings) loading
     ${joinTexts('agreements', 'agreement.id', '$1', ['product'])}
     ${joinCategoryTexts('auction.category_id', '$1')}
     where fulfilment.board <> 'closed' and (loading ->> 'on' = $2 or loading ->> 'state' = 'requested')
       and (fulfilment.unanswered > 0 or fulfilment.agreement_id in (
         select agreement_id from portal.fulfilment_facts where kind in ('loading_requested', 'loading_moved') and body ->> 'on' = $2))
     order by loading ->> 'on', (loading ->> 'id')::integer`,
    [lang, on],
  )
  return rows.map(({ loading }) => loading)
}
