import { describe, expect, it } from '@jest/globals'
import { createMatomo, identifyOnce, type IdentifyUser } from './tracker'
const trader: IdentifyUser = { id: 7, email: 'trader@buyer.test' }

function open({ accepted = true } = {}) {
  const stored = new Map<string, string>()
  const registered: IdentifyUser[] = []
  let loads = 0
  const state = { accepted }
  return {
    state,
    registered,
    loads: () => loads,
    browser: {
      accepted: () => state.accepted,
      storage: {
        getItem: (key: string) => stored.get(key) ?? null,
        setItem: (key: string, value: string) => Boolean(stored.set(key, value)),
        removeItem: (key: string) => void stored.delete(key),
      },
    },
    async load() {
      loads += 1
      return { identify: (user: IdentifyUser) => void registered.push(user) }
    },
  }
}

describe('the tracking helper', () => {
  it('receives a user once per visit', async () => {
    const { browser, load, registered, loads } = open()
    await identifyOnce(trader, browser, load)
    await identifyOnce(trader, browser, load)
    expect(registered).toEqual([trader])
    expect(loads()).toBe(1)
  })

  it('receives nothing, and is not even loaded, before cookies are accepted', async () => {
    const { browser, load, registered, loads } = open({ accepted: false })
    await identifyOnce(trader, browser, load)
    expect([registered, loads()]).toEqual([[], 0])
  })

  it('receives nothing if consent has been withdrawn', async () => {
    const { browser, load, registered, state } = open()
    await identifyOnce(trader, browser, async () => {
      state.accepted = false
      return load()
    })
    expect(registered).toEqual([])
  })

  it('is off if none is configured', async () => {
    const { browser, registered, load } = open()
    await identifyOnce(trader, browser, async () => null)
    expect(registered).toEqual([])
    await identifyOnce(trader, browser, load)
    expect(registered).toEqual([trader])
  })
})

describe('Matomo', () => {
  it('receives the id as its user id and the email as a variable of the visit', () => {
    const sent: URL[] = []
    createMatomo({ url: 'https://stats.test/m', site_id: 3 }, (address) => void sent.push(new URL(address))).identify(
      trader,
    )
    const [address] = sent
    expect(address?.origin + (address?.pathname ?? '')).toBe('https://stats.test/m/matomo.php')
    expect(Object.fromEntries(address?.searchParams ?? [])).toMatchObject({
      idsite: '3',
      rec: '1',
      uid: '7',
      _cvar: '{"1":["email","trader@buyer.test"]}',
    })
  })
})
