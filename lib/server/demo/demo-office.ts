import type { auctionsEndpoints } from '@/lib/contract/auctions'
import type { managerEndpoints } from '@/lib/contract/manager'
import { toPriceString, type Kopecks, toQuantityString, type Thousandths } from '@/lib/domain/money'
import type { Pool } from '@/lib/server/platform/db/pool'
import { DEMO_DOMAIN, demoBuyers } from './companies'
import type { Clock } from '@/lib/server/platform/clock'
import type { Call, Caller, Handlers } from '@/lib/server/http/handler'

/** The endpoints that the demo's buyers and manager use. */
export interface DemoHandlers {
  auctions: Pick<Handlers<typeof auctionsEndpoints>, 'apply' | 'answerPartial'>
  manager: Pick<Handlers<typeof managerEndpoints>, 'confirmApplication' | 'confirmWinners' | 'complete'>
}

/**
 * The demo's people at work. What the rules refuse stays undone and is no error: a person may have been quicker, or
 * decided otherwise.
 */
export interface DemoOffice {
  /** Accounts that are active now. */
  buyers: number[]
  apply(accountId: number, offer: { auctionId: number; price: Kopecks; quantity: Thousandths }): Promise<void>
  waitingApplications(auctionId: number): Promise<number[]>
  confirm(applicationId: number): Promise<void>
  /** Whether it was accepted. */
  acceptPart(auctionId: number, accountId: number, quantity: Thousandths): Promise<boolean>
  complete(auctionId: number): Promise<void>
}

export interface QueueDependencies {
  pool: Pool
  clock: Clock
  handlers: DemoHandlers
}

/** Null where the demo's people are gone. */
export async function openOffice({ pool, clock, handlers }: QueueDependencies): Promise<DemoOffice | null> {
  const { rows } = await pool.query<{ account_id: number }>(
    `select account_id from portal.accounts where email = any ($1) and status = 'active' order by account_id`,
    [demoBuyers.map(({ email }) => email)],
  )
  const { rows: staff } = await pool.query<{ id: number; name: string }>(
    `select id, name from cms.staff where email = $1`,
    [`manager@${DEMO_DOMAIN}`],
  )
  const manager = staff[0]
  if (manager === undefined || rows.length === 0) return null

  const callBy = (caller: Caller): Call => ({
    requestId: crypto.randomUUID(),
    receivedAt: clock.now(),
    address: 'in-process',
    userAgent: 'demo',
    idempotencyKey: null,
    caller,
  })
  const buyer = (accountId: number) => callBy({ kind: 'account', accountId, sessionId: 'demo', status: 'active' })
  const byManager = () => callBy({ kind: 'staff', staffId: manager.id, role: 'manager', name: manager.name })

  return {
    buyers: rows.map((row) => row.account_id),
    async apply(accountId, { auctionId, price, quantity }) {
      await handlers.auctions.apply(
        { auction_id: auctionId, price: toPriceString(price), quantity: toQuantityString(quantity) },
        buyer(accountId),
      )
    },
    async waitingApplications(auctionId) {
      const { rows: waiting } = await pool.query<{ id: number }>(
        `select id from portal.applications application where auction_id = $1 and not exists (
           select from portal.application_decisions decision
           where decision.application_id = application.id and decision.kind in ('confirmed', 'rejected', 'withdrawn')
         ) order by number`,
        [auctionId],
      )
      return waiting.map(({ id }) => id)
    },
    async confirm(applicationId) {
      await handlers.manager.confirmApplication(
        { application_id: applicationId, insistence: 'Демонстраційна заявка' },
        byManager(),
      )
    },
    async acceptPart(auctionId, accountId, quantity) {
      const outcome = await handlers.auctions.answerPartial(
        { auction_id: auctionId, accept: true, quantity: toQuantityString(quantity) },
        buyer(accountId),
      )
      return outcome.ok
    },
    async complete(auctionId) {
      await handlers.manager.confirmWinners({ auction_id: auctionId }, byManager())
      await handlers.manager.complete({ auction_id: auctionId }, byManager())
    },
  }
}
