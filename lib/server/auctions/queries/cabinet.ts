import type { ListedState } from '@/lib/contract/auctions'
import { agreement, type Agreement, type cabinetEndpoints } from '@/lib/contract/cabinet'
import type { Language, CategoryKey } from '@/lib/contract/primitives'
import type { Queryable } from '@/lib/server/platform/db/pool'
import { agreementStatus } from '@/lib/server/cms/sql'
import { accountOf, answer, type Handlers } from '@/lib/server/http/handler'
import { decodeCursor, defaultLimit, type Page, pageOf } from '@/lib/server/http/keyset'
import { readable } from '@/lib/server/events/lot-row'
import { joinCategoryTexts } from '@/lib/server/cms/sql'
import type { Paging } from './detail'
import { decodePlace, pageOfPlaced, placeAuctions } from './list'
import { ownAuctionsFile, ownBidsFile, placeOwn } from './own-files'
import { createOwnEntries, type QueryDependencies } from './summary'

/** The account's finished auctions, the newest first. */
async function placeFinishedOwn(
  db: Queryable,
  accountId: number,
  before: { at: number; id: number } | null,
  limit: number,
): Promise<{ id: number; at: number }[]> {
  const { rows } = await db.query<{ id: number; at: Date }>({
    name: 'auctions-own-history',
    text: `select head.auction_id as id, head.finished_at as at
      from portal.applications application
      join portal.auction_heads head using (auction_id)
      where application.account_id = $1 and head.finished_at is not null
        and ($2::timestamptz is null or (head.finished_at, head.auction_id) < ($2, $3::integer))
      order by head.finished_at desc, head.auction_id desc limit $4`,
    values: [accountId, before && new Date(before.at), before?.id ?? null, limit],
  })
  return rows.map(({ id, at }) => ({ id, at: at.getTime() }))
}

type AgreementRow = Omit<Agreement, 'created_at' | 'pdf'> & { created_at: Date }

/** The company's agreements, the newest first. Their first and last days are days in Kyiv. */
async function listAgreements(
  { pool: db, faults }: Pick<QueryDependencies, 'pool' | 'faults'>,
  accountId: number,
  lang: Language,
  status: Agreement['status'] | null,
  { cursor, limit = defaultLimit }: Paging,
): Promise<Page<Agreement>> {
  const before = decodeCursor(cursor, ['id'])?.[0] ?? null
  const { rows } = await db.query<AgreementRow>({
    name: 'auctions-agreements',
    text: `select agreement.id, agreement.number,
        coalesce(nullif(texts.name, ''), fallback.name, '') as name,
        coalesce(nullif(texts.product, ''), fallback.product, '') as product,
        agreement.auction_id, agreement.quantity, names.unit_label as unit, names.price_unit_label as price_unit,
        case when cms.safe_number(auction.number) is not null and category.slug is not null then
          json_build_object('number', cms.safe_number(auction.number)::integer, 'category_slug', category.slug, 'slug', auction.slug)
        end as auction,
        agreement.price, agreement.sum, nullif(agreement.deposit, '') as deposit,
        to_char(agreement.starts_on at time zone 'Europe/Kyiv', 'YYYY-MM-DD') as starts_on,
        to_char(agreement.ends_on at time zone 'Europe/Kyiv', 'YYYY-MM-DD') as ends_on,
        ${agreementStatus('agreement')} as status, agreement.created_at
      from cms.agreements agreement
      left join cms.agreements_locales texts on texts._parent_id = agreement.id and texts._locale = $2::cms._locales
      left join cms.agreements_locales fallback on fallback._parent_id = agreement.id and fallback._locale = 'uk'
      left join cms.auctions auction on auction.id = agreement.auction_id and auction._status = 'published' and auction.slug is not null
      left join cms.categories category on category.id = auction.category_id
      ${joinCategoryTexts('category.id', '$2::cms._locales')}
      where agreement.company_id = $1 and ($3::text is null or ${agreementStatus('agreement')} = $3) and ($4::bigint is null or agreement.id < $4)
      order by agreement.id desc limit $5`,
    values: [accountId, lang, status, before, limit + 1],
  })
  const page = pageOf(
    rows,
    limit,
    ({ id }) => [id],
    (row) => row,
  )
  const shape = (row: AgreementRow) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    pdf: `/storage/files/agreement-${row.id}.pdf`,
  })
  return {
    ...page,
    list: readable(faults, { collection: 'agreements', schema: agreement, idOf: ({ id }) => id, shape }, page.list),
  }
}

/** States of the auctions that a buyer can still do something in. */
const openStates: readonly ListedState[] = ['planned', 'running', 'selection']

/** What a buyer sees of its own business: every list is the signed-in account's, whatever is asked for. */
export function createCabinetReads(deps: QueryDependencies): Handlers<typeof cabinetEndpoints> {
  const { pool, clock } = deps

  const withOwn = createOwnEntries(deps)

  return {
    async auctions({ lang, scope, states, cursor, limit = defaultLimit }, call) {
      const caller = accountOf(call)
      if (scope === 'mine') {
        const before = decodeCursor(cursor, ['id'])?.[0]
        const placed = await placeOwn(pool, caller.accountId, states, before ?? null, limit + 1, clock.now())
        const page = pageOf(
          placed,
          limit,
          ({ applicationId }) => [applicationId],
          ({ id }) => id,
        )
        return answer({ data: { ...page, list: await withOwn(page.list, lang, caller) } })
      }
      const now = clock.now()
      const from = decodePlace(cursor, now)
      const wanted = openStates.filter((state) => states === undefined || states.length === 0 || states.includes(state))
      const category = await categoryOfBuyer(pool, caller.accountId)
      const placed =
        wanted.length === 0 ? [] : await placeAuctions(pool, { category, states: wanted }, from, limit + 1, now)
      const page = pageOfPlaced(placed, limit, from, now)
      return answer({ data: { ...page, list: await withOwn(page.list, lang, caller) } })
    },
    async history({ lang, cursor, limit = defaultLimit }, call) {
      const caller = accountOf(call)
      const position = decodeCursor(cursor, ['instant', 'id'])
      const before = position && { at: position[0], id: position[1] }
      const placed = await placeFinishedOwn(pool, caller.accountId, before, limit + 1)
      const page = pageOf(
        placed,
        limit,
        ({ at, id }) => [at, id],
        ({ id }) => id,
      )
      return answer({ data: { ...page, list: await withOwn(page.list, lang, caller) } })
    },
    async agreements({ lang, status, ...paging }, call) {
      return answer({ data: await listAgreements(deps, accountOf(call).accountId, lang, status ?? null, paging) })
    },
    async exportOwn(input, call) {
      const caller = accountOf(call)
      return answer(
        input.what === 'auctions'
          ? await ownAuctionsFile(deps, input, caller)
          : await ownBidsFile(deps, input, caller.accountId),
      )
    },
  }
}

/** The kind of auctions that the company wants to join; undefined: all of them. */
async function categoryOfBuyer(db: Queryable, accountId: number): Promise<CategoryKey | undefined> {
  const { rows } = await db.query<{ auction_kind: CategoryKey | 'all' }>(
    `select auction_kind from cms.companies where id = $1`,
    [accountId],
  )
  const kind = rows[0]?.auction_kind
  return kind === undefined || kind === 'all' ? undefined : kind
}
