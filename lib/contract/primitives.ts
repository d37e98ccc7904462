import * as z from 'zod'

/** Interface languages (specification, point 9). */
export const language = z.enum(['uk', 'en', 'ru'])
export type Language = z.infer<typeof language>

/** UAH per unit, VAT included, as a decimal string with two places: "15200.00" (R0.1). */
export const price = z
  .string()
  .regex(/^\d{1,9}\.\d{2}$/, 'price_format')
  .meta({ example: '15200.00' })

/** Quantity in the category's unit as a decimal string with three places: "300.000" (R0.2). */
export const quantity = z
  .string()
  .regex(/^\d{1,9}\.\d{3}$/, 'quantity_format')
  .meta({ example: '300.000' })

/** Price × quantity in UAH, "4560000.00" (R0.3). */
export const sum = z
  .string()
  .regex(/^\d{1,18}\.\d{2}$/)
  .meta({ example: '4560000.00' })

/** An instant of the server's clock, ISO 8601 in UTC (R0.4). */
export const instant = z.iso.datetime().meta({ example: '2026-11-24T08:00:00.000Z' })

export const id = z.int().positive().max(2_147_483_647)

/** Opaque position of a keyset list; comes from `next_cursor`. */
export const cursor = z.string().max(200)
export const limit = z.int().min(1).max(100)

export const paging = { cursor: cursor.optional(), limit: limit.optional() }

export function data<T extends z.ZodType>(schema: T) {
  return z.object({ data: schema })
}

export function list<T extends z.ZodType>(item: T) {
  return z.object({ data: z.object({ list: z.array(item), next_cursor: z.string().nullable() }) })
}

export const empty = z.strictObject({})
export const done = data(z.object({}))

/** A letter, a reason or a message: trimmed, never blank. */
export function text(maximum: number) {
  return z.string().trim().min(1, 'required').max(maximum)
}

export const categoryKey = z.enum(['gas_condensate', 'natural_gas'])

export type CategoryKey = z.infer<typeof categoryKey>
