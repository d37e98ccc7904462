import type { auctionsEndpoints } from '@/lib/contract/auctions'
import { decideApply, decideDocumentsSent, decideWithdraw, type RequiredDocument } from '@/lib/domain/application'
import type { AuctionState } from '@/lib/domain/auction-state'
import type { EventOf } from '@/lib/domain/events'
import { kopecksOf, thousandthsOf } from '@/lib/domain/money'
import type { PoolClient, Queryable } from '@/lib/server/platform/db/pool'
import { type BidVault, newNonce } from '@/lib/server/events/sealed-bids'
import { type AccountStatus, readMissingDocuments } from '@/lib/server/platform/company-sql'
import type { Clock } from '@/lib/server/platform/clock'
import { accountOf, answer, type Handlers, refuse } from '@/lib/server/platform/call'
import { applicationShape } from '@/lib/server/events/own-position'
import { refusalOf } from './bid/decide-batch'
import { changeAuction, type ChangeDependencies } from './change-auction'
import { type OpenAuction } from '@/lib/server/events/open-auction'
import { lockAccountStatus } from './account-status'

interface ApplyDependencies extends ChangeDependencies {
  clock: Clock
}

export function applicationHandlers(
  deps: ApplyDependencies,
): Pick<Handlers<typeof auctionsEndpoints>, 'apply' | 'withdraw'> {
  return {
    async apply(input, call) {
      const { companyId, personId } = accountOf(call)
      let accountStatus: AccountStatus | null = null
      let tradesProduct = false
      return changeAuction(
        deps,
        input.auction_id,
        async (auction) => {
          if (accountStatus === null) return refuse('unauthorized')
          const { state } = auction.stream()
          const decision = decideApply(state, {
            bidderId: companyId,
            accountStatus,
            tradesProduct,
            price: kopecksOf(input.price),
            quantity: thousandthsOf(input.quantity),
            minimumQuantity: input.minimum_quantity === undefined ? undefined : thousandthsOf(input.minimum_quantity),
            receivedAt: decidedAt(state, call.receivedAt),
          })
          if (!decision.ok) return refusalOf(decision.refusal)
          if (await hasCompanyApplied(auction.client, input.auction_id, companyId))
            return refuse('company_already_applied')
          for (const event of decision.events)
            if (event.kind === 'application_received')
              await receiveApplication(deps.streams.vault, auction, event, personId)
          return answer({
            data: shownApplication(auction, companyId, await readMissingDocuments(auction.client, companyId)),
          })
        },
        async (client) => {
          accountStatus = await lockAccountStatus(client, companyId)
          tradesProduct = await readTradesProduct(client, companyId, input.auction_id)
        },
      )
    },

    async withdraw({ auction_id: auctionId }, call) {
      const { companyId, personId } = accountOf(call)
      return changeAuction(deps, auctionId, async (auction) => {
        const { state } = auction.stream()
        const decision = decideWithdraw(state, companyId, decidedAt(state, call.receivedAt))
        if (!decision.ok) return refuse(decision.refusal.code)
        await auction.append(decision.events, { companyId, personId })
        return answer({ data: {} })
      })
    },
  }
}

/** Records an application: its price and quantity are stored encrypted outside of the public log, which has their seal (R2.3). */
export async function receiveApplication(
  vault: BidVault,
  auction: OpenAuction,
  event: EventOf<'application_received'>,
  personId: number | null,
): Promise<void> {
  const { auctionId, state } = auction.stream()
  const applicant = { number: state.applications.size + 1, nonce: newNonce() }
  const { price, quantity, minimumQuantity } = event
  const secret = { price, quantity, minimum_quantity: minimumQuantity, nonce: applicant.nonce }
  const sealed = vault.seal(secret, { auctionId, companyId: event.bidderId })
  const { rows } = await auction.client.query<{ id: number }>(
    `insert into portal.applications (auction_id, company_id, person_id, edrpou, number, sealed, received_at)
     select $1, id, $6, edrpou, $3, $4, $5 from cms.companies where id = $2 returning id`,
    [auctionId, event.bidderId, applicant.number, sealed, new Date(event.at), personId],
  )
  const id = rows[0]?.id
  if (id === undefined) throw new Error('An application was not inserted')
  auction.addApplicant(event.bidderId, { id, ...applicant })
  await auction.append([event])
}

/**
 * Records that the documents were mailed to the manager: the application then awaits confirmation (R2.4). Changes nothing if
 * documents are missing, or if the application was decided or recorded as sent before.
 */
export async function recordDocumentsSent(
  deps: ApplyDependencies,
  to: { auctionId: number; companyId: number },
): Promise<void> {
  await changeAuction(deps, to.auctionId, async (auction) => {
    const missing = await readMissingDocuments(auction.client, to.companyId)
    const decision = decideDocumentsSent(auction.stream().state, { bidderId: to.companyId, missing }, deps.clock.now())
    if (!decision.ok) return refuse(decision.refusal.code)
    await auction.append(decision.events)
    return answer(null)
  })
}

/**
 * Whether another account of the same company (EDRPOU, now or when it applied) has applied for the auction (R2.1). Requires
 * the lock of the auction's head, because two accounts may apply concurrently.
 */
async function hasCompanyApplied(client: PoolClient, auctionId: number, companyId: number): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from cms.companies applicant
     join portal.applications other on other.auction_id = $1 and other.company_id <> applicant.id
     join cms.companies company on company.id = other.company_id
     where applicant.id = $2 and applicant.edrpou in (other.edrpou, company.edrpou)`,
    [auctionId, companyId],
  )
  return rowCount !== 0
}

/** Whether the company chose this product when it registered. */
async function readTradesProduct(db: Queryable, companyId: number, auctionId: number): Promise<boolean> {
  const { rows } = await db.query<{ trades: boolean }>(
    `select coalesce(company.auction_kind::text, 'all') in ('all', lot.category) as trades from cms.companies company, cms.lots lot
     where company.id = $1 and lot.id = $2`,
    [companyId, auctionId],
  )
  return rows[0]?.trades ?? true
}

/** A request received in time, but processed after the start was recorded, is late: the first bids are made (R3.1). */
function decidedAt({ startedAt, unsuccessfulAt }: AuctionState, receivedAt: number): number {
  return Math.max(receivedAt, startedAt ?? unsuccessfulAt ?? receivedAt)
}

function shownApplication(auction: OpenAuction, companyId: number, missing: readonly RequiredDocument[]) {
  const { auctionId, state, applicants } = auction.stream()
  const application = state.applications.get(companyId)
  const id = applicants.get(companyId)?.id
  if (application === undefined || id === undefined) throw new Error('An application received is not in the state')
  return applicationShape(auctionId, application, { id, reason: null, missing })
}
