import type { Batch } from './batch'
import { OUTBID_QUIET, type OutbidNotice } from './outbid'

/** Keeps a buyer from hearing more than once a minute that it was outbid, without asking the database each time. */
export function createOutbidQuiet(capacity = 20_000) {
  const toldAt = new Map<string, number>()
  const nameOf = (notice: OutbidNotice) => `${notice.payload.auction_id}:${notice.account_id}`
  return {
    without(batch: Batch): Batch {
      if (batch.notices.length === 0) return batch
      const due = batch.notices.filter((notice) => notice.at - (toldAt.get(nameOf(notice)) ?? 0) >= OUTBID_QUIET)
      return { ...batch, notices: due }
    },
    note(notices: readonly OutbidNotice[]): void {
      if (toldAt.size > capacity) toldAt.clear()
      for (const notice of notices) toldAt.set(nameOf(notice), notice.at)
    },
  }
}
