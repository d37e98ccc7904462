import { describe, expect, it } from '@jest/globals'
import type { Queryable } from '@/lib/server/platform/db/pool'
import type { Sessions } from '@/lib/server/identity/sessions'
import { createBidAdmission } from './bid-admission'

const ENDPOINT = { access: 'buyer', role: 'trader', token: 'bid' } as const

/** A server on which `live` tokens have a session; notes by which pool each was looked up. */
function openAdmission(limited = true) {
  const live = new Set(['known'])
  const cached = new Set<string>()
  const lookups: string[] = []
  const [pool, strangersPool] = [{ name: 'bids' }, { name: 'strangers' }] as unknown as [Queryable, Queryable]
  const sessions = {
    async findBuyer(token: string, db: { name: string }) {
      lookups.push(`${token} by ${db.name}`)
      return live.has(token) ? { companyId: 1, personId: 1, role: 'owner', id: 's', status: 'active' } : null
    },
    refusal: async () => 'unauthorized',
  } as unknown as Sessions
  const admission = createBidAdmission({
    sessions: { isCached: (token) => cached.has(token) },
    pool,
    strangersPool,
    limited,
  })
  return {
    live,
    cached,
    lookups,
    admission,
    send(token: string, address = '192.0.2.1') {
      const credentials = { kind: 'bearer', token, from: 'header' } as const
      const known = admission.knows(token)
      return admission.admit(ENDPOINT, credentials, { sessions, publicOrigin: null }, { address, known })
    },
  }
}

const codeOf = (outcome: Awaited<ReturnType<ReturnType<typeof openAdmission>['send']>>) =>
  outcome.ok ? 'admitted' : outcome.refusal.code

describe('the sender of a bid', () => {
  it('is known once it was let in, and is looked up apart from strangers from then on', async () => {
    const { send, lookups, admission } = openAdmission()
    expect([codeOf(await send('known')), admission.knows('known')]).toEqual(['admitted', true])
    await send('known')
    expect(lookups).toEqual(['known by strangers', 'known by bids'])
  })

  it('is known before its first bid if the server knows its session from a page', async () => {
    const { send, cached, lookups } = openAdmission()
    cached.add('known')
    await send('known')
    expect(lookups).toEqual(['known by bids'])
  })

  it('is no longer known once its session has ended', async () => {
    const { send, live, admission } = openAdmission()
    await send('known')
    live.clear()
    expect([codeOf(await send('known')), admission.knows('known')]).toEqual(['unauthorized', false])
  })
})

describe('a stranger', () => {
  it('is refused again without a query', async () => {
    const { send, lookups } = openAdmission()
    expect([codeOf(await send('guess')), codeOf(await send('guess'))]).toEqual(['unauthorized', 'unauthorized'])
    expect(lookups).toEqual(['guess by strangers'])
  })

  it('is refused by its address before any query after sixty refusals in a minute; others and known senders are not', async () => {
    const { send, lookups } = openAdmission()
    await send('known')
    for (let guess = 0; guess < 60; guess += 1) expect(codeOf(await send(`guess-${guess}`))).toBe('unauthorized')
    const before = lookups.length
    expect(codeOf(await send('one-more'))).toBe('too_many_requests')
    expect(lookups).toHaveLength(before)
    expect([codeOf(await send('known')), codeOf(await send('one-more', '192.0.2.2'))]).toEqual([
      'admitted',
      'unauthorized',
    ])
  })
})
