import type { AuctionFact } from '@/lib/domain/facts'
import { answer } from '@/lib/server/kernel/handler'
import { receiveApplication } from './applying'
import { changeAuction, type ChangeDependencies } from './change-auction'

/**
 * Puts a played auction on record, whole and in one transaction, by the writers of every other auction: for demo content.
 * Nobody is written a letter about what has happened long ago.
 */
export async function recordPast(deps: ChangeDependencies, auctionId: number, facts: readonly AuctionFact[], staffId: number): Promise<void> {
  await changeAuction(deps, auctionId, async (auction) => {
    let waiting: AuctionFact[] = []
    const append = async () => {
      await auction.append(waiting, { staffId })
      waiting = []
    }
    for (const fact of facts) {
      if (fact.kind !== 'application_received') {
        waiting.push(fact)
        continue
      }
      await append()
      await receiveApplication(deps.books.vault, auction, fact)
    }
    await append()
    await auction.client.query(`delete from portal.outbox where sent_at is null and (payload ->> 'auction_id')::integer = $1`, [auctionId])
    return answer(null)
  })
}
