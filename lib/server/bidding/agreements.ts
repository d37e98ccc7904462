import { formatPrice, formatSum } from '@/lib/domain/money'
import { formatQuantity } from '@/lib/domain/quantity'
import { agreementsOf } from '@/lib/domain/results'
import type { Pool } from '@/lib/server/db/pool'
import { withTransaction } from '@/lib/server/db/transaction'
import type { BiddingBooks } from './books'

/** What a winner has bought, in the wire's decimal strings (R8.2). */
export interface NewAgreement {
  readonly auctionId: number
  readonly accountId: number
  readonly participant: number
  readonly quantity: string
  readonly price: string
  readonly sum: string
}

/** Makes agreements, which are edited afterwards. An agreement of the same auction and company is not made twice. */
export type CreateAgreements = (agreements: readonly NewAgreement[]) => Promise<void>

export interface AgreementDependencies {
  pool: Pool
  books: BiddingBooks
  createAgreements: CreateAgreements
}

/** Makes the agreements of every completed auction that has none yet: right after completing, and again until it worked. */
export async function makeAgreements(deps: AgreementDependencies): Promise<void> {
  const { rows } = await deps.pool.query<{ auction_id: number }>({
    name: 'agreements-to-make',
    text: `select auction_id from portal.auction_results result
           where not exists (select from portal.agreements_made made where made.auction_id = result.auction_id)
           order by auction_id`,
  })
  for (const { auction_id: auctionId } of rows) await makeFor(deps, auctionId)
}

async function makeFor({ pool, books, createAgreements }: AgreementDependencies, auctionId: number): Promise<void> {
  await withTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `select from portal.auction_heads head where auction_id = $1
         and not exists (select from portal.agreements_made made where made.auction_id = head.auction_id)
       for update skip locked`,
      [auctionId],
    )
    if (rowCount === 0) return
    const journal = await books.current(client, auctionId)
    if (journal === null) return
    const { state } = journal
    await createAgreements(
      agreementsOf(state).map(({ participant, quantity, price, sum }) => ({
        auctionId,
        accountId: bidderOf(state.lastBids[participant - 1]?.bidderId),
        participant,
        quantity: formatQuantity(quantity),
        price: formatPrice(price),
        sum: formatSum(sum),
      })),
    )
    await client.query('insert into portal.agreements_made (auction_id, at) values ($1, now()) on conflict do nothing', [auctionId])
  })
}

function bidderOf(bidderId: number | undefined): number {
  if (bidderId === undefined) throw new Error('A winner has no bid')
  return bidderId
}
