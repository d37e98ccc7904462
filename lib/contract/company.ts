import * as z from 'zod'
import type { AgreementDetail } from './agreement-details'
import { isPrintable } from '@/lib/domain/printable'
import { hasLink } from './links'
import { parseUrl } from '@/lib/config/url'

/**
 * A company's own data (specification, point 3). Here the form of codes is checked; the domain checks their check digits, on
 * the page and again on the server, with the same error codes.
 */

export const auctionKind = z.enum(['gas_condensate', 'natural_gas', 'all'])

/** As lenient as `<input type="email">`, but with a dot in the domain. A domain in any script is kept in ASCII, as mail servers know it. */
export const email = z
  .string()
  .overwrite(asciiAddress)
  .min(1, 'required')
  .max(254)
  .pipe(z.email({ pattern: z.regexes.html5Email, error: 'email_format', abort: true }))
  .refine((address) => address.slice(address.lastIndexOf('@')).includes('.'), 'email_format')

/** `Info@нафтогаз.укр` becomes `info@xn--….xn--j1amh`; an invalid domain stays as typed. */
export function asciiAddress(typed: string): string {
  const address = withoutInvisible(typed).toLowerCase()
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  if (at < 0 || !/[^\x00-\x7f]/.test(domain)) return address
  const url = parseUrl(`http://${domain}`)
  return url === null ? address : `${address.slice(0, at)}@${url.hostname}`
}

export const MIN_PASSWORD_LENGTH = 10
/** A new password. The server refuses simple ones: `password_too_simple`. */
export const newPassword = z.string().min(MIN_PASSWORD_LENGTH, 'password_too_short').max(200)

/** A password that is only checked: the rules for new ones do not apply. */
export const currentPassword = z.string().min(1, 'required').max(200)
/** Low, to prevent guessing of a person's password and codes. */
export const GUESSING_LIMIT = { by: 'person', requests: 10, seconds: 600 } as const

/** Spaces, direction marks and other invisible characters come along when text is pasted. */
function withoutInvisible(value: string): string {
  return value.replace(/[\s\p{Cf}]/gu, '')
}

const compact = (value: string) => withoutInvisible(value).toUpperCase()

/** Cyrillic letters that look like Latin ones. Codes have a check character, so that a wrong guess is refused. */
const CYRILLIC = 'АВЕІЈКМНОРСЅТУХ'
const LATIN = 'ABEIJKMHOPCSTYX'

/** A code in capitals, without spaces and with the Latin letters that were meant. */
export function compactLatin(value: string): string {
  return [...compact(value)].map((letter) => LATIN[CYRILLIC.indexOf(letter)] ?? letter).join('')
}

/** A typed code in the spelling that is stored; a text that is no such code stays as typed, for the validation to refuse. */
export function spelledAs(code: z.ZodType<string>, typed: string): string {
  return code.safeParse(typed).data ?? typed
}

export const edrpou = z
  .string()
  .max(20)
  .overwrite(compact)
  .regex(/^\d{8}$/, 'edrpou_invalid')
  .meta({ example: '37027819' })
/** Invoices print "IBAN" before the number. */
export const iban = z
  .string()
  .max(60)
  .overwrite((value) => compactLatin(value).replace(/^IBAN[:№]?/, ''))
  .regex(/^UA\d{27}$/, 'iban_invalid')
  .meta({ example: 'UA883006140000026006500211904' })
export const eic = z
  .string()
  .max(40)
  .overwrite(compactLatin)
  .regex(/^[0-9A-Z-]{16}$/, 'eic_invalid')
  .meta({ example: '56X000000000001W' })

/** The form that phones are stored in: Ukrainian numbers have nine digits after the code. */
export const PHONE = /^\+(?:380[1-9]\d{8}|(?!380)[1-9]\d{8,14})(?: ext\. \d{1,6})?$/

/** "+380501234567" or "+380441234567 ext. 12"; Ukrainian numbers may be typed without the country code. */
export const phone = z
  .string()
  .max(60)
  .overwrite(internationalPhone)
  .regex(PHONE, 'phone_invalid')
  .meta({ example: '+380501234567' })

/** "дод. 12", "вн. 12", "доб. 12", "ext. 12", "x12", "#12" */
const EXTENSION =
  /(?:,|;|#|\bx|\bext(?:ension)?|доб(?:авочный)?|дод(?:атковий)?|вн(?:утр(?:ішній|енний)?)?)[.:\s]*(\d{1,6})$/iu

/** Phones and text processors put dashes of every kind and direction marks between digits. */
function internationalPhone(value: string): string {
  const typed = value.replace(/\p{Cf}/gu, '').trim()
  const extension = EXTENSION.exec(typed)
  const digits = typed.slice(0, extension?.index).replace(/[\s().,;\p{Pd}\u2212]/gu, '')
  return withCountryCode(digits) + (extension ? ` ext. ${extension[1]}` : '')
}

function withCountryCode(digits: string): string {
  if (/^0[1-9]\d{8}$/.test(digits)) return `+38${digits}`
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

/** A name, which agreements and protocols print. */
function printedLine(maximum: number) {
  return line(maximum).refine(isPrintable, 'letters_unprintable')
}

/**
 * What a person may do for the company (R14.2): an owner everything, a trader apply and bid, a viewer watch and read
 * documents.
 */
export const personRole = z.enum(['owner', 'trader', 'viewer'])
export type PersonRole = z.infer<typeof personRole>

const isNoLink = (value: string) => !hasLink(value)

/** Names reach strangers in emails, whose programs would make a link of an address. */
export const personNames = {
  name: printedLine(100).refine(isNoLink, 'link_refused'),
  surname: printedLine(100).refine(isNoLink, 'link_refused'),
  /** Not every person has one. */
  patronymic: z
    .string()
    .trim()
    .max(100)
    .regex(/^[^\p{Cc}]*$/u, 'line_format')
    .refine(isPrintable, 'letters_unprintable')
    .refine(isNoLink, 'link_refused')
    .default(''),
}

/** The person who registers the company, and the company's bank account. */
export const personFields = {
  ...personNames,
  phone,
  iban,
  auction_kind: auctionKind,
}

/** The fields that identify the company, which a manager confirms. */
export const companyFields = {
  company_name: printedLine(300),
  company_short_name: printedLine(150),
  edrpou,
  eic,
}

/** A company that pays no VAT has no number. */
export const NO_TAX_NUMBER = '—'

/** What agreements print of the company beside its identity (R15.3). Empty until an owner has entered it. */
export const agreementDetails = {
  tax_number: z
    .string()
    .max(30)
    .overwrite((value) => (/^\s*[-–—]\s*$/.test(value) ? NO_TAX_NUMBER : compact(value)))
    .regex(/^(?:\d{12}|\d{10}|—)$/, 'tax_number_invalid')
    .meta({ example: '370278126503' }),
  bank: printedLine(140),
  address: printedLine(300),
  /** With the position. */
  signatory: printedLine(200),
  authority: printedLine(200),
} satisfies Record<AgreementDetail, z.ZodType<string>>

export const companyData = z.object({ ...personFields, ...companyFields })
export type CompanyData = z.infer<typeof companyData>
