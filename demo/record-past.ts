import type { AuctionEvent } from '@/lib/domain/events'
import type { EpochMs } from '@/lib/domain/lot'
import { receiveApplication } from '@/lib/server/auctions/apply'
import { changeAuction, type ChangeDependencies } from '@/lib/server/auctions/change-auction'
import { answer } from '@/lib/server/platform/call'

/** Records a past auction in one transaction, through the same code as a real one, and deletes the emails about it. */
export async function recordPast(
  deps: ChangeDependencies,
  auctionId: number,
  { announcedAt, events }: { announcedAt: EpochMs; events: readonly AuctionEvent[] },
  staffId: number,
): Promise<void> {
  await changeAuction(deps, auctionId, async (auction) => {
    await auction.client.query('update portal.announcements set announced_at = $2 where auction_id = $1', [
      auctionId,
      new Date(announcedAt),
    ])
    let waiting: AuctionEvent[] = []
    const append = async () => {
      await auction.append(waiting, { staffId })
      waiting = []
    }
    for (const event of events) {
      if (event.kind !== 'application_received') {
        waiting.push(event)
        continue
      }
      await append()
      await receiveApplication(deps.streams.vault, auction, event, null)
    }
    await append()
    await auction.client.query(
      `delete from portal.outbox where sent_at is null and (payload ->> 'auction_id')::integer = $1`,
      [auctionId],
    )
    return answer(null)
  })
}
