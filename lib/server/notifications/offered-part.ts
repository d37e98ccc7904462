import { thousandthsOf } from '@/lib/domain/money'
import type { Snapshots } from '@/lib/server/events/snapshots'

interface OfferedPart {
  auctionId: number
  accountId: number
  /** As the wire has it. */
  quantity: string
}

/**
 * What has become of a part since it was offered (R7.3). `declined`: refused, or not answered in its term. `gone`: accepted, or no
 * longer on offer because the volume was allocated again.
 */
export async function fateOf(
  streams: Snapshots,
  { auctionId, accountId, quantity }: OfferedPart,
): Promise<'open' | 'declined' | 'gone'> {
  const state = (await streams.snapshotOf(auctionId))?.state
  // Of an auction that cannot be read nothing is known, and the letter is better sent than lost.
  if (state === undefined) return 'open'
  const participant = state.applications.get(accountId)?.participant ?? null
  if (state.selection === null || participant === null) return 'gone'
  const { offer, refusedParts } = state.selection
  if (offer?.participant === participant && offer.quantity === thousandthsOf(quantity)) return 'open'
  return refusedParts.has(participant) ? 'declined' : 'gone'
}
