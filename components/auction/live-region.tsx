import { useTranslations } from 'next-intl'
import { useEffect } from 'react'
import { useFormats, useLiveState } from '@/components/auction/live-context'
import type { LiveState } from '@/components/auction/live-store'
import { useServerTime } from '@/lib/api/use-server-time'
import { localStore } from '@/lib/browser/storage'
import type { RankingRow, StreamEvent } from '@/lib/contract/stream'
import { thousandthsOf } from '@/lib/domain/money'

const STORED = 'auction-sound'

let context: AudioContext | null = null
const listeners = new Set<() => void>()

/** Whether an outbid plays a sound: the visitor's choice, off by default. */
export const soundChoice = {
  get(): boolean {
    return localStore.getItem(STORED) === 'on'
  },
  set(on: boolean) {
    localStore.setItem(STORED, on ? 'on' : 'off')
    if (on) unlock()
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void) {
    listeners.add(listener)
    window.addEventListener('storage', listener)
    // A browser lets a page be heard only after it was touched: the first touch of a page with sound is enough.
    window.addEventListener('pointerdown', unlockChosen, { once: true })
    return () => {
      listeners.delete(listener)
      window.removeEventListener('storage', listener)
      window.removeEventListener('pointerdown', unlockChosen)
    }
  },
}

function unlockChosen() {
  if (soundChoice.get()) unlock()
}

function unlock() {
  if (typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  context.resume().catch(() => undefined)
}

/** Two falling tones, 0.4 s in all. Silent where sound is off or the browser does not allow it. */
export function playOutbid() {
  if (!soundChoice.get() || context === null || context.state !== 'running') return
  for (const [index, frequency] of [880, 587].entries()) {
    const start = context.currentTime + index * 0.2
    const tone = new OscillatorNode(context, { frequency, type: 'triangle' })
    const volume = new GainNode(context, { gain: 0 })
    volume.gain.setValueAtTime(0, start)
    volume.gain.linearRampToValueAtTime(0.25, start + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.19)
    tone.connect(volume).connect(context.destination)
    tone.start(start)
    tone.stop(start + 0.2)
  }
}

/** Prefixes of the tab's title, in this order. */
type Mark = 'connection' | 'verdict' | 'unread'

const ORDER: readonly Mark[] = ['connection', 'verdict', 'unread']

const marks = new Map<Mark, string>()
/** The prefix that was written last. */
let shown = ''

/** Prefixes the tab's title until the returned function is called; after a navigation the next page's title gets the prefix. */
export function markTitle(mark: Mark, text: string): () => void {
  marks.set(mark, text)
  write()
  return () => {
    marks.delete(mark)
    write()
  }
}

function write() {
  const title = shown !== '' && document.title.startsWith(shown) ? document.title.slice(shown.length) : document.title
  shown = ORDER.flatMap((mark) => (marks.has(mark) ? [`${marks.get(mark)} `] : [])).join('')
  document.title = shown + title
}

/** Replaces the tab's icon until the returned function is called. */
export function markIcon(address: string): () => void {
  const icons = [...document.querySelectorAll<HTMLLinkElement>('link[rel~="icon"]')]
  const before = icons.map((icon) => icon.getAttribute('href'))
  for (const icon of icons) icon.setAttribute('href', address)
  return () => {
    for (const [index, icon] of icons.entries()) {
      const own = before[index]
      if (own && icon.getAttribute('href') === address) icon.setAttribute('href', own)
    }
  }
}

/** Announced to screen readers: only what changes a buyer's next action. */
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
  /** Grows, so that equal texts are announced again. */
  id: number
  kind: AnnouncementKind
  rank: number | null
  given: string | null
  at: string | null
}

/** An outbid and the extension that it causes arrive together; both must be read. */
const MAX_ANNOUNCEMENTS = 4

/** Adds the announcement of an event to the state that it led to. */
export function withAnnouncement(before: LiveState, after: LiveState, event: StreamEvent): LiveState {
  if (after === before) return after
  const kind = kindOf(before, after, event)
  if (kind === null) return after
  const own = currentStanding(after)
  const announcement: Announcement = {
    id: (before.announcements.at(-1)?.id ?? 0) + 1,
    kind,
    rank: own?.rank ?? null,
    given: own?.given ?? null,
    at: kind === 'extended' ? after.auction.effective_end : null,
  }
  return { ...after, announcements: [...before.announcements, announcement].slice(-MAX_ANNOUNCEMENTS) }
}

/** The buyer's rank and volume by the ranking, which is newer than `own`, or by `own` where the ranking is hidden. */
export function currentStanding(state: LiveState): { rank: number; given: string } | null {
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
      return standingChange(before, after)
    case 'winners':
      return isExcluded(after) && !isExcluded(before) ? 'excluded' : standingChange(before, after)
    case 'own':
      return before.own === null ? null : standingChange(before, after)
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
  const own = currentStanding(state)
  if (!own) return null
  return thousandthsOf(own.given) > 0 ? 'won' : 'lost'
}

/**
 * Less volume is an outbid while bidding goes on; during selection only a manager's decision can take volume. A lower rank
 * at the same volume is no loss yet; more volume is good news. A bid of one's own is answered by the panel.
 */
function standingChange(before: LiveState, after: LiveState): AnnouncementKind | null {
  const was = currentStanding(before)
  const is = currentStanding(after)
  if (!was || !is) return null
  const change = thousandthsOf(is.given) - thousandthsOf(was.given)
  if (change < 0) return after.auction.state === 'selection' ? 'reallocated' : 'outbid'
  if (change > 0) return after.freshBid?.participant === after.own?.application?.participant ? null : 'improved'
  return is.rank > was.rank && thousandthsOf(is.given) > 0 ? 'lowered' : null
}

/** Prefixes the tab’s title with the number of unread messages. */
export function UnreadTitle() {
  const { unread } = useLiveState()
  useEffect(() => {
    if (unread === 0) return
    return markTitle('unread', `(${unread})`)
  }, [unread])
  return null
}

const LAST_MINUTE = 60_000

/** Announces to screen readers an outbid, the last minute, an extension, the end; never a tick. */
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
