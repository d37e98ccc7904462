import * as z from 'zod/mini'

/** Numbers, instants and sums on the wire. In zod/mini, like everything that the live stream needs (stream.ts). */

/** UAH per unit, VAT included, as a decimal string with two places: "15200.00" (R0.1). */
export const price = z
  .string()
  .check(z.regex(/^\d{1,9}\.\d{2}$/, 'price_format'))
  .check(z.meta({ example: '15200.00' }))

/** Quantity in the category's unit as a decimal string with three places: "300.000" (R0.2). */
export const quantity = z
  .string()
  .check(z.regex(/^\d{1,9}\.\d{3}$/, 'quantity_format'))
  .check(z.meta({ example: '300.000' }))

/** Price × quantity in UAH, "4560000.00" (R0.3). */
export const sum = z
  .string()
  .check(z.regex(/^\d{1,18}\.\d{2}$/))
  .check(z.meta({ example: '4560000.00' }))

/** An instant of the server's clock, ISO 8601 in UTC (R0.4). */
export const instant = z.iso.datetime().check(z.meta({ example: '2026-11-24T08:00:00.000Z' }))

export const id = z.int().check(z.positive(), z.maximum(2_147_483_647))
