import { keptPlan } from '@/lib/contract/payment-plan'
import {
  type AgreementTerms,
  type Fact,
  type FactBody,
  type Fulfilment,
  fulfilmentOf,
  type Payer,
} from '@/lib/domain/fulfilment'
import {
  closing,
  type FulfilmentDecision,
  type FulfilmentRefusal,
  type Situation,
} from '@/lib/domain/fulfilment-decisions'
import { formatSum, kopecksOf, parseSum, thousandthsOf, toQuantityString } from '@/lib/domain/money'
import type { KeyRate } from '@/lib/domain/payment-plan'
import { kyivDayOf } from '@/lib/domain/working-hours'
import { audit } from '@/lib/server/platform/audit'
import { answer, type Outcome, refuse, type RefusedOutcome, withOutcome } from '@/lib/server/platform/call'
import type { Clock } from '@/lib/server/platform/clock'
import type { Pool, PoolClient, Queryable } from '@/lib/server/platform/db/pool'
import { readFact, type StoredFact, writeBody } from './facts'
import { loadingShape } from './loading-shape'
import { queueFactEmails } from './notices'

export type RecordedBy = { readonly staffId: number } | { readonly companyId: number; readonly personId: number }

/** An agreement with its facts and its state. */
export interface LoadedAgreement {
  readonly id: number
  readonly number: string
  readonly companyId: number
  readonly auctionId: number | null
  readonly terms: AgreementTerms
  /** The company as it is now. */
  readonly payer: Payer
  readonly facts: readonly Fact[]
  /** The files of facts, by the fact's id. */
  readonly files: ReadonlyMap<number, number>
  readonly state: Fulfilment
}

/** An agreement that this transaction locks, so that no other writer adds a fact to it. */
export interface OpenAgreement extends LoadedAgreement {
  readonly client: PoolClient
  readonly situation: Situation
  /** Records what was decided, and what follows by itself; returns the ids of the facts, or the refusal. */
  record(decision: FulfilmentDecision, by: RecordedBy, extra?: FactExtra): Promise<Outcome<number[]>>
}

interface FactExtra {
  readonly fileId?: number | null
  readonly lineId?: number | null
}

interface AgreementRow {
  id: number
  number: string
  company_id: number
  auction_id: number | null
  quantity: string
  price: string
  sum: string
  plan: unknown
  in_force_at: Date | null
  deposits: { amount: number; at: string }[]
  rates: KeyRate[]
  payer: Payer
}

/** @param companyId of the buyer who asks; null for the staff. Null for an unknown agreement, or one of another company. */
export async function loadAgreement(
  db: Queryable,
  agreementId: number,
  { companyId, now }: { companyId: number | null; now: number },
): Promise<LoadedAgreement | null> {
  const { rows } = await db.query<AgreementRow>({
    name: 'fulfilment-agreement',
    text: `select agreement.id, agreement.number, agreement.company_id, agreement.auction_id, agreement.quantity, agreement.price, agreement.sum,
        parties.plan,
        (select max(at) from portal.agreement_signatures where agreement_id = agreement.id and act_id is null and side in ('organiser', 'paper')) as in_force_at,
        coalesce((select json_agg(json_build_object('amount', settlement.amount, 'at', settlement.at) order by settlement.id)
          from portal.deposit_settlements settlement join portal.applications application on application.id = settlement.application_id
          where settlement.kind = 'applied' and application.auction_id = agreement.auction_id and application.company_id = agreement.company_id), '[]') as deposits,
        coalesce((select json_agg(json_build_object('since', since::text, 'rate', rate)) from portal.current_key_rates), '[]') as rates,
        json_build_object('name', company.company_name, 'edrpou', company.edrpou, 'taxNumber', coalesce(company.tax_number, ''),
          'iban', coalesce(company.iban, ''), 'bank', coalesce(company.bank, ''), 'address', coalesce(company.address, '')) as payer
      from cms.agreements agreement join portal.agreement_parties parties on parties.agreement_id = agreement.id
      join cms.companies company on company.id = agreement.company_id
      where agreement.id = $1 and ($2::integer is null or agreement.company_id = $2)`,
    values: [agreementId, companyId],
  })
  const [row] = rows
  if (row === undefined) return null
  const stored = await db.query<StoredFact>({
    name: 'fulfilment-facts',
    text: 'select id, kind, body, at, file_id from portal.fulfilment_facts where agreement_id = $1 order by id',
    values: [agreementId],
  })
  const facts = stored.rows.map(readFact)
  const terms: AgreementTerms = {
    quantity: thousandthsOf(row.quantity),
    price: kopecksOf(row.price),
    sum: BigInt(parseSum(row.sum) ?? 0),
    plan: keptPlan(row.plan),
    inForceOn: row.in_force_at === null ? null : kyivDayOf(row.in_force_at.getTime()),
    deposits: row.deposits.map(({ amount, at }) => ({ amount: BigInt(amount), on: kyivDayOf(Date.parse(at)) })),
    rates: row.rates,
  }
  return {
    id: row.id,
    number: row.number,
    companyId: row.company_id,
    auctionId: row.auction_id,
    terms,
    payer: row.payer,
    facts,
    files: new Map(stored.rows.flatMap(({ id, file_id: file }) => (file === null ? [] : [[id, file]]))),
    state: fulfilmentOf(terms, facts, { dayOf: kyivDayOf, today: kyivDayOf(now) }),
  }
}

export type ChangeAgreement = <T>(
  agreementId: number,
  companyId: number | null,
  work: (agreement: OpenAgreement) => Promise<Outcome<T>>,
) => Promise<Outcome<T>>

/** Runs `work` on an agreement in one transaction and under its lock; a refusal rolls it back. */
export function createAgreementChanges({ pool, clock }: { pool: Pool; clock: Clock }): ChangeAgreement {
  return (agreementId, companyId, work) =>
    withOutcome(pool, async (client) => {
      const now = clock.now()
      const agreement = await lockAgreement(client, agreementId, { companyId, now })
      return agreement === null ? refuse('not_found') : work(agreement)
    })
}

/** Opens an agreement in the transaction of `client`: null as in `loadAgreement`. */
export async function lockAgreement(
  client: PoolClient,
  agreementId: number,
  { companyId, now }: { companyId: number | null; now: number },
): Promise<OpenAgreement | null> {
  await client.query('select from cms.agreements where id = $1 for no key update', [agreementId])
  const agreement = await loadAgreement(client, agreementId, { companyId, now })
  if (agreement === null) return null
  const today = kyivDayOf(now)
  const situation = { terms: agreement.terms, state: agreement.state, payer: agreement.payer, today }
  return {
    ...agreement,
    client,
    situation,
    async record(decision, by, extra = {}) {
      if (!decision.ok) return refusalOf(decision.refusal)
      const facts = [...agreement.facts]
      const ids: number[] = []
      const append = async (body: FactBody, recordedBy: RecordedBy | null, own: FactExtra = {}) => {
        const id = await insertFact(client, { agreementId, body, by: recordedBy, now, ...own })
        facts.push({ ...body, id, at: now })
        ids.push(id)
      }
      for (const body of decision.facts) await append(body, by, extra)
      const stateOf = () => fulfilmentOf(agreement.terms, facts, { dayOf: kyivDayOf, today })
      const closed = closing({ state: stateOf() })
      if (closed !== null) await append(closed, null)
      const state = stateOf()
      await storeState(client, agreementId, { terms: agreement.terms, facts, state })
      if (closed !== null)
        await client.query(`update cms.agreements set status = 'archived' where id = $1`, [agreementId])
      await queueFactEmails(client, {
        agreement,
        state,
        today,
        facts: facts.slice(agreement.facts.length).map(({ id, at: _, ...body }) => ({ id, body: body })),
      })
      if ('staffId' in by) for (const body of decision.facts) await auditFact(client, agreement, body, by.staffId)
      return answer(ids)
    },
  }
}

/** Stores the state of an agreement anew once a deposit is set against it, which is money received (R11.4). */
export async function countDeposit(
  client: PoolClient,
  { auctionId, companyId, staffId }: { auctionId: number; companyId: number; staffId: number },
  now: number,
): Promise<void> {
  const { rows } = await client.query<{ id: number }>(
    'select id from cms.agreements where auction_id = $1 and company_id = $2',
    [auctionId, companyId],
  )
  for (const { id } of rows) {
    const agreement = await lockAgreement(client, id, { companyId: null, now })
    await agreement?.record({ ok: true, facts: [] }, { staffId })
  }
}

async function insertFact(
  client: PoolClient,
  {
    agreementId,
    body,
    by,
    now,
    fileId,
    lineId,
  }: FactExtra & { agreementId: number; body: FactBody; by: RecordedBy | null; now: number },
): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `insert into portal.fulfilment_facts (agreement_id, kind, body, line_id, file_id, staff_id, person_id, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
    [
      agreementId,
      body.kind,
      writeBody(body),
      lineId ?? null,
      fileId ?? null,
      by !== null && 'staffId' in by ? by.staffId : null,
      by !== null && 'personId' in by ? by.personId : null,
      new Date(now),
    ],
  )
  const [row] = rows
  if (row === undefined) throw new Error('The fact was not stored')
  return row.id
}

/** A day before every other one: on it nothing is late. */
const NEVER = '0000-01-01'

/** Stores the state for lists, which add what is late by the day on which they are read. */
async function storeState(
  client: PoolClient,
  agreementId: number,
  { terms, facts, state }: { terms: AgreementTerms; facts: readonly Fact[]; state: Fulfilment },
): Promise<void> {
  const timeless = fulfilmentOf(terms, facts, { dayOf: kyivDayOf, today: NEVER })
  const unpaid = state.invoices.filter(({ missing }) => missing > 0n)
  const next = timeless.next && {
    ...timeless.next,
    amount: timeless.next.amount === null ? null : formatSum(timeless.next.amount),
  }
  const loadings = state.loadings.filter((loading) => loading.state !== 'dropped')
  await client.query(
    `insert into portal.fulfilments (agreement_id, board, next, due_on, unpaid, invoiced, received, returned, missing, loaded, accepted, to_load, loadings, unanswered, fact_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
     on conflict (agreement_id) do update set board = excluded.board, next = excluded.next, due_on = excluded.due_on, unpaid = excluded.unpaid,
       invoiced = excluded.invoiced, received = excluded.received, returned = excluded.returned, missing = excluded.missing,
       loaded = excluded.loaded, accepted = excluded.accepted, to_load = excluded.to_load, loadings = excluded.loadings, unanswered = excluded.unanswered, fact_id = excluded.fact_id`,
    [
      agreementId,
      timeless.column,
      next === null ? null : JSON.stringify(next),
      unpaid.map(({ dueOn }) => dueOn).toSorted()[0] ?? null,
      JSON.stringify(Object.fromEntries(unpaid.map(({ id, missing }) => [id, formatSum(missing)]))),
      String(state.invoices.reduce((total, { demanded }) => total + demanded, 0n)),
      String(state.money.received),
      String(state.money.returned),
      String(state.money.missing),
      state.volume.loaded,
      state.volume.accepted,
      state.isShipped ? 0 : state.volume.agreed - state.volume.loaded,
      JSON.stringify(loadings.map(loadingShape)),
      loadings.filter((loading) => loading.state === 'requested').length,
      Math.max(0, ...facts.map(({ id }) => id)),
    ],
  )
}

/** Without a place, a payer, a note or a reason's author: the trail has no personal data. */
async function auditFact(
  client: PoolClient,
  agreement: LoadedAgreement,
  body: FactBody,
  staffId: number,
): Promise<void> {
  const { payer: _, ...recorded } = JSON.parse(writeBody(body)) as Record<string, unknown>
  await audit(client, staffId, body.kind, `agreements:${agreement.id}`, recorded)
}

/** The next number of a kind of document, "12/2026"; the row stays locked until the transaction ends. */
export async function takeNumbers(
  client: PoolClient,
  kind: 'invoice' | 'act' | 'claim',
  { count, today }: { count: number; today: string },
): Promise<string[]> {
  const year = Number(today.slice(0, 4))
  const { rows } = await client.query<{ last: number }>(
    `insert into portal.document_numbers as numbers (kind, year, last) values ($1, $2, $3)
     on conflict (kind, year) do update set last = numbers.last + excluded.last returning last`,
    [kind, year, count],
  )
  const last = rows[0]?.last ?? 0
  return Array.from({ length: count }, (_, index) => `${last - count + 1 + index}/${year}`)
}

export function refusalOf(refusal: FulfilmentRefusal): RefusedOutcome {
  switch (refusal.code) {
    case 'reversal_too_large':
    case 'return_too_large':
      return refuse(refusal.code, { extensions: { maximum: formatSum(refusal.maximum) } })
    case 'volume_not_covered':
      return refuse(refusal.code, { extensions: { maximum: toQuantityString(refusal.maximum) } })
    case 'penalty_changed':
      return refuse(refusal.code, { extensions: { maximum: formatSum(refusal.proposed) } })
    default:
      return refuse(refusal.code)
  }
}
