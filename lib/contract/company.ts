import * as z from 'zod'

/**
 * What a company says of itself (specification, point 3). Codes are checked here for their form; their check digits
 * by the rules of the domain, on the page and again on the server, under the same codes of error.
 */

export const auctionKind = z.enum(['gas_condensate', 'natural_gas', 'all'])

export const email = z.string().trim().toLowerCase().min(1, 'required').max(254).pipe(z.email('email_format'))

export const shortestPassword = 10
/** A new password. What makes one too simple, the server says: `password_too_simple`. */
export const newPassword = z.string().min(shortestPassword, 'password_too_short').max(200)

/** Without the spaces, and the marks that nobody sees, that people paste along with a code. */
const compact = (value: string) => value.replace(/[\s\p{Cf}]/gu, '').toUpperCase()

export const edrpou = z
  .string()
  .max(20)
  .overwrite(compact)
  .regex(/^\d{8}$/, 'edrpou_invalid')
  .meta({ example: '37027819' })
export const iban = z
  .string()
  .max(60)
  .overwrite(compact)
  .regex(/^UA\d{27}$/, 'iban_invalid')
  .meta({ example: 'UA883006140000026006500211904' })
export const eic = z
  .string()
  .max(40)
  .overwrite(compact)
  .regex(/^[0-9A-Z-]{16}$/, 'eic_invalid')
  .meta({ example: '56X000000000001W' })

/** "+380501234567"; national numbers of Ukraine are understood, and what people put between digits is dropped. */
export const phone = z
  .string()
  .max(40)
  .overwrite(internationalPhone)
  .regex(/^\+\d{9,15}$/, 'phone_invalid')
  .meta({ example: '+380501234567' })

/** Dashes of every kind and the marks of direction are what phones and text processors write. */
function internationalPhone(value: string): string {
  const digits = value.replace(/[\s().\p{Pd}\u2212\p{Cf}]/gu, '')
  if (/^0\d{9}$/.test(digits)) return `+38${digits}`
  return /^380\d{9}$/.test(digits) ? `+${digits}` : digits
}

/** One line that is shown and printed: no line breaks, no other control characters. */
export function line(maximum: number) {
  return z
    .string()
    .trim()
    .min(1, 'required')
    .max(maximum)
    .regex(/^[^\p{Cc}]*$/u, 'line_format')
}

/** Who acts for the company, and where its money comes from. */
export const personFields = {
  name: line(100),
  surname: line(100),
  /** Not everybody has one. */
  patronymic: z
    .string()
    .trim()
    .max(100)
    .regex(/^[^\p{Cc}]*$/u, 'line_format')
    .default(''),
  phone,
  iban,
  auction_kind: auctionKind,
}

/** Which company it is: what a manager confirms. */
export const companyFields = {
  company_name: line(300),
  company_short_name: line(150),
  edrpou,
  eic,
}

export const companyData = z.object({ ...personFields, ...companyFields })
export type CompanyData = z.infer<typeof companyData>
