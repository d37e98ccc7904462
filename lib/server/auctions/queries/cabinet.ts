import type { ListedState } from '@/lib/contract/auctions'
import {
  agreement,
  type Agreement,
  type CabinetAuction,
  type cabinetEndpoints,
  MAX_OWN_IN_FILE,
} from '@/lib/contract/cabinet'
import type { CategoryKey, Language } from '@/lib/contract/primitives'
import type { Queryable } from '@/lib/server/platform/db/pool'
import {
  agreementStatus,
  isAgreementArchived,
  joinCategoryTexts,
  joinTexts,
  signatureStanding,
} from '@/lib/server/platform/company-sql'
import { type AccountCaller, accountOf, answer, type Handlers } from '@/lib/server/platform/call'
import { decodeCursor, DEFAULT_LIMIT, pageOf } from '@/lib/server/platform/keyset'
import { readable } from '@/lib/server/platform/record-faults'
import { BID_BY } from './detail'
import { decodePlace, pageOfPlaced, phaseSql, pageOfAuctions } from './list'
import { createOwnEntries, type QueryDependencies, readAuctions } from './summary'
import type { RejectionReason } from '@/lib/domain/events'
import { isFoundSql, type OwnRecord, type OwnRecordRow, pageOfRecords, recordOf } from './own-records'
import { formatSum, kopecksOf, sumOf, thousandthsOf, toPriceString, toQuantityString } from '@/lib/domain/money'
import { type Column, type FileFormat, fileOf } from '@/lib/server/platform/tables'
import { type FileTranslator, fileTranslators } from './results'
import type { AuctionState } from '@/lib/contract/stream'

/** The company's finished auctions, with what it won in each. */
async function readFinishedOwn(db: Queryable, companyId: number, lang: Language, search: string): Promise<OwnRecord[]> {
  const { rows } = await db.query<OwnRecordRow>({
    name: 'auctions-own-history',
    text: `select head.auction_id as id, head.finished_at as at, lot.number, names.unit_label as unit,
        sale.quantity, sale.sum, ${isFoundSql('$3', ['texts.title', 'lot.number'])} as found
      from portal.applications application
      join portal.auction_heads head using (auction_id)
      join cms.lots lot on lot.id = head.auction_id
      left join portal.application_decisions confirmed on confirmed.application_id = application.id and confirmed.kind = 'confirmed'
      left join portal.auction_results result on result.auction_id = head.auction_id
      left join lateral (
        select sum((item ->> 'quantity')::numeric)::text as quantity, sum((item ->> 'sum')::numeric)::text as sum
        from jsonb_array_elements(result.agreements) item
        where (item ->> 'participant')::integer = confirmed.participant
      ) sale on true
      ${joinTexts('auctions', 'lot.id', '$2', ['title'])}
      ${joinCategoryTexts('lot.category_id', '$2::cms._locales')}
      where application.company_id = $1 and head.finished_at is not null`,
    values: [companyId, lang, search],
  })
  return rows.map(recordOf)
}

type AgreementRow = Omit<Agreement, 'created_at' | 'pdf'> & { created_at: Date }

/** The company's agreements of a status, with volume and sum of each. */
async function readAgreementRecords(
  db: Queryable,
  companyId: number,
  lang: Language,
  status: 'current' | 'archived' | null,
  search: string,
): Promise<OwnRecord[]> {
  const { rows } = await db.query<OwnRecordRow>({
    name: 'auctions-agreement-records',
    text: `select agreement.id, agreement.created_at as at, coalesce(cms.safe_number(auction.number), 0) as number,
        coalesce(names.unit_label, '') as unit,
        agreement.quantity, agreement.sum,
        ${isFoundSql('$4', ['texts.name', 'texts.product', 'agreement.number'])} as found
      from cms.agreements agreement
      ${joinTexts('agreements', 'agreement.id', '$2', ['name', 'product'])}
      left join cms.auctions auction on auction.id = agreement.auction_id
      left join cms.categories category on category.id = auction.category_id
      ${joinCategoryTexts('category.id', '$2::cms._locales')}
      where agreement.company_id = $1 and ($3::text is null or ${isAgreementArchived('agreement')} = ($3 = 'archived'))`,
    values: [companyId, lang, status, search],
  })
  return rows.map(recordOf)
}

/** Agreements in the order of `ids`. Their first and last days are days in Kyiv. */
async function readAgreements(
  { pool: db, faults }: Pick<QueryDependencies, 'pool' | 'faults'>,
  companyId: number,
  lang: Language,
  ids: readonly number[],
): Promise<Agreement[]> {
  const { rows } = await db.query<AgreementRow>({
    name: 'auctions-agreements',
    text: `select agreement.id, agreement.number,
        texts.name, texts.product, agreement.auction_id, agreement.quantity, names.unit_label as unit, names.price_unit_label as price_unit,
        case when cms.safe_number(auction.number) is not null and category.slug is not null then
          json_build_object('number', cms.safe_number(auction.number)::integer, 'category_slug', category.slug, 'slug', auction.slug)
        end as auction,
        agreement.price, agreement.sum, nullif(agreement.deposit, '') as deposit, deposit.state as deposit_state,
        to_char(agreement.starts_on at time zone 'Europe/Kyiv', 'YYYY-MM-DD') as starts_on,
        to_char(agreement.ends_on at time zone 'Europe/Kyiv', 'YYYY-MM-DD') as ends_on,
        ${agreementStatus('agreement')} as status, ${signatureStanding('agreement.id')} as signatures,
        case when agreement.status = 'awaiting_signature' then portal.agreement_awaits(agreement.id) else 'none' end as awaits, agreement.created_at,
        fulfilment.next, portal.unread_messages(agreement.auction_id, agreement.company_id) as unread
      from cms.agreements agreement
      ${joinTexts('agreements', 'agreement.id', '$2::cms._locales', ['name', 'product'])}
      left join cms.auctions auction on auction.id = agreement.auction_id and auction._status = 'published' and auction.slug is not null
      left join portal.deposits deposit on deposit.auction_id = agreement.auction_id and deposit.company_id = agreement.company_id
      left join portal.fulfilments fulfilment on fulfilment.agreement_id = agreement.id
      left join cms.categories category on category.id = auction.category_id
      ${joinCategoryTexts('category.id', '$2::cms._locales')}
      where agreement.company_id = $1 and agreement.id = any ($3)
      order by array_position($3, agreement.id)`,
    values: [companyId, lang, ids],
  })
  const shape = (row: AgreementRow) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    pdf: `/storage/files/agreement-${row.id}.pdf`,
  })
  return readable(faults, { collection: 'agreements', schema: agreement, idOf: ({ id }) => id, shape }, rows)
}

/** States in which a buyer can still act. */
const openStates: readonly ListedState[] = ['planned', 'running', 'selection']

/** A buyer's own auctions, bids and agreements: every list is limited to the signed-in account. */
export function createCabinetReads(deps: QueryDependencies): Handlers<typeof cabinetEndpoints> {
  const { pool, clock } = deps
  const entriesOf = createOwnEntries(deps)

  return {
    async auctions({ lang, scope, states, cursor, limit = DEFAULT_LIMIT }, call) {
      const caller = accountOf(call)
      if (scope === 'mine') {
        const before = decodeCursor(cursor, ['id'])?.[0]
        const placed = await pageOfOwn(pool, caller.companyId, states, before ?? null, limit + 1, clock.now())
        const page = pageOf(
          placed,
          limit,
          ({ applicationId }) => [applicationId],
          ({ id }) => id,
        )
        return answer({ data: { ...page, list: await entriesOf(page.list, lang, caller) } })
      }
      const now = clock.now()
      const from = decodePlace(cursor, now)
      const wanted = openStates.filter((state) => states === undefined || states.length === 0 || states.includes(state))
      const category = await categoryOfBuyer(pool, caller.companyId)
      const filter = { category, applicant: caller.companyId, states: wanted }
      const placed = wanted.length === 0 ? [] : await pageOfAuctions(pool, filter, from, limit + 1, now)
      const page = pageOfPlaced(placed, limit, from, now)
      return answer({ data: { ...page, list: await entriesOf(page.list, lang, caller) } })
    },
    async history({ lang, ...wanted }, call) {
      const caller = accountOf(call)
      const records = await readFinishedOwn(pool, caller.companyId, lang, wanted.search ?? '')
      const { ids, ...page } = pageOfRecords(records, wanted)
      return answer({ data: { ...page, list: await entriesOf(ids, lang, caller) } })
    },
    async agreements({ lang, status, ...wanted }, call) {
      const { companyId } = accountOf(call)
      const records = await readAgreementRecords(pool, companyId, lang, status ?? null, wanted.search ?? '')
      const { ids, ...page } = pageOfRecords(records, wanted)
      return answer({ data: { ...page, list: await readAgreements(deps, companyId, lang, ids) } })
    },
    async exportOwn(input, call) {
      const caller = accountOf(call)
      return answer(
        input.what === 'auctions'
          ? await ownAuctionsFile(deps, input, caller)
          : await ownBidsFile(deps, input, caller.companyId),
      )
    },
  }
}

/** The category that the company registered for; undefined for all. */
async function categoryOfBuyer(db: Queryable, companyId: number): Promise<CategoryKey | undefined> {
  const { rows } = await db.query<{ auction_kind: CategoryKey | 'all' }>(
    `select auction_kind from cms.companies where id = $1`,
    [companyId],
  )
  const kind = rows[0]?.auction_kind
  return kind === undefined || kind === 'all' ? undefined : kind
}

const CHUNK = 100

/** The auctions that the caller applied for, newest application first, with state and result. */
async function ownAuctionsFile(
  deps: QueryDependencies,
  { lang, format }: { lang: Language; format: FileFormat },
  caller: AccountCaller,
): Promise<File> {
  const t = fileTranslators[lang]
  const placed = await pageOfOwn(
    deps.pool,
    caller.companyId,
    undefined,
    null,
    MAX_OWN_IN_FILE.auctions + 1,
    deps.clock.now(),
  )
  const shown = placed.slice(0, MAX_OWN_IN_FILE.auctions)
  const entriesOf = createOwnEntries(deps)
  const rows: CabinetAuction[] = []
  for (let from = 0; from < shown.length; from += CHUNK) {
    const ids = shown.slice(from, from + CHUNK).map(({ id }) => id)
    rows.push(...(await entriesOf(ids, lang, caller)))
  }
  const remark = placed.length > shown.length ? t('own.truncated', { count: shown.length }) : undefined
  return fileOf({ title: t('own.auctions'), columns: auctionColumnsIn(t), rows, remark }, format, lang)
}

/** A manager's reason is free text; the portal's own reasons are codes (R2.5, R2.7). */
function reasonIn(t: FileTranslator, reason: string | null): string | null {
  const key = `own.reasons.${reason as RejectionReason}` as const
  return reason !== null && t.has(key) ? t(key) : reason
}

function auctionColumnsIn(t: FileTranslator): Column<CabinetAuction>[] {
  return [
    { heading: t('columns.number'), width: 12, kind: 'integer', value: ({ auction }) => auction.number },
    { heading: t('columns.name'), width: 44, value: ({ auction }) => auction.title },
    { heading: t('columns.product'), width: 24, value: ({ auction }) => auction.category.name },
    { heading: t('own.state'), width: 22, value: ({ auction }) => t(`own.states.${auction.state}`) },
    { heading: t('own.start'), width: 20, kind: 'moment', value: ({ auction }) => auction.starts_at },
    { heading: t('own.end'), width: 20, kind: 'moment', value: ({ auction }) => auction.effective_end },
    { heading: t('own.applied'), width: 20, kind: 'moment', value: ({ own }) => own.application?.received_at ?? null },
    {
      heading: t('own.application'),
      width: 24,
      value: ({ own }) => (own.application ? t(`own.applications.${own.application.status}`) : null),
    },
    { heading: t('own.reason'), width: 32, value: ({ own }) => reasonIn(t, own.application?.reason ?? null) },
    {
      heading: t('own.participant'),
      width: 12,
      kind: 'integer',
      value: ({ own }) => own.application?.participant ?? null,
    },
    {
      heading: t('own.preliminaryPrice'),
      width: 20,
      kind: 'decimal',
      value: ({ own }) => own.application?.price ?? null,
    },
    {
      heading: t('own.preliminaryQuantity'),
      width: 20,
      kind: 'decimal',
      value: ({ own }) => own.application?.quantity ?? null,
    },
    { heading: t('own.lastPrice'), width: 18, kind: 'decimal', value: ({ own }) => own.last_bid?.price ?? null },
    { heading: t('own.lastQuantity'), width: 18, kind: 'decimal', value: ({ own }) => own.last_bid?.quantity ?? null },
    { heading: t('own.rank'), width: 10, kind: 'integer', value: ({ own }) => own.rank },
    { heading: t('own.won'), width: 16, kind: 'decimal', value: ({ won }) => won },
    { heading: t('columns.unit'), width: 12, value: ({ auction }) => auction.category.unit },
    { heading: t('own.sum'), width: 20, kind: 'decimal', value: wonSum },
    {
      heading: t('own.depositReceived'),
      width: 20,
      kind: 'decimal',
      value: ({ deposit }) => deposit?.received ?? null,
    },
    { heading: t('own.deposit'), width: 28, value: ({ deposit }) => deposit && t(`own.deposits.${deposit.state}`) },
  ]
}

/** Pay as bid (R7): the allocated volume at the buyer's last price. */
function wonSum({ own, won }: CabinetAuction): string | null {
  if (own.last_bid === null || won === null) return null
  return formatSum(sumOf(kopecksOf(own.last_bid.price), thousandthsOf(won)))
}

interface OwnBid {
  auction_id: number
  seq: number
  price: number
  quantity: number
  final: boolean
  preliminary: boolean
  automatic: boolean
  received_at: Date
  by: string | null
}

interface Row extends OwnBid {
  number: number | null
  title: string
  unit: string
}

/** Every bid of the account as recorded (R4.6), the newest first. */
async function ownBidsFile(
  deps: Pick<QueryDependencies, 'pool' | 'faults'>,
  { lang, format }: { lang: Language; format: FileFormat },
  companyId: number,
): Promise<File> {
  const t = fileTranslators[lang]
  const { rows: bids } = await deps.pool.query<OwnBid>({
    name: 'auctions-own-bids',
    text: `select auction_id, seq::int as seq, price::float8 as price, quantity::float8 as quantity, final, preliminary, automatic, received_at, ${BID_BY} as by
      from portal.bids bid where company_id = $1 order by received_at desc, auction_id desc, seq desc limit $2`,
    values: [companyId, MAX_OWN_IN_FILE.bids + 1],
  })
  const shown = bids.slice(0, MAX_OWN_IN_FILE.bids)
  const auctions = await readAuctions(deps, lang, [...new Set(shown.map((bid) => bid.auction_id))])
  const rows = shown.map((bid): Row => {
    const auction = auctions.get(bid.auction_id)
    return { ...bid, number: auction?.number ?? null, title: auction?.title ?? '', unit: auction?.unit ?? '' }
  })
  const remark = bids.length > shown.length ? t('own.truncated', { count: shown.length }) : undefined
  return fileOf({ title: t('own.bids'), columns: bidColumnsIn(t), rows, remark }, format, lang)
}

function bidColumnsIn(t: FileTranslator): Column<Row>[] {
  return [
    { heading: t('columns.number'), width: 12, kind: 'integer', value: (row) => row.number },
    { heading: t('columns.name'), width: 44, value: (row) => row.title },
    { heading: t('own.sequence'), width: 14, kind: 'integer', value: (row) => row.seq },
    { heading: t('own.received'), width: 20, kind: 'moment', value: (row) => row.received_at.toISOString() },
    { heading: t('own.price'), width: 18, kind: 'decimal', value: (row) => toPriceString(row.price) },
    { heading: t('own.quantity'), width: 16, kind: 'decimal', value: (row) => toQuantityString(row.quantity) },
    { heading: t('columns.unit'), width: 12, value: (row) => row.unit },
    { heading: t('own.sum'), width: 20, kind: 'decimal', value: (row) => formatSum(sumOf(row.price, row.quantity)) },
    {
      heading: t('own.kind'),
      width: 16,
      value: (row) => t(`own.${kindOf(row)}`),
    },
    { heading: t('own.by'), width: 30, value: (row) => row.by },
  ]
}

function kindOf({ preliminary, automatic, final }: OwnBid) {
  if (preliminary) return 'preliminary'
  if (automatic) return 'automatic'
  return final ? 'final' : 'ordinary'
}

/** The auctions that the account applied for, newest application first. */
async function pageOfOwn(
  db: Queryable,
  companyId: number,
  states: readonly AuctionState[] | undefined,
  before: number | null,
  limit: number,
  now: number,
): Promise<{ id: number; applicationId: number }[]> {
  const { rows } = await db.query<{ id: number; application_id: number }>({
    name: 'auctions-own-auctions',
    text: `select lot.id, application.id as application_id
      from portal.applications application
      join cms.lots lot on lot.id = application.auction_id
      join portal.auction_heads head on head.auction_id = lot.id
      where application.company_id = $1 and ($2::bigint is null or application.id < $2)
        and ($3::text[] is null or ${phaseSql('$4')} = any ($3))
      order by application.id desc limit $5`,
    values: [companyId, before, states === undefined || states.length === 0 ? null : states, new Date(now), limit],
  })
  return rows.map(({ id, application_id: applicationId }) => ({ id, applicationId }))
}
