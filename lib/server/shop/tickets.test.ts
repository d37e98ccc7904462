import { describe, expect, it } from '@jest/globals'
import { createTickets, TICKET_LIFETIME_MS, MIN_TICKET_AGE_MS } from './shop'

const tickets = createTickets([Buffer.alloc(32, 1)])
const opened = Date.parse('2026-11-24T08:00:00.000Z')

describe('a form ticket', () => {
  it('is valid once a person could have filled in the form, and for a day', () => {
    const ticket = tickets.issue(opened)
    expect(tickets.read(ticket, opened + MIN_TICKET_AGE_MS)).toMatchObject({ ok: true })
    expect(tickets.read(ticket, opened + TICKET_LIFETIME_MS)).toMatchObject({ ok: true })
    expect(tickets.read(ticket, opened + TICKET_LIFETIME_MS + 1)).toEqual({ ok: false, waitMs: null })
  })

  it('that is too new reports the remaining wait', () => {
    expect(tickets.read(tickets.issue(opened), opened + 1_000)).toEqual({ ok: false, waitMs: 2_000 })
  })

  it('is unique', () => {
    expect(tickets.issue(opened)).not.toBe(tickets.issue(opened))
  })

  it.each([
    ['an empty text', ''],
    ['another text', 'a.b.c'],
    ['one that another key signed', createTickets([Buffer.alloc(32, 2)]).issue(opened)],
    ['one with an earlier time', tickets.issue(opened).replace(/^\d+/, String(opened - 60_000))],
    ['one with another nonce', tickets.issue(opened).replace(/\.[0-9a-f-]{36}\./, `.${crypto.randomUUID()}.`)],
    ['a truncated one', tickets.issue(opened).slice(0, -1)],
  ])('is not %s', (_what, ticket) => {
    expect(tickets.read(ticket, opened + 10_000)).toEqual({ ok: false, waitMs: null })
  })
})
