import { describe, expect, it } from '@jest/globals'
import { createTickets, TICKET_LIFETIME_MS, MIN_TICKET_AGE_MS } from './shop'

const tickets = createTickets([Buffer.alloc(32, 1)])
const opened = Date.parse('2026-11-24T08:00:00.000Z')

describe('the ticket of a form', () => {
  it('becomes valid once a human could have filled in the form, and lasts a day', () => {
    const ticket = tickets.issue(opened)
    expect(tickets.read(ticket, opened + MIN_TICKET_AGE_MS)).toMatchObject({ ok: true })
    expect(tickets.read(ticket, opened + TICKET_LIFETIME_MS)).toMatchObject({ ok: true })
    expect(tickets.read(ticket, opened + TICKET_LIFETIME_MS + 1)).toEqual({ ok: false, waitMs: null })
  })

  it('reports the remaining wait', () => {
    expect(tickets.read(tickets.issue(opened), opened + 1_000)).toEqual({ ok: false, waitMs: 2_000 })
  })

  it('is unique', () => {
    expect(tickets.issue(opened)).not.toBe(tickets.issue(opened))
  })

  it.each([
    ['none', ''],
    ['words', 'a.b.c'],
    ['one that another key signed', createTickets([Buffer.alloc(32, 2)]).issue(opened)],
    ['one made older by hand', tickets.issue(opened).replace(/^\d+/, String(opened - 60_000))],
    ['one with another number', tickets.issue(opened).replace(/\.[0-9a-f-]{36}\./, `.${crypto.randomUUID()}.`)],
    ['one cut short', tickets.issue(opened).slice(0, -1)],
  ])('refuses %s', (_what, ticket) => {
    expect(tickets.read(ticket, opened + 10_000)).toEqual({ ok: false, waitMs: null })
  })
})
