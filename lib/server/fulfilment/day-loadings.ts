import type { managerFulfilmentEndpoints } from '@/lib/contract/fulfilment'
import type { Answer } from '@/lib/contract/endpoint'
import type { Language } from '@/lib/contract/primitives'
import { joinCategoryTexts, joinTexts } from '@/lib/server/platform/company-sql'
import type { Queryable } from '@/lib/server/platform/db/pool'
import { loadAgreement } from './open-agreement'
import { loadingShape } from './shapes'

type DayLoading = Answer<(typeof managerFulfilmentEndpoints)['dayLoadings']>['data']['list'][number]

interface Row {
  id: number
  number: string
  company: string
  product: string
  unit: string
  is_gas: boolean
}

/** The dispatcher's list: loadings of a day, and those of other days that wait for an answer; without money. */
export async function readDayLoadings(
  db: Queryable,
  { on, lang, now }: { on: string; lang: Language; now: number },
): Promise<DayLoading[]> {
  const { rows } = await db.query<Row>(
    `select agreement.id, agreement.number, texts.product, names.unit_label as unit, company.company_short_name as company,
       coalesce(kind.key::text = 'natural_gas', false) as is_gas
     from cms.agreements agreement
     join portal.fulfilments fulfilment on fulfilment.agreement_id = agreement.id and fulfilment.board <> 'closed'
     join cms.companies company on company.id = agreement.company_id
     left join cms.auctions auction on auction.id = agreement.auction_id
     left join cms.categories kind on kind.id = auction.category_id
     ${joinTexts('agreements', 'agreement.id', '$1', ['product'])}
     ${joinCategoryTexts('auction.category_id', '$1')}
     where fulfilment.unanswered > 0 or agreement.id in (
       select agreement_id from portal.fulfilment_facts where kind in ('loading_requested', 'loading_moved') and body ->> 'on' = $2)
     order by agreement.id`,
    [lang, on],
  )
  const found: DayLoading[] = []
  for (const { id, number, company, product, unit, is_gas: isGas } of rows) {
    const agreement = await loadAgreement(db, id, { companyId: null, now })
    for (const loading of agreement?.state.loadings ?? []) {
      const isOfDay = loading.on === on && loading.state !== 'dropped'
      if (!isOfDay && loading.state !== 'requested') continue
      found.push({
        ...loadingShape(loading),
        ...{ agreement_id: id, agreement_number: number, company, product, unit, is_gas: isGas },
      })
    }
  }
  return found.sort((a, b) => a.on.localeCompare(b.on) || a.id - b.id)
}
