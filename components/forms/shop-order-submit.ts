import type { Resolver } from 'react-hook-form'
import * as z from 'zod'
import type { ShopOrderValues } from './shop-order'
import { resolverOf } from './use-checked-form'
import { createGroupClient, createTransport } from '@/lib/api/client'
import { ApiError } from '@/lib/api/problems'
import { type Product, shopEndpoints, shopOrder, type ShopOrder } from '@/lib/contract/shop'
import { isEdrpou } from '@/lib/domain/identifiers'
import { parseQuantity } from '@/lib/domain/money'
import type { Locale } from '@/lib/config/constants'
import { isUnclearDecimal, readTypedDecimal } from '@/lib/i18n/formats'

const { volume, name, phone, email, company, position, edrpou, comment, website } = shopOrder.shape

/** Checks the form by the contract’s rules, check digits and the minimum volume. */
export function checkOrder(products: Product[], locale: Locale): Resolver<ShopOrderValues> {
  const schema = z
    .object({
      product: z.string().refine((id) => products.some((product) => String(product.id) === id), 'required'),
      volume: z
        .string()
        .refine((typed) => !isUnclearDecimal(typed, locale), 'number_unclear')
        .transform((typed) => readTypedDecimal(typed, 3, locale) ?? typed)
        .pipe(volume),
      name,
      phone,
      email,
      company,
      position,
      edrpou: edrpou.refine(isEdrpou, 'edrpou_invalid'),
      comment: comment.unwrap(),
      website: website.unwrap(),
    })
    .refine(
      ({ product, volume: requested }) =>
        reachesMinimum(
          requested,
          products.find(({ id }) => String(id) === product),
        ),
      {
        path: ['volume'],
        message: 'volume_below_minimum',
      },
    )
  return resolverOf<ShopOrderValues>(schema)
}

function reachesMinimum(volume: string, product: Product | undefined): boolean {
  const requested = parseQuantity(volume)
  return (
    product === undefined || requested === null || requested >= Math.max(parseQuantity(product.minimum_volume) ?? 0, 1)
  )
}

export interface Orders {
  /** Requests the ticket of an order in advance, because it becomes valid after some seconds only. */
  open: () => void
  /** Returns the order’s number. */
  send: (order: Omit<ShopOrder, 'ticket'>) => Promise<number>
}

type Shop = ReturnType<typeof createGroupClient<typeof shopEndpoints>>

/** How long until a ticket becomes valid, if the API does not state it. */
const TICKET_DELAY_SECONDS = 4

/** Sends orders with one ticket each: a new one if it is too old, a short wait if it is too new. */
export function createOrders(
  shop: Shop = createGroupClient(createTransport({ prefixUrl: window.location.origin }), shopEndpoints),
  wait: (seconds: number) => Promise<void> = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000)),
): Orders {
  let ticket: Promise<string> | null = null

  function getTicket(): Promise<string> {
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
    const { data } = await shop.order({ ...order, ticket: await getTicket() })
    ticket = null
    return data.number
  }

  return {
    open() {
      // A failure is retried when the order is sent.
      getTicket().catch(() => undefined)
    },
    async send(order) {
      try {
        return await attempt(order)
      } catch (error) {
        // Without an answer the ticket is kept: it makes the repeated order idempotent.
        if (!(error instanceof ApiError)) throw error
        if (error.code === 'form_ticket_used') ticket = null
        if (error.code !== 'form_ticket_invalid') throw error
        if (error.retryAfter === null) ticket = null
        await getTicket()
        await wait(error.retryAfter ?? TICKET_DELAY_SECONDS)
        return attempt(order)
      }
    },
  }
}
