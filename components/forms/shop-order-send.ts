import { ApiError } from '@/lib/api/problems'
import { createGroupClient, createTransport } from '@/lib/api/client'
import { shopEndpoints, type ShopOrder } from '@/lib/contract/shop'

export interface OrderDesk {
  /** Asks for the permission to send one order, ahead of its sending: it is not good at once. */
  open: () => void
  /** Answers the order’s number. */
  send: (order: Omit<ShopOrder, 'ticket'>) => Promise<number>
}

type Shop = ReturnType<typeof createGroupClient<typeof shopEndpoints>>

/** A ticket is good some seconds after it was issued; this covers them where the API does not say how many. */
const SETTLING_SECONDS = 4

/** The shop’s counter in the browser: one ticket for one order, a fresh one where it is too old, a short wait where it is too young. */
export function createOrderDesk(
  shop: Shop = createGroupClient(createTransport({ prefixUrl: window.location.origin }), shopEndpoints),
  wait: (seconds: number) => Promise<void> = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000)),
): OrderDesk {
  let ticket: Promise<string> | null = null

  function take(): Promise<string> {
    ticket ??= shop.ticket({}).then(
      ({ data }) => data.ticket,
      (error: unknown) => {
        ticket = null
        throw error
      },
    )
    return ticket
  }

  async function attempt(order: Omit<ShopOrder, 'ticket'>): Promise<number> {
    const { data } = await shop.order({ ...order, ticket: await take() })
    ticket = null
    return data.number
  }

  return {
    open() {
      // A failure shows itself when the order is sent: then it is tried anew.
      take().catch(() => undefined)
    },
    async send(order) {
      try {
        return await attempt(order)
      } catch (error) {
        // Without an answer the ticket stays: the same order sent again with it is taken once.
        if (!(error instanceof ApiError)) throw error
        if (error.code === 'form_ticket_used') ticket = null
        if (error.code !== 'form_ticket_invalid') throw error
        if (error.retryAfter === null) ticket = null
        await take()
        await wait(error.retryAfter ?? SETTLING_SECONDS)
        return attempt(order)
      }
    },
  }
}
