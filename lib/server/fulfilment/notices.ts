import type * as z from 'zod'
import type { FactBody, Fulfilment } from '@/lib/domain/fulfilment'
import { formatSum } from '@/lib/domain/money'
import { addBankingDays, addDays, type Day } from '@/lib/domain/payment-plan'
import { instantOfKyivTime } from '@/lib/domain/working-hours'
import { type emails, type NewEmail, queueEmails } from '@/lib/server/jobs/emails'
import type { PoolClient } from '@/lib/server/platform/db/pool'

type News = z.input<(typeof emails)['fulfilment_news']['payload']>
type Task = z.input<(typeof emails)['fulfilment_task']['payload']>

interface Noticed {
  readonly agreement: { readonly id: number; readonly number: string; readonly companyId: number }
  /** With the facts. */
  readonly state: Fulfilment
  readonly facts: readonly { readonly id: number; readonly body: FactBody }[]
  /** In Kyiv. */
  readonly today: Day
}

/** Queues the emails and push messages about recorded facts, and the reminders of invoices, in the transaction of `client` (R16.8). */
export async function queueFactEmails(client: PoolClient, { agreement, state, facts, today }: Noticed): Promise<void> {
  const about = { agreement_id: agreement.id, number: agreement.number }
  const queued = facts.flatMap(({ id, body }): NewEmail[] => {
    const news = newsOf(body, state)
    const task = taskOf(body, state)
    return [
      ...(news === null ? [] : [toBuyer(agreement.companyId, { ...about, ...news })]),
      ...(task === null ? [] : [toManagers({ ...about, company_id: agreement.companyId, ...task })]),
      ...(body.kind === 'invoice_issued'
        ? remindersOf(body.dueOn)
            .filter(({ on }) => on > today)
            .map(({ event, on }) => ({
              ...toBuyer(agreement.companyId, {
                ...about,
                event,
                document: body.number,
                is_claim: body.type === 'penalty',
                invoice_id: id,
                day: body.dueOn,
              }),
              dedupe_key: `invoice:${id}:${event}:${on}`,
              send_at: morningOf(on),
            }))
        : []),
    ]
  })
  await queueEmails(client, queued)
}

const toBuyer = (companyId: number, payload: News): NewEmail => ({
  kind: 'fulfilment_news',
  company_id: companyId,
  payload,
  dedupe_key: null,
})
const toManagers = (payload: Task): NewEmail => ({
  kind: 'fulfilment_task',
  company_id: null,
  payload,
  dedupe_key: null,
})

/** Two banking days before, on the day, and 1, 5 and 10 days late. */
function remindersOf(dueOn: Day): { event: News['event']; on: Day }[] {
  return [
    { event: 'due_soon', on: addBankingDays(dueOn, -2) },
    { event: 'due_today', on: dueOn },
    ...[1, 5, 10].map((days) => ({ event: 'late' as const, on: addDays(dueOn, days) })),
  ]
}

const NINE = 9 * 60 * 60_000

const morningOf = (day: Day) => new Date(instantOfKyivTime(Date.parse(`${day}T00:00:00Z`) + NINE)).toISOString()

function newsOf(body: FactBody, state: Fulfilment): Omit<News, 'agreement_id' | 'number'> | null {
  const loadingDay = (id: number) => state.loadings.find((loading) => loading.id === id)?.on
  const invoiceOf = (invoiceId: number) => {
    const invoice = state.invoices.find(({ id }) => id === invoiceId)
    return { document: invoice?.number, is_claim: invoice?.type === 'penalty' }
  }
  switch (body.kind) {
    case 'invoice_issued': {
      const { number: document, amount, deducted, dueOn: day, type, late } = body
      if (type === 'penalty')
        return { event: 'penalty_claimed', document, amount: formatSum(amount), day, reason: late?.reason ?? null }
      return { event: 'invoice_issued', document, amount: formatSum(amount - deducted), day }
    }
    case 'invoice_cancelled':
      return { event: body.kind, ...invoiceOf(body.invoice), reason: body.reason }
    case 'payment_counted':
    case 'payment_reversed':
    case 'overpayment_returned':
      return { event: body.kind, amount: formatSum(body.amount) }
    case 'loading_agreed':
      return body.side === 'organiser' ? { event: 'loading_confirmed', day: loadingDay(body.loading) } : null
    case 'loading_moved':
      return body.side === 'organiser' ? { event: 'loading_moved', day: body.on, reason: body.reason } : null
    case 'loading_dropped':
      return body.side === 'organiser'
        ? { event: 'loading_refused', day: loadingDay(body.loading), reason: body.reason }
        : null
    case 'act_made':
      return { event: 'act_made', document: body.number }
    case 'act_signed': {
      const act = state.acts.find(({ id }) => id === body.act)
      return act?.inForceAt ? { event: 'act_in_force', document: act.number } : null
    }
    case 'ended_early':
      return { event: 'ended_early', reason: body.reason }
    case 'closed':
      return { event: 'closed' }
    default:
      return null
  }
}

function taskOf(body: FactBody, state: Fulfilment): Pick<Task, 'event' | 'document' | 'day'> | null {
  const loadingDay = (id: number) => state.loadings.find((loading) => loading.id === id)?.on
  switch (body.kind) {
    case 'loading_requested':
      return { event: 'loading_requested', day: body.on }
    case 'loading_moved':
      return body.side === 'buyer' ? { event: 'loading_moved', day: body.on } : null
    case 'loading_agreed':
      return body.side === 'buyer' ? { event: 'loading_agreed', day: loadingDay(body.loading) } : null
    case 'loading_dropped':
      return body.side === 'buyer' ? { event: 'loading_withdrawn', day: loadingDay(body.loading) } : null
    case 'act_signed': {
      const act = state.acts.find(({ id }) => id === body.act)
      return body.side === 'buyer' && act?.inForceAt === null ? { event: 'act_signed', document: act.number } : null
    }
    default:
      return null
  }
}
