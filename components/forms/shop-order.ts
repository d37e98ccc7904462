import { useTranslations } from 'next-intl'
import { useRefusalText } from '@/components/forms/failure-texts'
import { problemOf, ApiError, OfflineError } from '@/lib/api/problems'
import { draftOf } from '@/lib/browser/storage'
import type { FieldError } from '@/lib/contract/errors'
import type { Product, ShopOrder } from '@/lib/contract/shop'
import { fieldMessage } from '@/lib/i18n/error-messages'
import { readTypedDecimal } from '@/lib/i18n/formats'

/** The fields of the form, empty; `product` is the id of a product. */
export const EMPTY_ORDER = {
  product: '',
  volume: '',
  name: '',
  phone: '',
  email: '',
  company: '',
  position: '',
  edrpou: '',
  comment: '',
  /** A trap for robots, hidden from people. */
  website: '',
}

export type ShopOrderField = keyof typeof EMPTY_ORDER
export type ShopOrderValues = Record<ShopOrderField, string>

/** `owner`: the person's id, or `visitor`. */
export const orderDraft = (owner: string) => draftOf(`shop-order:${owner}`, asOrder)
export const VISITOR = 'visitor'

function asOrder(stored: unknown): ShopOrderValues | null {
  if (typeof stored !== 'object' || stored === null) return null
  const entries = Object.keys(EMPTY_ORDER).map((field) => [field, (stored as Record<string, unknown>)[field]] as const)
  return { ...EMPTY_ORDER, ...Object.fromEntries(entries.filter(([, value]) => typeof value === 'string')) }
}

/** The next order of the same customer, with the input typed since the last one was sent. */
export function orderAfter(sent: ShopOrderValues, typed: ShopOrderValues): ShopOrderValues {
  const unsentText = (field: 'volume' | 'comment') => (typed[field] === sent[field] ? '' : typed[field])
  return { ...typed, volume: unsentText('volume'), comment: unsentText('comment') }
}

export function orderOf(
  { product, volume, ...values }: ShopOrderValues,
  lang: ShopOrder['lang'],
): Omit<ShopOrder, 'ticket'> {
  return { ...values, lang, product_id: Number(product), volume: readTypedDecimal(volume, 3, lang ?? 'uk') ?? volume }
}

/** Why an order was refused, at its fields or above the form. */
type OrderRefusal = { kind: 'fields'; faults: FieldError[] } | { kind: 'form'; text: string }

/** `read` turns a refusal into texts; `textOf` returns the text of a field’s error. */
export function useOrderRefusal(product: Product | undefined) {
  const t = useTranslations('Shop.form')
  const refusalText = useRefusalText(product?.unit)
  const tFields = useTranslations('Fields')

  function read(error: unknown): OrderRefusal {
    if (error instanceof OfflineError) return { kind: 'form', text: t('offline') }
    if (!(error instanceof ApiError)) throw error
    const { code, errors = [] } = error.problem
    if (code === 'volume_below_minimum') return { kind: 'fields', faults: [{ path: 'volume', code }] }
    if (code === 'product_unavailable') return { kind: 'fields', faults: [{ path: 'product', code }] }
    const faults = errors
      .map((fault) => (fault.path === 'product_id' ? { ...fault, path: 'product' } : fault))
      .filter(({ path }) => path in EMPTY_ORDER)
    if (code === 'invalid_input' && faults.length > 0) return { kind: 'fields', faults }
    return { kind: 'form', text: refusalText(problemOf(error)) }
  }

  function textOf(fault: FieldError): string {
    if (fault.code === 'volume_below_minimum' || fault.code === 'product_unavailable')
      return refusalText({ code: fault.code, minimum: product?.minimum_volume })
    const { key, values } = fieldMessage(fault)
    return tFields(key, values)
  }
  return { read, textOf }
}
