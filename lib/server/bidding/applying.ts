import type { auctionsEndpoints } from '@/lib/contract/auctions'
import { decideApply, decideDocumentsSent, decideWithdraw } from '@/lib/domain/application'
import type { AuctionState } from '@/lib/domain/auction-state'
import type { FactOf } from '@/lib/domain/facts'
import { parsePrice, parseQuantity } from '@/lib/domain/money'
import type { RequiredDocument } from '@/lib/domain/required-documents'
import type { Queryable } from '@/lib/server/db/pool'
import type { AccountStatus } from '@/lib/server/kernel/account-status'
import type { Clock } from '@/lib/server/kernel/clock'
import { accountOf, answer, type Handlers, refuse } from '@/lib/server/kernel/handler'
import { readMissingDocuments } from '@/lib/server/kernel/missing-documents'
import { applicationShape } from '@/lib/server/kernel/own-position'
import { holdAccountStatus } from './accounts'
import { newNonce } from './applicant'
import type { BidVault } from './bid-vault'
import { changeAuction, type ChangeDependencies, type OpenAuction } from './change-auction'
import { refusalOf } from './refusal-facts'

export interface ApplyingDependencies extends ChangeDependencies {
  clock: Clock
}

export function createApplying(deps: ApplyingDependencies): Pick<Handlers<typeof auctionsEndpoints>, 'apply' | 'withdraw'> {
  return {
    async apply(input, call) {
      const { accountId } = accountOf(call)
      const price = parsePrice(input.price)
      const quantity = parseQuantity(input.quantity)
      const minimumQuantity = input.minimum_quantity === undefined ? undefined : parseQuantity(input.minimum_quantity)
      if (price === null || quantity === null || minimumQuantity === null) return refuse('invalid_input')
      let accountStatus: AccountStatus | null = null
      let tradesProduct = false
      return changeAuction(
        deps,
        input.auction_id,
        async (auction) => {
          if (accountStatus === null) return refuse('unauthorized')
          const { state } = auction.journal()
          const receivedAt = decidedAt(state, call.receivedAt)
          const offer = { bidderId: accountId, accountStatus, tradesProduct, price, quantity, minimumQuantity, receivedAt }
          const decision = decideApply(state, offer)
          if (!decision.ok) return refusalOf(decision.refusal)
          for (const fact of decision.facts) if (fact.kind === 'application_received') await receiveApplication(deps.books.vault, auction, fact)
          return answer({ data: shownApplication(auction, accountId, await readMissingDocuments(auction.client, accountId)) })
        },
        async (client) => {
          accountStatus = await holdAccountStatus(client, accountId)
          tradesProduct = await doesTrade(client, accountId, input.auction_id)
        },
      )
    },

    async withdraw({ auction_id: auctionId }, call) {
      const { accountId } = accountOf(call)
      return changeAuction(deps, auctionId, async (auction) => {
        const { state } = auction.journal()
        const decision = decideWithdraw(state, accountId, decidedAt(state, call.receivedAt))
        if (!decision.ok) return refuse(decision.refusal.code)
        await auction.append(decision.facts, { accountId })
        return answer({ data: {} })
      })
    },
  }
}

/** Puts an application on record: its price and quantity encrypted beside the public log, their seal in it (R2.3). */
export async function receiveApplication(vault: BidVault, auction: OpenAuction, fact: FactOf<'application_received'>): Promise<void> {
  const { auctionId, state } = auction.journal()
  const applicant = { number: state.applications.size + 1, nonce: newNonce() }
  const { price, quantity, minimumQuantity } = fact
  const secret = { price, quantity, minimum_quantity: minimumQuantity, nonce: applicant.nonce }
  const sealed = vault.seal(secret, { auctionId, accountId: fact.bidderId })
  const { rows } = await auction.client.query<{ id: number }>(
    `insert into portal.applications (auction_id, account_id, number, sealed, received_at) values ($1, $2, $3, $4, $5) returning id`,
    [auctionId, fact.bidderId, applicant.number, sealed, new Date(fact.at)],
  )
  const id = rows[0]?.id
  if (id === undefined) throw new Error('An application was not inserted')
  auction.admit(fact.bidderId, { id, ...applicant })
  await auction.append([fact])
}

/**
 * Notes that an application's documents went to the manager, from where on it awaits its confirmation (R2.4). Called by
 * the job that mails them; where documents are missing, the application has been decided meanwhile, or noted before, nothing is changed.
 */
export async function noteDocumentsSent(deps: ApplyingDependencies, to: { auctionId: number; accountId: number }): Promise<void> {
  await changeAuction(deps, to.auctionId, async (auction) => {
    const missing = await readMissingDocuments(auction.client, to.accountId)
    const decision = decideDocumentsSent(auction.journal().state, { bidderId: to.accountId, missing }, deps.clock.now())
    if (!decision.ok) return refuse(decision.refusal.code)
    await auction.append(decision.facts)
    return answer(null)
  })
}

/** Whether the company takes part in auctions of this product, as it said when it registered. */
async function doesTrade(db: Queryable, accountId: number, auctionId: number): Promise<boolean> {
  const { rows } = await db.query<{ trades: boolean }>(
    `select coalesce(company.auction_kind::text, 'all') in ('all', lot.category) as trades from cms.companies company, cms.lots lot
     where company.id = $1 and lot.id = $2`,
    [accountId, auctionId],
  )
  return rows[0]?.trades ?? true
}

/** Received in time and reached after the start was recorded: too late, because the first bids are made (R3.1). */
function decidedAt({ startedAt, unsuccessfulAt }: AuctionState, receivedAt: number): number {
  return Math.max(receivedAt, startedAt ?? unsuccessfulAt ?? receivedAt)
}

function shownApplication(auction: OpenAuction, accountId: number, missing: readonly RequiredDocument[]) {
  const { auctionId, state, applicants } = auction.journal()
  const application = state.applications.get(accountId)
  const id = applicants.get(accountId)?.id
  if (application === undefined || id === undefined) throw new Error('An application received is not in the state')
  return applicationShape(auctionId, application, { id, reason: null, missing })
}
