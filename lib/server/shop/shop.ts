import { createHash } from 'node:crypto'
import type { Payload } from 'payload'
import * as z from 'zod'
import type { shopEndpoints, ShopOrder } from '@/lib/contract/shop'
import { isEdrpou } from '@/lib/domain/identifiers'
import { toQuantityString, parseQuantity } from '@/lib/domain/money'
import type { Pool, PoolClient } from '@/lib/server/platform/db/pool'
import { inTransaction } from '@/lib/server/payload/database'
import { queueEmail } from '@/lib/server/jobs/emails'
import { answer, type Handlers, refuse, withOutcome } from '@/lib/server/platform/call'
import { type Keys, signed } from '@/lib/server/platform/signatures'

/** No person fills in the form faster. */
export const MIN_TICKET_AGE_MS = 3_000
/** A form that is open for longer needs a new ticket. */
export const TICKET_LIFETIME_MS = 24 * 60 * 60 * 1000

type TicketReading =
  | { ok: true; nonce: string }
  /** `waitMs`: until it is valid; null: never. */
  | { ok: false; waitMs: number | null }

type Tickets = ReturnType<typeof createTickets>

/** Permissions to send one order: signed, so that nothing is stored for visitors who only open the form. */
export function createTickets(keys: Keys) {
  const tickets = signed(keys, z.tuple([z.coerce.number(), z.string()]), ([issuedAt]) => issuedAt + TICKET_LIFETIME_MS)
  return {
    issue: (now: number): string => tickets.issue(now, crypto.randomUUID()),
    read(ticket: string, now: number): TicketReading {
      const values = tickets.read(ticket, now)
      if (values === null) return { ok: false, waitMs: null }
      const [issuedAt, nonce] = values
      const age = now - issuedAt
      return age < MIN_TICKET_AGE_MS ? { ok: false, waitMs: MIN_TICKET_AGE_MS - age } : { ok: true, nonce }
    },
  }
}

interface ShopDependencies {
  pool: Pool
  tickets: Tickets
  cms(): Promise<Payload>
}

/** The order form, open to visitors. An order is stored once, with its emails to the managers and the customer. */
export function createShopEndpoints({
  pool,
  tickets,
  cms,
}: ShopDependencies): Pick<Handlers<typeof shopEndpoints>, 'ticket' | 'order'> {
  return {
    ticket: (_input, call) => answer({ data: { ticket: tickets.issue(call.receivedAt) } }),

    async order(input, call) {
      const ticket = tickets.read(input.ticket, call.receivedAt)
      if (!ticket.ok)
        return refuse(
          'form_ticket_invalid',
          ticket.waitMs === null ? {} : { retryAfter: Math.ceil(ticket.waitMs / 1000) },
        )
      if (!isEdrpou(input.edrpou))
        return refuse('invalid_input', { errors: [{ path: 'edrpou', code: 'edrpou_invalid' }] })
      const payload = await cms()
      const product = await findProduct(payload, input)
      if (product === undefined) return refuse('product_unavailable')
      const volume = thousandthsOf(input.volume)
      const minimum = Math.max(parseQuantity(product.minimum_volume) ?? 0, 1)
      if (volume < minimum)
        return refuse('volume_below_minimum', { extensions: { minimum: toQuantityString(minimum) } })

      return withOutcome(pool, async (client) => {
        const used = await useTicket(client, ticket.nonce, hashOf(input), call.receivedAt)
        if (used === null) return refuse('form_ticket_used')
        if (used.isRepeat) return answer({ data: { number: used.number } })
        const { name, phone, email, company, position, edrpou, comment, lang: language, website } = input
        const data = {
          ...{ name, phone, email, company, position, edrpou, comment, language },
          number: used.number,
          product: product.id,
          volume: toQuantityString(volume),
          unit: product.unit,
          // Only bots fill in this hidden field: the answer is the same, but no emails are sent.
          status: website === '' ? ('new' as const) : ('spam' as const),
        }
        const { id } = await inTransaction(payload, client, (req) =>
          payload.create({ collection: 'orders', data, depth: 0, req }),
        )
        if (data.status === 'new') {
          await queueEmail(client, 'order_received', null, { order_id: id })
          await queueEmail(client, 'order_confirmation', null, { order_id: id, language })
        }
        return answer({ data: { number: used.number } })
      })
    },
  }
}

async function findProduct(payload: Payload, { product_id: id, lang }: ShopOrder) {
  const { docs } = await payload.find({
    collection: 'products',
    where: { id: { equals: id }, is_offered: { equals: true } },
    locale: lang,
    depth: 0,
    limit: 1,
  })
  return docs[0]
}

/** "25", "25,5" → whole thousandths. The contract has validated the text. */
function thousandthsOf(volume: string): number {
  const [whole = '', places = ''] = volume.split(/[.,]/)
  return parseQuantity(`${whole}.${places.padEnd(3, '0')}`) ?? 0
}

function hashOf({ ticket: _ticket, ...content }: ShopOrder): Buffer {
  return createHash('sha256').update(JSON.stringify(content)).digest()
}

/** Consumes a ticket; null if another order has used it. Concurrent orders with one ticket wait here for the first. */
async function useTicket(
  client: PoolClient,
  nonce: string,
  contentHash: Buffer,
  now: number,
): Promise<{ number: number; isRepeat: boolean } | null> {
  await client.query(`delete from portal.used_form_tickets where used_at < $1`, [
    new Date(now - 2 * TICKET_LIFETIME_MS),
  ])
  const inserted = await client.query<{ order_number: number }>(
    `insert into portal.used_form_tickets (nonce, content_hash, order_number, used_at)
     values ($1, $2, nextval('portal.order_numbers'), $3) on conflict (nonce) do nothing returning order_number`,
    [nonce, contentHash, new Date(now)],
  )
  if (inserted.rows[0]) return { number: inserted.rows[0].order_number, isRepeat: false }
  const { rows } = await client.query<{ order_number: number; same: boolean }>(
    `select order_number, content_hash = $2 as same from portal.used_form_tickets where nonce = $1`,
    [nonce, contentHash],
  )
  return rows[0]?.same ? { number: rows[0].order_number, isRepeat: true } : null
}
