import * as z from 'zod'
import { eachField, LOT_FIELDS, type LotFieldName } from './lot-fields'
import { paymentPlan } from './payment-plan'
import { id, instant, price, quantity } from './values'

/** Interface languages (specification, point 9). */
export const language = z.enum(['uk', 'en', 'ru'])
export type Language = z.infer<typeof language>

export { id, instant, price, quantity, sum } from './values'

/** Opaque position of a keyset list; comes from `next_cursor`. */
export const cursor = z.string().max(200)
export const limit = z.int().min(1).max(100)

export const paging = { cursor: cursor.optional(), limit: limit.optional() }

export function data<T extends z.core.SomeType>(schema: T) {
  return z.object({ data: schema })
}

/** A page of a keyset list; `further`: other fields of the answer, such as counts. */
export function list<T extends z.core.SomeType, Further extends z.ZodRawShape = Record<never, never>>(
  item: T,
  further?: Further,
) {
  return data(z.object({ list: z.array(item), next_cursor: z.string().nullable(), ...(further as Further) }))
}

export const empty = z.strictObject({})
export const done = data(z.object({}))

/** A letter, a reason or a message: trimmed, never blank. */
export function text(maximum: number) {
  return z.string().trim().min(1, 'required').max(maximum)
}

/** ISO 8601 has a year zero, the database has none. */
export const hasYear = (text: string) => !text.startsWith('0000')

/** Filters of a list. */
export const day = z.iso.date().refine(hasYear, 'invalid_format')

/** The day of a payment: an earlier one, such as of the year 26, is mistyped. */
export const bookingDay = z.iso.date().refine((text) => text >= '2000-01-01', 'invalid_format')

export const categoryKey = z.enum(['gas_condensate', 'natural_gas'])

export type CategoryKey = z.infer<typeof categoryKey>

export const category = z.object({
  id,
  key: categoryKey,
  /** The `auctionType` of the site’s addresses. */
  slug: z.string(),
  name: z.string(),
  /** "t", "thousand m³" in the requested language. */
  unit: z.string(),
  price_unit: z.string(),
})

const LOT_VALUES = {
  text: z.string(),
  price,
  quantity,
  percent: z.string().regex(/^\d{1,9}\.\d{2}$/),
  line: z.string(),
  day: z.union([day, z.literal('')]),
  time: instant,
  minutes: z.int(),
  count: z.int(),
  visibility: z.enum(['open', 'closed']),
  switch: z.boolean(),
  plan: paymentPlan,
}

/** The schemas of a lot's fields, for `z.object`. */
export function lotShape<Name extends LotFieldName>(names: readonly Name[]) {
  return eachField(names, (name) => LOT_VALUES[LOT_FIELDS[name].kind]) as {
    [Field in Name]: (typeof LOT_VALUES)[(typeof LOT_FIELDS)[Field]['kind']]
  }
}
