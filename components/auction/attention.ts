const STORED = 'auction-sound'

let context: AudioContext | null = null
const listeners = new Set<() => void>()

/** Whether outbids are heard: the visitor's own choice, off until it is made. */
export const soundChoice = {
  get(): boolean {
    try {
      return localStorage.getItem(STORED) === 'on'
    } catch {
      // Storage is switched off: the choice then holds for no page.
      return false
    }
  },
  set(on: boolean) {
    try {
      localStorage.setItem(STORED, on ? 'on' : 'off')
    } catch {
      return
    }
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

/** What stands before the page's title in the tab, in this order. */
type Mark = 'connection' | 'verdict' | 'unread'

const ORDER: readonly Mark[] = ['connection', 'verdict', 'unread']

const marks = new Map<Mark, string>()
/** What was put before the title last, so that it can be taken away again. */
let shown = ''

/** Puts a mark before the tab's title; calling what comes back takes it away. After a navigation the next page's title gets it. */
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

/** Shows another icon in the tab, until what comes back is called. */
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
