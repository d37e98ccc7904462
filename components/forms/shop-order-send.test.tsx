import { describe, expect, it, jest } from '@jest/globals'
import { EMPTY_ORDER, orderOf } from './shop-order'
import { createOrders } from './shop-order-submit'
import { OfflineError } from '@/lib/api/problems'
import { apiError } from '@/tests/support/builders/problem'

type Shop = NonNullable<Parameters<typeof createOrders>[0]>

const order = orderOf({ ...EMPTY_ORDER, product: '3' }, 'en')

function orders(...answers: (number | Error)[]) {
  let issued = 0
  const tickets: string[] = []
  const shop = {
    ticket: () => Promise.resolve({ data: { ticket: `ticket ${(issued += 1)}` } }),
    order: ({ ticket }: { ticket: string }) => {
      tickets.push(ticket)
      const answer = answers.shift()
      return typeof answer === 'number'
        ? Promise.resolve({ data: { number: answer } })
        : Promise.reject(answer ?? new Error('no answer left'))
    },
  } as unknown as Shop
  const wait = jest.fn<(seconds: number) => Promise<void>>(() => Promise.resolve())
  return { ...createOrders(shop, wait), tickets, wait }
}

describe('sending orders', () => {
  it('uses the ticket requested when the form was opened', async () => {
    const { open, send, tickets } = orders(7)
    open()
    expect(await send(order)).toBe(7)
    expect(tickets).toEqual(['ticket 1'])
  })

  it('requests a new ticket for the next order', async () => {
    const { send, tickets } = orders(7, 8)
    await send(order)
    await send(order)
    expect(tickets).toEqual(['ticket 1', 'ticket 2'])
  })

  it('waits as long as the API requires if the form was filled in too fast', async () => {
    const { send, tickets, wait } = orders(apiError('form_ticket_invalid', 2), 7)
    expect(await send(order)).toBe(7)
    expect(wait).toHaveBeenCalledWith(2)
    expect(tickets).toEqual(['ticket 1', 'ticket 1'])
  })

  it('requests a new ticket for a form left open too long', async () => {
    const { send, tickets } = orders(apiError('form_ticket_invalid'), 7)
    expect(await send(order)).toBe(7)
    expect(tickets).toEqual(['ticket 1', 'ticket 2'])
  })

  it('keeps the ticket without an answer, so that the order is not accepted twice', async () => {
    const { send, tickets } = orders(new OfflineError(new Error('cut')), 7)
    await expect(send(order)).rejects.toBeInstanceOf(OfflineError)
    expect(await send(order)).toBe(7)
    expect(tickets).toEqual(['ticket 1', 'ticket 1'])
  })
})
