import { useTranslations } from 'next-intl'
import { useRefusalText } from '@/components/forms/call-texts'
import { problemOf } from '@/components/forms/calls'
import { ApiError, OfflineError } from '@/lib/api/problems'
import { draftOf } from '@/lib/browser/storage'
import type { Product, ShopOrder } from '@/lib/contract/shop'
import { fieldWords } from '@/lib/i18n/error-messages'
import { readTypedDecimal } from '@/lib/i18n/formats'

/** The form as typed; `product` is the id of a product. */
export interface ShopOrderValues {
  product: string
  volume: string
  name: string
  phone: string
  email: string
  company: string
  position: string
  edrpou: string
  comment: string
  /** Hidden from people. */
  website: string
}

export type ShopOrderField = keyof ShopOrderValues

export const EMPTY_ORDER: ShopOrderValues = {
  product: '',
  volume: '',
  name: '',
  phone: '',
  email: '',
  company: '',
  position: '',
  edrpou: '',
  comment: '',
  website: '',
}

export const orderDraft = draftOf('shop-order', asOrder)

function asOrder(kept: unknown): ShopOrderValues | null {
  if (typeof kept !== 'object' || kept === null) return null
  const entries = Object.keys(EMPTY_ORDER).map((field) => [field, (kept as Record<string, unknown>)[field]] as const)
  return { ...EMPTY_ORDER, ...Object.fromEntries(entries.filter(([, value]) => typeof value === 'string')) }
}

/** The next order of the same customer, with what was typed since the last one was sent. */
export function orderAfter(sent: ShopOrderValues, typed: ShopOrderValues): ShopOrderValues {
  const rest = (field: 'volume' | 'comment') => (typed[field] === sent[field] ? '' : typed[field])
  return { ...typed, volume: rest('volume'), comment: rest('comment') }
}

export function orderOf(
  { product, volume, ...values }: ShopOrderValues,
  lang: ShopOrder['lang'],
): Omit<ShopOrder, 'ticket'> {
  return { ...values, lang, product_id: Number(product), volume: readTypedDecimal(volume, 3, lang ?? 'uk') ?? volume }
}

/** Why an order was refused, at its fields or above the form. */
type OrderRefusal =
  { kind: 'fields'; fields: { field: ShopOrderField; code: string }[] } | { kind: 'form'; text: string }

/** Codes with words in the namespace `Fields`. */
const FIELD_CODES = new Set([
  'required',
  'too_big',
  'phone_invalid',
  'email_format',
  'edrpou_invalid',
  'quantity_format',
  'number_unclear',
  'line_format',
])

/** `read` turns a refusal into words; `wordsOf` words the error of a field. */
export function useOrderRefusal(product: Product | undefined) {
  const t = useTranslations('Shop.form')
  const refusalText = useRefusalText(product?.unit)
  const tFields = useTranslations('Fields')

  function read(error: unknown): OrderRefusal {
    if (error instanceof OfflineError) return { kind: 'form', text: t('offline') }
    if (!(error instanceof ApiError)) throw error
    const { problem } = error
    if (problem.code === 'volume_below_minimum')
      return { kind: 'fields', fields: [{ field: 'volume', code: problem.code }] }
    if (problem.code === 'product_unavailable')
      return { kind: 'fields', fields: [{ field: 'product', code: problem.code }] }
    const fields = (problem.errors ?? []).flatMap(({ path, code }) => {
      const field = path === 'product_id' ? 'product' : path
      return isField(field) ? [{ field, code }] : []
    })
    if (problem.code === 'invalid_input' && fields.length > 0) return { kind: 'fields', fields }
    return { kind: 'form', text: refusalText(problemOf(error)) }
  }

  function wordsOf(field: ShopOrderField, code: string): string {
    if (code === 'volume_below_minimum' || code === 'product_unavailable')
      return refusalText({ code, minimum: product?.minimum_volume })
    const { key, values } = fieldWords({
      path: field,
      code: FIELD_CODES.has(code) ? code : 'invalid',
      maximum: MAX_LENGTHS[field],
    })
    return tFields(key, values)
  }
  return { read, wordsOf }
}

/** Those of the contract, which is loaded when the form is first used. */
export const MAX_LENGTHS: Partial<Record<ShopOrderField, number>> = {
  volume: 20,
  name: 150,
  phone: 60,
  email: 254,
  company: 300,
  position: 150,
  edrpou: 20,
  comment: 2000,
}

function isField(name: string): name is ShopOrderField {
  return name in EMPTY_ORDER
}
