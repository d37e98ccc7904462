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
