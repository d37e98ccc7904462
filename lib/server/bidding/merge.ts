/** Where a bid stands among all: when it was received, then by which server, then in which order there (R4.9). */
export interface Stamp {
  readonly at: number
  readonly server: string
  readonly order: number
}

export function byStamp(a: Stamp, b: Stamp): number {
  return a.at - b.at || (a.server === b.server ? a.order - b.order : a.server < b.server ? -1 : 1)
}

/** Up to where everything that was received anywhere is known here. */
export interface Watermark {
  /** This server. */
  readonly server: string
  /** All others have passed on everything that they stamped then or earlier; Infinity where there are no others. */
  readonly others: number
  /** The first bid of this server that is still on its way to the desk. */
  readonly coming: { readonly at: number; readonly order: number } | null
}

/** Whether nothing that is still to come can have been received before this. */
export function isSettled(stamp: Stamp, { server, others, coming }: Watermark): boolean {
  if (stamp.at > others) return false
  if (coming === null) return true
  return stamp.server === server ? stamp.order < coming.order : stamp.at < coming.at
}

/** Parts what waits into what may be decided now, in its order, and what has to wait for earlier ones. */
export function mergeUpTo<T extends { readonly stamp: Stamp }>(waiting: readonly T[], watermark: Watermark): { now: T[]; later: T[] } {
  const now: T[] = []
  const later: T[] = []
  for (const each of waiting) (isSettled(each.stamp, watermark) ? now : later).push(each)
  return { now: now.sort((a, b) => byStamp(a.stamp, b.stamp)), later }
}
