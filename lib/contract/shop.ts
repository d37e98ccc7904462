import * as z from 'zod'
import { edrpou, email, line, phone } from './company'
import { endpoint } from './endpoint'
import { image } from './block-fields'
import { categoryKey, data, empty, id, language } from './primitives'

export const product = z.object({
  id,
  /** Language of the texts: untranslated ones are not in the requested language. */
  languages: z.object({ name: language, summary: language, unit: language }),
  name: z.string(),
  summary: z.string(),
  /** The kind of auctions that sell this product; null if it is sold by order only. */
  category: categoryKey.nullable(),
  /** "t", "thousand m³" in the requested language. */
  unit: z.string(),
  /** In the product’s unit, with three places. */
  minimum_volume: z.string(),
  image: image.nullable(),
  /** Short facts for the card: quality, transfer point … */
  facts: z.array(
    z.object({ name: z.string(), value: z.string(), languages: z.object({ name: language, value: language }) }),
  ),
})
export type Product = z.infer<typeof product>

/** In the product’s unit: "25", "25.5", "25.500". */
const volume = z
  .string()
  .trim()
  .max(20)
  .regex(/^\d{1,9}([.,]\d{1,3})?$/, 'quantity_format')

export const shopOrder = z.strictObject({
  lang: language.default('uk'),
  product_id: id,
  volume,
  name: line(150),
  phone,
  email,
  company: line(300),
  position: line(150),
  edrpou,
  comment: z.string().trim().max(2000).default(''),
  /** From /api/shop/ticket when the form was opened: a robot that only posts has none. */
  ticket: z.string().min(1, 'required').max(300),
  /** Hidden from people: only robots fill it in. */
  website: z.string().max(500).default(''),
})
export type ShopOrder = z.infer<typeof shopOrder>

export const shopEndpoints = {
  products: endpoint('/api/shop/products', {
    summary: 'Products that can be ordered',
    access: 'visitor',
    request: z.strictObject({ lang: language.default('uk') }),
    response: data(z.object({ list: z.array(product) })),
  }),
  ticket: endpoint('/api/shop/ticket', {
    summary: 'A signed permission to send one order; valid from a few seconds later, for a day',
    access: 'visitor',
    request: empty,
    response: data(z.object({ ticket: z.string() })),
    rateLimit: { requests: 30, seconds: 600 },
  }),
  order: endpoint('/api/shop/order', {
    summary: 'Order by the shop’s form; mailed to the company and confirmed to the customer',
    access: 'visitor',
    request: shopOrder,
    response: data(z.object({ number: z.int() })),
    errors: ['form_ticket_invalid', 'form_ticket_used', 'product_unavailable', 'volume_below_minimum'],
    rateLimit: { requests: 5, seconds: 600 },
  }),
}
