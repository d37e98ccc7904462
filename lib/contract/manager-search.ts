import * as z from 'zod'
import { endpoint } from './endpoint'
import { managedAccountStatus } from './manager-accounts'
import { managedAuction } from './manager-auctions'
import { letterState } from './manager-office'
import { data, id, instant, language, price, quantity, sum } from './primitives'

export const searchResults = z.object({
  lots: z.array(managedAuction.pick({ id: true, number: true, title: true, state: true })),
  companies: z.array(z.object({ id, name: z.string(), edrpou: z.string(), status: managedAccountStatus })),
  bids: z.array(
    z.object({
      auction_id: id,
      auction_number: z.int(),
      seq: z.int(),
      participant: z.int(),
      company_name: z.string(),
      price,
      quantity,
      received_at: instant,
    }),
  ),
  agreements: z.array(z.object({ id, number: z.string(), name: z.string(), company_name: z.string(), sum })),
  letters: z.array(
    z.object({
      id,
      kind: z.string(),
      subject: z.string().nullable(),
      company_name: z.string().nullable(),
      state: letterState,
      created_at: instant,
    }),
  ),
})
export type SearchResults = z.infer<typeof searchResults>

export const managerSearchEndpoints = {
  search: endpoint('/api/manager/search', {
    summary:
      'A few lots, companies, bids, agreements and letters each that match a text. A bid is found by its number in the latest auctions, or by the numbers of its auction and its own: 12/345',
    access: 'manager',
    request: z.strictObject({ text: z.string().trim().min(1).max(100), lang: language.default('uk') }),
    response: data(searchResults),
    rateLimit: { requests: 120, seconds: 60 },
  }),
}
