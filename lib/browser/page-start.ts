import { ANSWER_WITHIN_MS } from '@/lib/config/constants'
import { countdownParts } from '@/lib/i18n/countdown'
import { PAGE_READY, PUBLIC_EVENTS, SCRIPTS_ATTRIBUTE, STREAM_META, WANTS_SCRIPTS } from './page-start-names'
import { type ReloadablePage, reloadOnce, thisPage } from './reload-once'
import { requestIdle } from './when-idle'

/** Somebody is here: whoever reads only, scrolls; whoever comes back, looks. */
const SIGNS_OF_LIFE = ['pointerdown', 'touchstart', 'keydown', 'wheel', 'scroll', 'focusin', 'click', 'input'] as const
const SECOND_MS = 1_000
type TextField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * What a public page from memory runs before its scripts: they begin when somebody touches the page, when something happens in an
 * auction that it shows, or at once where they are known to be wanted (somebody is signed in, or has chosen a theme). Until then the
 * page is what the server wrote, and its clocks tick. What is pressed or typed before the scripts are there is done once they are.
 */
export function startPage(script: HTMLScriptElement, page: () => ReloadablePage = thisPage): void {
  const sources = script.getAttribute(SCRIPTS_ATTRIBUTE)?.split(' ') ?? []
  const untilBegun = new AbortController()
  const untilReady = new AbortController()

  function begin(): void {
    if (untilBegun.signal.aborted) return
    untilBegun.abort()
    for (const source of sources) {
      const element = document.createElement('script')
      element.src = source
      // React looks for its scripts by this attribute.
      element.async = true
      // A newer version was deployed since the page was read.
      element.onerror = () => reloadOnce(page())
      document.head.append(element)
    }
  }

  answerLate(untilReady.signal)
  window.addEventListener(PAGE_READY, () => untilReady.abort(), { once: true })

  const { signedIn, theme } = document.documentElement.dataset
  if (signedIn !== undefined || theme !== undefined) return begin()

  for (const sign of SIGNS_OF_LIFE)
    window.addEventListener(sign, begin, { capture: true, passive: true, signal: untilBegun.signal })
  // Browsers tell of a mouse that lies still on a new page, too.
  const moved = ({ movementX, movementY }: PointerEvent) => (movementX !== 0 || movementY !== 0) && begin()
  window.addEventListener('pointermove', moved, { passive: true, signal: untilBegun.signal })
  document.addEventListener('visibilitychange', () => document.hidden || begin(), { signal: untilBegun.signal })
  const whenParsed = () => document.querySelector(`[${WANTS_SCRIPTS}]`) !== null && begin()
  document.addEventListener('DOMContentLoaded', whenParsed, { once: true, signal: untilBegun.signal })
  const whenRead = () => {
    if (untilBegun.signal.aborted) return
    fetchAhead(sources)
    follow(begin, untilBegun.signal)
    void tick(begin)
  }
  // The letters come first: with their fonts the page is what it is to look like.
  const loaded = () => void document.fonts.ready.then(() => requestIdle(whenRead))
  window.addEventListener('load', loaded, { once: true, signal: untilBegun.signal })
}

/** Has the scripts at hand before anybody asks for them, except from whoever saves data. */
function fetchAhead(sources: readonly string[]): void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  if (connection?.saveData === true) return
  for (const source of sources) {
    const link = document.createElement('link')
    link.rel = 'prefetch'
    link.as = 'script'
    link.href = source
    document.head.append(link)
  }
}

/** Begins with the first event of a stream, and where one breaks off: the page then says so. */
function follow(begin: () => void, signal: AbortSignal): void {
  for (const meta of document.querySelectorAll<HTMLMetaElement>(`meta[name="${STREAM_META}"]`)) {
    const stream = new EventSource(meta.content)
    for (const name of PUBLIC_EVENTS) stream.addEventListener(name, begin)
    stream.addEventListener('error', begin)
    signal.addEventListener('abort', () => stream.close())
  }
}

/** Lets the page's clocks tick by the server's time until its own stand in their place. The last minutes look different: then it begins. */
async function tick(begin: () => void): Promise<void> {
  if (document.querySelector('[data-until]') === null) return
  const asked = performance.now()
  const now = await serverTime()
  if (now === null) return begin()
  const ahead = now - (asked + performance.now()) / 2

  function show(): void {
    const time = performance.now() + ahead
    const clocks = document.querySelectorAll<HTMLElement>('[data-until]')
    for (const clock of clocks) if (!showTime(clock, time)) begin()
    if (clocks.length === 0) clearInterval(timer)
  }
  const timer = setInterval(show, SECOND_MS)
  show()
}

/** False where so little time is left that the page shows it otherwise. */
function showTime(clock: HTMLElement, time: number): boolean {
  const left = Date.parse(clock.dataset.until ?? '') - time
  const { days, clock: text } = countdownParts(left)
  clock.textContent = [days > 0 ? dayLabel(clock, days) : '', days < 3 ? text : ''].filter(Boolean).join(' ')
  clock.dataset.ticks = ''
  clock.removeAttribute('aria-hidden')
  return left > Number(clock.dataset.urgent)
}

/** "1 day|2 days|5 days", whichever form the number takes, with the number. */
function dayLabel({ dataset }: HTMLElement, days: number): string {
  const [one = '', few = '', many = ''] = dataset.days?.split('|') ?? []
  const form = new Intl.PluralRules(document.documentElement.lang).select(days)
  const label = form === 'one' ? one : form === 'many' ? many : few
  return label.replace(/\d+/, String(days))
}

async function serverTime(): Promise<number | null> {
  const body: unknown = await fetch('/api/time', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  })
    .then((response) => response.json())
    .catch(() => null)
  const time = Date.parse(String((body as { data?: { now?: unknown } } | null)?.data?.now))
  return Number.isNaN(time) ? null : time
}

/** Does what was typed, pressed or sent too early as soon as the page can: every field as it stands then, the last button, the last form. */
function answerLate(ready: AbortSignal): void {
  let pressed: HTMLElement | null = null
  let sent: SubmitEvent | null = null
  const fields = new Map<TextField, string>()
  const options = { capture: true, signal: ready }
  document.addEventListener(
    'click',
    ({ target }) => {
      if (target instanceof Element) pressed = target.closest<HTMLElement>('button[type=button], input[type=radio]')
    },
    options,
  )
  document.addEventListener(
    'input',
    ({ target }) => {
      if (isTextField(target)) fields.set(target, target.value)
    },
    options,
  )
  document.addEventListener(
    'submit',
    (event) => {
      // One that the server takes goes there. Any other would open this page again, with all that was typed in its address.
      if (!(event.target instanceof HTMLFormElement) || event.target.hasAttribute('action')) return
      event.preventDefault()
      sent = event
    },
    options,
  )
  ready.addEventListener('abort', () => {
    for (const [field, value] of fields) if (field.isConnected) typeAgain(field, value)
    if (pressed?.isConnected) pressAgain(pressed)
    if (sent?.target instanceof HTMLFormElement && sent.target.isConnected) sent.target.requestSubmit(sent.submitter)
  })
}

function isTextField(target: EventTarget | null): target is TextField {
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'file'].includes(target.type)
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}

/** React hears of a value only where it differs from the one that it has seen last: so of another one in between. */
function typeAgain(field: TextField, value: string): void {
  const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')
  field.value = ''
  own?.set?.call(field, value)
  for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, { bubbles: true }))
}

function pressAgain(pressed: HTMLElement): void {
  if (pressed instanceof HTMLInputElement) pressed.checked = false
  pressed.click()
}
