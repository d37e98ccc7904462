import { useTranslations } from 'next-intl'
import { useEffect } from 'react'
import { useFormats, useLiveState } from '@/components/auction/live/live-context'
import { useServerTime } from '@/lib/api/use-server-time'
import { localStore } from '@/lib/browser/storage'

const STORAGE_KEY = 'auction-sound'

let context: AudioContext | null = null

/** Whether an outbid plays a sound: the visitor's choice, off by default. */
export const soundChoice = {
  get(): boolean {
    return localStore.getItem(STORAGE_KEY) === 'on'
  },
  set(on: boolean) {
    localStore.setItem(STORAGE_KEY, on ? 'on' : 'off')
    if (on) unlock()
    // The browser tells other tabs only.
    window.dispatchEvent(new Event('storage'))
  },
  subscribe(listener: () => void) {
    window.addEventListener('storage', listener)
    for (const gesture of GESTURES) window.addEventListener(gesture, unlockChosen)
    return () => {
      window.removeEventListener('storage', listener)
      for (const gesture of GESTURES) window.removeEventListener(gesture, unlockChosen)
    }
  },
}

/**
 * Browsers allow sound only after a gesture, and a finger makes one when it is lifted, not when it touches. A phone call or a locked
 * screen stops the sound again, so every gesture counts, not only the first.
 */
const GESTURES = ['pointerup', 'keydown'] as const

function unlockChosen() {
  if (soundChoice.get() && context?.state !== 'running') unlock()
}

function unlock() {
  if (typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  context.resume().catch(() => undefined)
}

/** Two falling tones, 0.4 s in all. Silent if sound is off or not allowed yet. */
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
let shown = ''

/** Prefixes the tab's title until the returned function is called, also after a navigation. */
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
      const previous = before[index]
      if (previous && icon.getAttribute('href') === address) icon.setAttribute('href', previous)
    }
  }
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

/** Announces an outbid, the last minute, an extension and the end to screen readers, never a tick. */
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
              allocated: announcement.allocated === null ? '—' : amount(announcement.allocated),
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
