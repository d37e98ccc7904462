import type { fulfilmentEndpoints, managerFulfilmentEndpoints } from '@/lib/contract/fulfilment'
import type { Language } from '@/lib/contract/primitives'
import type { Side } from '@/lib/domain/fulfilment'
import {
  decideAct,
  decideActCancellation,
  decideEarlyEnd,
  decideInvoiceCancellation,
  decideInvoices,
  decideLoadingAnswer,
  decideLoadingRequest,
  decidePayment,
  decidePenalty,
  decideReturn,
  decideReversal,
  decideWaybill,
  decideWaybillCancellation,
  type FulfilmentDecision,
  type LoadingAnswer,
  type Situation,
} from '@/lib/domain/fulfilment-decisions'
import { formatSum, parseSum, thousandthsOf, toPriceString } from '@/lib/domain/money'
import type { Day } from '@/lib/domain/payment-plan'
import { kyivDayOf } from '@/lib/domain/working-hours'
import { audit } from '@/lib/server/platform/audit'
import {
  accountOf,
  answer,
  type Call,
  type Handlers,
  type Outcome,
  refuse,
  staffOf,
  withOutcome,
} from '@/lib/server/platform/call'
import type { Clock } from '@/lib/server/platform/clock'
import type { Pool, PoolClient } from '@/lib/server/platform/db/pool'
import type { InspectEvidence } from '@/lib/server/platform/files'
import { sendOnce } from '@/lib/server/platform/send-once'
import { lockLine } from '@/lib/server/platform/statement-lines'
import { readBoard, readColumns } from './board'
import { readDayLoadings } from './day-loadings'
import {
  createAgreementChanges,
  loadAgreement,
  type OpenAgreement,
  type RecordedBy,
  refusalOf,
  takeNumbers,
} from './open-agreement'
import { fulfilmentShape } from './shapes'
import { readTotals } from './totals'

interface Dependencies {
  pool: Pool
  clock: Clock
  inspectEvidence: InspectEvidence
}

const sumOfText = (text: string) => BigInt(parseSum(text) ?? 0)

/** From the agreement to closed (R16): both sides' calls. */
export function createFulfilmentEndpoints({ pool, clock, inspectEvidence }: Dependencies): {
  fulfilment: Handlers<typeof fulfilmentEndpoints>
  manager: Handlers<typeof managerFulfilmentEndpoints>
} {
  const change = createAgreementChanges({ pool, clock })
  const today = () => kyivDayOf(clock.now())

  async function read(agreementId: number, companyId: number | null, lang: Language) {
    const agreement = await loadAgreement(pool, agreementId, { companyId, now: clock.now() })
    return agreement === null ? refuse('not_found') : answer({ data: await fulfilmentShape(pool, agreement, lang) })
  }

  function recorderOf(call: Call): { companyId: number | null; by: RecordedBy; side: Side } {
    if (call.caller.kind === 'staff')
      return { companyId: null, by: { staffId: staffOf(call).staffId }, side: 'organiser' }
    const { companyId, personId } = accountOf(call)
    return { companyId, by: { companyId, personId }, side: 'buyer' }
  }

  /** Decides on an agreement, records the facts, and answers with what it is then. */
  async function decide(
    { agreement_id: agreementId, lang = 'uk' }: { agreement_id: number; lang?: Language },
    call: Call,
    decision: (agreement: OpenAgreement, side: Side) => FulfilmentDecision | Promise<FulfilmentDecision>,
  ) {
    const { companyId, by, side } = recorderOf(call)
    const recorded = await change(agreementId, companyId, async (agreement) =>
      agreement.record(await decision(agreement, side), by),
    )
    return recorded.ok ? read(agreementId, companyId, lang) : recorded
  }

  /**
   * Decides on money that a person typed: nothing else keeps the same entry, sent twice, from counting twice.
   *
   * @param decision null if the total that the person saw has changed
   */
  async function decideOnMoney(
    { agreement_id: agreementId, lang }: { agreement_id: number; lang: Language },
    call: Call,
    decision: (agreement: OpenAgreement) => FulfilmentDecision | null,
  ) {
    const { by } = recorderOf(call)
    const recorded = await change(agreementId, null, async (agreement) => {
      const decided = decision(agreement)
      return decided === null ? refuse('payments_changed') : agreement.record(decided, by)
    })
    return recorded.ok ? read(agreementId, null, lang) : recorded
  }

  /** A decision that may name documents takes their numbers first: none is missing if it is refused. */
  async function decideNumbered(
    { client, situation }: OpenAgreement,
    kind: 'invoice' | 'act' | 'claim',
    decision: (situation: Situation, numberOf: (index: number) => string) => FulfilmentDecision,
  ): Promise<FulfilmentDecision> {
    const unnumbered = decision(situation, () => '')
    if (!unnumbered.ok) return unnumbered
    const count = unnumbered.facts.filter((fact) => 'number' in fact).length
    if (count === 0) return unnumbered
    const numbers = await takeNumbers(client, kind, { count, today: situation.today })
    return decision(situation, (index) => numbers[index] ?? '')
  }

  const answerLoading = (
    input: {
      agreement_id: number
      loading_id: number
      version: number
      answer: 'move' | 'agree' | 'drop'
      on?: string | undefined
      reason?: string | undefined
      lang: Language
    },
    call: Call,
  ) =>
    decide(input, call, ({ situation }, side) =>
      decideLoadingAnswer(
        situation,
        { loadingId: input.loading_id, version: input.version, side },
        loadingAnswerOf(input),
      ),
    )

  /** Stores a file of the staff, and records a decision with it. */
  async function recordWithFile(
    agreementId: number,
    { file, call }: { file: File | undefined; call: Call },
    decision: (agreement: OpenAgreement) => Promise<Outcome<FulfilmentDecision>>,
  ): Promise<Outcome<number[]>> {
    const inspected = file === undefined ? null : await inspectEvidence(file, call)
    if (inspected !== null && !inspected.ok) return inspected
    return change(agreementId, null, async (agreement) => {
      const decided = await decision(agreement)
      if (!decided.ok) return decided
      if (!decided.answer.ok) return refusalOf(decided.answer.refusal)
      const stored = inspected === null ? null : await inspected.answer(agreement.client)
      if (stored !== null && !stored.ok) return stored
      return agreement.record(
        decided.answer,
        { staffId: staffOf(call).staffId },
        { fileId: stored === null ? null : Number(stored.answer.id) },
      )
    })
  }

  return {
    fulfilment: {
      read: ({ agreement_id: id, lang }, call) => read(id, accountOf(call).companyId, lang),
      async requestLoading({ agreement_id: agreementId, on, volume, place, lang }, call) {
        const { companyId, personId } = accountOf(call)
        const requested = await change(agreementId, companyId, (agreement) =>
          sendOnce(
            agreement.client,
            {
              ...{ companyId, call: 'loading', key: call.idempotencyKey, sentAt: call.receivedAt },
              content: [agreementId, on, volume, place],
            },
            (id) => Promise.resolve({ id }),
            async () => {
              const decision = decideLoadingRequest(agreement.situation, { on, volume: thousandthsOf(volume), place })
              const recorded = await agreement.record(decision, { companyId, personId })
              return recorded.ok ? answer({ data: { id: recorded.answer[0] ?? 0 } }) : recorded
            },
          ),
        )
        return requested.ok ? read(agreementId, companyId, lang) : requested
      },
      answerLoading,
    },
    manager: {
      async fulfilmentBoard(input) {
        const [page, columns] = await Promise.all([
          readBoard(pool, { ...input, today: today() }),
          readColumns(pool, today()),
        ])
        return answer({ data: { ...page, columns } })
      },
      fulfilmentTotals: async (input) =>
        answer({ data: { list: await readTotals(pool, { ...input, today: today() }), next_cursor: null } }),
      fulfilment: ({ agreement_id: id, lang }) => read(id, null, lang),
      issueInvoices: (input, call) =>
        decide(input, call, (agreement) => decideNumbered(agreement, 'invoice', decideInvoices)),
      cancelInvoice: (input, call) =>
        decide(input, call, ({ situation }) => decideInvoiceCancellation(situation, input.invoice_id, input.reason)),
      countPayment: (input, call) =>
        decideOnMoney(input, call, ({ situation, state }) => {
          if (formatSum(state.money.received) !== input.received) return null
          const { on, note } = input
          return decidePayment(situation, {
            amount: sumOfText(input.amount),
            on,
            invoice: input.invoice_id ?? null,
            note,
          })
        }),
      countLineForAgreement: async (input, call) => {
        const { by } = recorderOf(call)
        const recorded = await change(input.agreement_id, null, async (agreement) => {
          const line = await lockLine(agreement.client, input.line_id)
          if (line === null) return refuse('not_found')
          const isReversal = line.kind === 'reversal'
          const subject = (isReversal ? input.payment_id : input.invoice_id) ?? null
          const isCounted = line.parts.some((part) => part.agreement_id === agreement.id && part.subject_id === subject)
          if (line.dismissed || line.remaining === 0 || isCounted) return refuse('statement_line_decided')
          const remaining = BigInt(line.remaining)
          const amount = input.amount === undefined ? remaining : sumOfText(input.amount)
          if (amount > remaining)
            return refuse('statement_part_too_large', { extensions: { maximum: formatSum(remaining) } })
          if (isReversal === (input.payment_id === undefined)) return refuse('payment_not_found')
          const counted = { amount, on: line.booked_on, note: null }
          const decision = isReversal
            ? decideReversal(agreement.situation, { ...counted, payment: subject ?? 0 })
            : decidePayment(agreement.situation, { ...counted, invoice: subject })
          return agreement.record(decision, by, { lineId: input.line_id })
        })
        return recorded.ok ? answer({ data: {} }) : recorded
      },
      reversePayment: (input, call) =>
        decideOnMoney(input, call, ({ situation, state }) => {
          const { payment_id: payment, on, note } = input
          const reversed = state.payments.find(({ id }) => id === payment)?.reversed
          if (reversed !== undefined && formatSum(reversed) !== input.reversed) return null
          return decideReversal(situation, { payment, amount: sumOfText(input.amount), on, note })
        }),
      returnOverpayment: (input, call) =>
        decideOnMoney(input, call, ({ situation, state }) => {
          if (formatSum(state.money.returned) !== input.returned) return null
          return decideReturn(situation, { amount: sumOfText(input.amount), on: input.on, note: input.note })
        }),
      claimPenalty: (input, call) =>
        decide(input, call, (agreement) =>
          decideNumbered(agreement, 'claim', (situation, numberOf) =>
            decidePenalty(
              situation,
              {
                invoice: input.invoice_id,
                proposed: sumOfText(input.proposed),
                amount: sumOfText(input.amount),
                reason: input.reason ?? null,
              },
              numberOf(0),
            ),
          ),
        ),
      dayLoadings: async (input) => answer({ data: { list: await readDayLoadings(pool, input) } }),
      decideLoading: async (input, call) => {
        const decided = await answerLoading(input, call)
        return decided.ok ? answer({ data: {} }) : decided
      },
      recordWaybill: async (input, call) => {
        const recorded = await recordWithFile(
          input.agreement_id,
          { file: input.file, call },
          async ({ client, situation }) => {
            const { number, on, loading_id: loading } = input
            if (await isWaybillKnown(client, number, on)) return refuse('waybill_known')
            return answer(
              decideWaybill(situation, { number, on, volume: thousandthsOf(input.volume), loading: loading ?? null }),
            )
          },
        )
        return recorded.ok ? answer({ data: {} }) : recorded
      },
      cancelWaybill: async (input, call) => {
        const decided = await decide(input, call, ({ situation }) =>
          decideWaybillCancellation(situation, input.waybill_id, input.reason),
        )
        return decided.ok ? answer({ data: {} }) : decided
      },
      makeAct: (input, call) =>
        decide(input, call, (agreement) =>
          decideNumbered(agreement, 'act', (situation, numberOf) =>
            decideAct(situation, { waybills: input.waybill_ids ?? null, isLast: input.is_last, number: numberOf(0) }),
          ),
        ),
      cancelAct: (input, call) =>
        decide(input, call, ({ situation }) => decideActCancellation(situation, input.act_id, input.reason)),
      endAgreement: (input, call) => decide(input, call, ({ situation }) => decideEarlyEnd(situation, input.reason)),
      async keyRates() {
        const { rows } = await pool.query<{ since: string; rate: number }>(
          'select since::text, rate from portal.current_key_rates order by since desc',
        )
        return answer({ data: { list: rows.map(({ since, rate }) => ({ since, rate: toPriceString(rate) })) } })
      },
      addKeyRate({ since, rate }, call) {
        const { staffId } = staffOf(call)
        return withOutcome(pool, async (client) => {
          const { rowCount } = await client.query(
            `insert into portal.key_rates (since, rate, staff_id, at) select $1::date, $2::integer, $3::integer, $4::timestamptz
             where not exists (select from portal.current_key_rates where since = $1::date and rate = $2::integer)`,
            [since, Number(sumOfText(rate)), staffId, new Date(clock.now())],
          )
          if (rowCount === 0) return refuse('rate_known')
          await audit(client, staffId, 'key_rate_entered', 'key_rates', { since, rate })
          return answer({ data: {} })
        })
      },
    },
  }
}

function loadingAnswerOf({
  answer: kind,
  on,
  reason,
}: {
  answer: LoadingAnswer['kind']
  on?: string | undefined
  reason?: string | undefined
}): LoadingAnswer {
  const why = reason || null
  if (kind === 'agree') return { kind }
  return kind === 'drop' ? { kind, reason: why } : { kind, on: on ?? '', reason: why }
}

/** Waybill numbering restarts each year, so the same number further apart is another waybill. */
const SAME_NUMBER_DAYS = 180

/** Whether a waybill of any agreement has the number; held until the transaction ends, so that two cannot record it at once. */
async function isWaybillKnown(client: PoolClient, number: string, on: Day): Promise<boolean> {
  await client.query(`select pg_advisory_xact_lock(hashtext('waybill'), hashtext(portal.waybill_key($1)))`, [number])
  const { rowCount } = await client.query(
    `select from portal.fulfilment_facts waybill where kind = 'waybill_recorded' and portal.waybill_key(body ->> 'number') = portal.waybill_key($1)
       and abs((body ->> 'on')::date - $2::date) < ${SAME_NUMBER_DAYS} and not exists (
       select from portal.fulfilment_facts cancellation where cancellation.agreement_id = waybill.agreement_id
         and cancellation.kind = 'waybill_cancelled' and (cancellation.body ->> 'waybill')::integer = waybill.id)`,
    [number, on],
  )
  return rowCount !== 0
}
