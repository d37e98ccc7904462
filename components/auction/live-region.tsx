'use client'

import { useTranslations } from 'next-intl'
import { useEffect } from 'react'
import type { RankingRow, StreamEvent } from '@/lib/contract/stream'
import { useLiveState, useServerTime } from './live-context'
import type { LiveState } from './live-state'
import { markTitle } from './attention'
import { useFormats } from './use-formats'
import { thousandthsOf } from '@/lib/domain/money'

/** What a screen reader is told without being asked: only what changes what a buyer would do. */
type AnnouncementKind =
  | 'outbid'
  | 'lowered'
  | 'improved'
  | 'reallocated'
  | 'excluded'
  | 'started'
  | 'ended'
  | 'extended'
  | 'cancelled'
  | 'unsuccessful'
  | 'won'
  | 'lost'
  | 'completed'

export interface Announcement {
  /** Grows, so that the same words twice are spoken twice. */
  id: number
  kind: AnnouncementKind
  rank: number | null
  /** What the listener gets now, on the wire's form. */
  given: string | null
  /** The instant of the new end, for an extension. */
  at: string | null
}

/** An outbid and the extension that it causes come together, and both are to be heard. */
const KEPT = 4

/** Puts the words that an event is worth beside the state it led to. */
export function announce(before: LiveState, after: LiveState, event: StreamEvent): LiveState {
  if (after === before) return after
  const kind = kindOf(before, after, event)
  if (kind === null) return after
  const own = standing(after)
  const announcement: Announcement = {
    id: (before.announcements.at(-1)?.id ?? 0) + 1,
    kind,
    rank: own?.rank ?? null,
    given: own?.given ?? null,
    at: kind === 'extended' ? after.auction.effective_end : null,
  }
  return { ...after, announcements: [...before.announcements, announcement].slice(-KEPT) }
}

/** Where the signed-in buyer stands: by the ranking, which is newer than `own`, or by `own` where the ranking is hidden. */
export function standing(state: LiveState): { rank: number; given: string } | null {
  const participant = state.own?.application?.participant ?? null
  const isSessionOver = state.viewer.kind === 'account' && state.viewer.over
  if (participant === null || isSessionOver) return null
  const row = ownRow(state)
  if (row) return { rank: row.rank, given: row.given }
  const { rank = null, provisional_quantity: given = null } = state.own ?? {}
  return rank !== null && given !== null ? { rank, given } : null
}

function ownRow({ auction, own }: LiveState): RankingRow | undefined {
  return auction.ranking.find(({ participant }) => participant === own?.application?.participant)
}

/** Disqualified, or of a deactivated account: in the record, out of the allocation (R2.7, R8.1). */
function isExcluded(state: LiveState): boolean {
  return ownRow(state)?.outcome === 'excluded'
}

function kindOf(before: LiveState, after: LiveState, event: StreamEvent): AnnouncementKind | null {
  switch (event.name) {
    case 'extended':
      return 'extended'
    case 'cancelled':
      return 'cancelled'
    case 'completed':
      return ownResult(after) ?? 'completed'
    case 'state':
      return event.data.state === before.auction.state ? null : stateKind(event.data.state)
    case 'bid':
      return moved(before, after)
    case 'winners':
      return isExcluded(after) && !isExcluded(before) ? 'excluded' : moved(before, after)
    case 'own':
      return before.own === null ? null : moved(before, after)
    case 'chat':
    case 'tick':
      return null
    default:
      return event satisfies never
  }
}

function stateKind(state: LiveState['auction']['state']): AnnouncementKind | null {
  if (state === 'running') return 'started'
  if (state === 'selection') return 'ended'
  if (state === 'unsuccessful') return 'unsuccessful'
  return null
}

function ownResult(state: LiveState): AnnouncementKind | null {
  const own = standing(state)
  if (!own) return null
  return thousandthsOf(own.given) > 0 ? 'won' : 'lost'
}

/**
 * Less volume is an outbid, as the verdict has it, while bidding goes on; in selection no bid takes it, but a decision. A lower rank
 * at the same volume is no loss yet; more volume is good news. A bid of one's own is answered by the panel.
 */
function moved(before: LiveState, after: LiveState): AnnouncementKind | null {
  const was = standing(before)
  const is = standing(after)
  if (!was || !is) return null
  const change = thousandthsOf(is.given) - thousandthsOf(was.given)
  if (change < 0) return after.auction.state === 'selection' ? 'reallocated' : 'outbid'
  if (change > 0) return after.freshBid?.participant === after.own?.application?.participant ? null : 'improved'
  return is.rank > was.rank && thousandthsOf(is.given) > 0 ? 'lowered' : null
}

/** Puts the number of unread messages before the tab’s title, and takes it away again. */
export function UnreadTitle() {
  const { unread } = useLiveState()
  useEffect(() => {
    if (unread === 0) return
    return markTitle('unread', `(${unread})`)
  }, [unread])
  return null
}

const LAST_MINUTE = 60_000

/** What a screen reader is told by itself: an outbid, the last minute, an extension, the end. Never a tick. */
export function LiveRegion() {
  const t = useTranslations('Auction.live')
  const { auction, announcements } = useLiveState()
  const { amount, timeWithSeconds } = useFormats(auction)
  const end = Date.parse(auction.effective_end)
  const lastMinute = useServerTime((now) => now >= end - LAST_MINUTE && now < end)
  return (
    <>
      <div role="log" aria-live="polite" className="sr-only">
        {announcements.map((announcement) => (
          <p key={announcement.id}>
            {t(announcement.kind, {
              rank: announcement.rank ?? 0,
              given: announcement.given === null ? '—' : amount(announcement.given),
              time: announcement.at === null ? '' : timeWithSeconds(announcement.at),
            })}
          </p>
        ))}
      </div>
      <p role="status" className="sr-only">
        {auction.state === 'running' && lastMinute ? t('lastMinute') : ''}
      </p>
    </>
  )
}
