import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { act } from '@testing-library/react'
import { useState } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { PendingTime } from '@/components/ui/pending-time'
import { streamEvents } from '@/lib/contract/stream'
import { startPage } from './page-start'
import { PAGE_READY, PUBLIC_EVENTS, STREAM_META } from './page-start-names'

const NOW = Date.parse('2026-11-25T10:00:00.000Z')
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

class Stream extends EventTarget {
  static all: Stream[] = []
  isClosed = false
  constructor(readonly url: string) {
    super()
    Stream.all.push(this)
  }
  close() {
    this.isClosed = true
  }
}

beforeAll(async () => {
  // The environment's own, which none of these pages is.
  if (document.readyState !== 'complete') await new Promise((loaded) => window.addEventListener('load', loaded))
})

let removers: (() => void)[] = []
const bySignal = new Map<AbortSignal, (() => void)[]>()

function abortable(signal: AbortSignal): [] {
  signal.addEventListener('abort', () => bySignal.get(signal)?.forEach((remove) => remove()))
  return []
}

let root: Root | null = null

beforeEach(() => {
  jest.useFakeTimers({ now: NOW })
  Stream.all = []
  Object.assign(window, {
    EventSource: Stream,
    requestIdleCallback: (begin: () => void) => begin(),
    cancelIdleCallback: () => undefined,
  })
  Object.defineProperty(document, 'fonts', { configurable: true, value: { ready: Promise.resolve() } })
  Object.assign(globalThis, {
    fetch: jest.fn(() =>
      Promise.resolve({ json: () => Promise.resolve({ data: { now: new Date(Date.now()).toISOString() } }) }),
    ),
  })
  // The page's own listeners go with each test, and by their signal: this one's is not jsdom's own kind.
  for (const target of [window, document]) {
    const add = target.addEventListener.bind(target)
    jest.spyOn(target, 'addEventListener').mockImplementation((type, listener, given) => {
      const { signal, ...options } = typeof given === 'object' ? given : { capture: given }
      const remove = () => target.removeEventListener(type, listener, options)
      add(type, listener, options)
      if (signal) bySignal.set(signal, [...(bySignal.get(signal) ?? abortable(signal)), remove])
      removers.push(remove)
    })
  }
})

afterEach(() => {
  act(() => root?.unmount())
  root = null
  jest.restoreAllMocks()
  for (const remove of removers) remove()
  removers = []
  jest.useRealTimers()
  document.head.innerHTML = ''
  document.body.innerHTML = ''
  delete document.documentElement.dataset.signedIn
  delete document.documentElement.dataset.theme
})

/** Opens a page with such content: its start runs in the head, and then it has loaded and is idle. */
async function open(content = '', head = ''): Promise<void> {
  document.head.innerHTML = head
  const script = document.createElement('script')
  script.setAttribute('data-scripts', '/one.js /two.js')
  startPage(script)
  document.body.innerHTML = content
  document.dispatchEvent(new Event('DOMContentLoaded'))
  window.dispatchEvent(new Event('load'))
  await jest.advanceTimersByTimeAsync(0)
}

const begun = () => Array.from(document.head.querySelectorAll('script'), (script) => script.getAttribute('src'))
const fetchedAhead = () => Array.from(document.head.querySelectorAll('link'), (link) => link.getAttribute('href'))
const stream = `<meta name="${STREAM_META}" content="/api/auctions/7/events?after=12">`
const clock = (left: number, urgentMs = 0, locale = 'uk') => {
  document.documentElement.lang = locale
  const words = locale === 'en' ? ['day', 'days', 'days'] : ['день', 'дні', 'днів']
  const dayLabel = (days: number) => `${days} ${days === 1 ? words[0] : days < 5 ? words[1] : words[2]}`
  const until = new Date(NOW + left).toISOString()
  return renderToString(<PendingTime until={until} dayLabel={dayLabel} urgentMs={urgentMs} />)
}
const shown = () => document.querySelector('[data-until]')?.textContent

describe('the start of a page from memory', () => {
  it('has the scripts fetched, and runs none while the page is only looked at', async () => {
    await open('<p>Text</p>')
    await jest.advanceTimersByTimeAsync(10 * MINUTE)
    expect(fetchedAhead()).toEqual(['/one.js', '/two.js'])
    expect(begun()).toEqual([])
    expect(fetch).not.toHaveBeenCalled()
  })

  it('fetches nothing ahead for whoever saves data', async () => {
    Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } })
    await open()
    Reflect.deleteProperty(navigator, 'connection')
    expect(fetchedAhead()).toEqual([])
  })

  it.each(['pointerdown', 'touchstart', 'keydown', 'wheel', 'scroll', 'focusin'])(
    'runs each once, in their order, at the first %s',
    async (sign) => {
      await open('<button type="button">Menu</button>')
      document.querySelector('button')?.dispatchEvent(new Event(sign, { bubbles: true }))
      window.dispatchEvent(new Event('pointerdown'))
      expect(begun()).toEqual(['/one.js', '/two.js'])
      expect([...document.head.querySelectorAll('script')].every((script) => script.async)).toBe(true)
    },
  )

  it('runs them as soon as the page is read where a part of it has to work by itself', async () => {
    await open('<p data-wants-scripts="">This section could not be loaded. Trying again.</p>')
    expect(begun()).toHaveLength(2)
  })

  it('runs them when a mouse moves, not while it lies still', async () => {
    await open()
    window.dispatchEvent(Object.assign(new Event('pointermove'), { movementX: 0, movementY: 0 }))
    expect(begun()).toEqual([])
    window.dispatchEvent(Object.assign(new Event('pointermove'), { movementX: 0, movementY: -3 }))
    expect(begun()).toHaveLength(2)
  })

  it('reads the page anew, once, where a script is gone since it was read', () => {
    const kept = new Map<string, string>()
    const reload = jest.fn()
    const storage = { getItem: (key: string) => kept.get(key) ?? null, setItem: kept.set.bind(kept) }
    const script = document.createElement('script')
    script.setAttribute('data-scripts', '/one.js /two.js')
    startPage(script, () => ({ storage, now: Date.now, reload }))
    window.dispatchEvent(new Event('keydown'))
    for (const gone of document.head.querySelectorAll('script')) gone.dispatchEvent(new Event('error'))
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('runs them when somebody comes back to the page', async () => {
    await open()
    document.dispatchEvent(new Event('visibilitychange'))
    expect(begun()).toHaveLength(2)
  })

  it.each(['signedIn', 'theme'])('runs them at once where the page is marked %s', (mark) => {
    document.documentElement.dataset[mark] = ''
    const script = document.createElement('script')
    script.setAttribute('data-scripts', '/one.js')
    startPage(script)
    expect(begun()).toEqual(['/one.js'])
  })
})

describe('an auction on an untouched page', () => {
  it('knows the events that everybody hears', () => {
    const own = ['own', 'chat', 'tick']
    expect([...PUBLIC_EVENTS].sort()).toEqual(
      Object.keys(streamEvents)
        .filter((name) => !own.includes(name))
        .sort(),
    )
  })

  it.each([...PUBLIC_EVENTS, 'error'])(
    'begins with the first %s of its stream, from the page’s snapshot on',
    async (name) => {
      await open('', stream)
      expect(Stream.all.map(({ url }) => url)).toEqual(['/api/auctions/7/events?after=12'])
      Stream.all[0]?.dispatchEvent(new Event('tick'))
      expect(begun()).toEqual([])
      Stream.all[0]?.dispatchEvent(new Event(name))
      expect(begun()).toHaveLength(2)
      expect(Stream.all[0]?.isClosed).toBe(true)
    },
  )

  it('opens no stream once the page has begun', async () => {
    document.documentElement.dataset.theme = 'dark'
    await open('', stream)
    expect(Stream.all).toEqual([])
  })

  it('ticks by the server’s clock, whatever the device’s says', async () => {
    const markup = clock(12 * MINUTE + 48_000)
    jest.setSystemTime(NOW)
    await open(markup)
    expect(shown()).toBe('12:48')
    jest.setSystemTime(NOW + DAY)
    await jest.advanceTimersByTimeAsync(1_000)
    expect(shown()).toBe('12:47')
    expect(document.querySelector('[data-until]')?.getAttribute('aria-hidden')).toBeNull()
    expect(begun()).toEqual([])
  })

  it('writes days with their form, and the clock beside them where they are few', async () => {
    for (const [left, locale, text] of [
      [DAY + 61_000, 'uk', '1 день 0:01:01'],
      [2 * DAY + 61_000, 'uk', '2 дні 0:01:01'],
      [4 * DAY, 'uk', '4 дні'],
      [11 * DAY, 'uk', '11 днів'],
      [21 * DAY, 'uk', '21 день'],
      [1 * DAY + 5_000, 'en', '1 day 0:00:05'],
      [21 * DAY, 'en', '21 days'],
    ] as const) {
      await open(clock(left, 0, locale))
      expect(shown()).toBe(text)
    }
  })

  it.each([
    ['where the last minutes look otherwise', 5 * MINUTE, 3 * MINUTE, 2 * MINUTE],
    ['at the end', 1_000, 0, 1_000],
  ])('begins %s', async (_when, left, urgentMs, after) => {
    await open(clock(left, urgentMs))
    expect(begun()).toEqual([])
    await jest.advanceTimersByTimeAsync(after)
    expect(begun()).toHaveLength(2)
  })

  it('begins where the server’s time cannot be had', async () => {
    jest.mocked(fetch).mockRejectedValue(new TypeError('Failed to fetch'))
    await open(clock(5 * MINUTE))
    expect(begun()).toHaveLength(2)
  })
})

describe('what was done before the scripts were there', () => {
  function Form({ onPress }: { onPress: (typed: string) => void }) {
    const [typed, setTyped] = useState('10')
    const [chosen, setChosen] = useState('a')
    return (
      <>
        <input aria-label="typed" value={typed} onChange={(event) => setTyped(event.target.value)} />
        <input type="radio" name="r" checked={chosen === 'a'} onChange={() => setChosen('a')} />
        <input type="radio" name="r" id="b" checked={chosen === 'b'} onChange={() => setChosen('b')} />
        <output>{`${typed} ${chosen}`}</output>
        <button type="button" onClick={() => onPress(typed)}>
          Press
        </button>
      </>
    )
  }

  async function hydrateAfter(early: () => void, onPress: (typed: string) => void): Promise<void> {
    const form = <Form onPress={onPress} />
    await open(`<div id="root">${renderToString(form)}</div>`)
    early()
    const container = document.getElementById('root')
    if (container === null) throw new Error('no root')
    act(() => {
      root = hydrateRoot(container, form)
    })
    act(() => void window.dispatchEvent(new Event(PAGE_READY)))
  }

  const field = () => document.querySelector('input') as HTMLInputElement
  const type = (text: string) => {
    field().value = text
    field().dispatchEvent(new Event('input', { bubbles: true }))
  }

  it('is done as soon as they are: fields as they stand, then the last button', async () => {
    const press = jest.fn()
    await hydrateAfter(() => {
      type('25')
      document.querySelector('button')?.click()
    }, press)
    expect(field().value).toBe('25')
    expect(document.querySelector('output')?.textContent).toBe('25 a')
    expect(press.mock.calls).toEqual([['25']])
  })

  it('holds for a choice as well', async () => {
    await hydrateAfter(
      () => document.getElementById('b')?.click(),
      () => undefined,
    )
    expect(document.querySelector('output')?.textContent).toBe('10 b')
  })

  it('holds a form that no server takes, and sends it with what was typed', async () => {
    const send = jest.fn<(typed: string) => void>()
    function Order() {
      const [typed, setTyped] = useState('')
      return (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            send(typed)
          }}
        >
          <input value={typed} onChange={(event) => setTyped(event.target.value)} />
          <button type="submit">Send</button>
        </form>
      )
    }
    const order = <Order />
    await open(`<div id="root">${renderToString(order)}</div><form action="/search"><button>Search</button></form>`)
    const held: boolean[] = []
    window.addEventListener('submit', (event) => {
      held.push(event.defaultPrevented)
      event.preventDefault()
    })
    type('90')
    const buttons = document.querySelectorAll('button')
    for (const button of buttons) button.click()
    expect(held).toEqual([true, false])
    const container = document.getElementById('root')
    if (container === null) throw new Error('no root')
    act(() => {
      root = hydrateRoot(container, order)
    })
    act(() => void window.dispatchEvent(new Event(PAGE_READY)))
    expect(send.mock.calls).toEqual([['90']])
  })

  it('is not done a second time', async () => {
    const press = jest.fn()
    await hydrateAfter(() => document.querySelector('button')?.click(), press)
    act(() => void window.dispatchEvent(new Event(PAGE_READY)))
    type('30')
    act(() => void window.dispatchEvent(new Event(PAGE_READY)))
    expect(press).toHaveBeenCalledTimes(1)
  })
})

describe('a clock that stands for the page’s own', () => {
  it('may say the time already when React comes to it', async () => {
    const errors = jest.spyOn(console, 'error').mockImplementation(() => undefined)
    const time = <PendingTime until={new Date(NOW + MINUTE).toISOString()} dayLabel={(days) => `${days} d`} />
    await open(`<div id="root">${renderToString(time)}</div>`)
    expect(shown()).toBe('01:00')
    const container = document.getElementById('root')
    if (container === null) throw new Error('no root')
    act(() => {
      root = hydrateRoot(container, time)
    })
    expect(shown()).toBe('01:00')
    expect(errors).not.toHaveBeenCalled()
  })
})
