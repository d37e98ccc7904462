import { useLocale, useTranslations } from 'next-intl'
import { EMPTY_ORDER, type ShopOrderField } from '@/components/forms/shop-order-values'
import { ApiError, OfflineError } from '@/lib/api/problems'
import type { Product } from '@/lib/contract/shop'
import { errorWords, fieldWords } from '@/lib/i18n/error-messages'
/** Why an order was not taken: said at its fields, or over the form. */
export type OrderRefusal = { kind: 'fields'; fields: { field: ShopOrderField; code: string }[] } | { kind: 'form'; text: string }

const FIELD_CODES = ['required', 'phone_invalid', 'email_format', 'edrpou_invalid', 'quantity_format', 'line_format', 'volume_below_minimum', 'product_unavailable'] as const
type FieldCode = (typeof FIELD_CODES)[number]

/** Reads the API’s refusal of an order; `wordsOf` says what is wrong at a field. */
export function useOrderRefusal(product: Product | undefined) {
  const t = useTranslations('Shop.form.errors')
  const tErrors = useTranslations('Errors')
  const tFields = useTranslations('Fields')
  const locale = useLocale()

  function refusal(error: unknown): OrderRefusal {
    if (error instanceof OfflineError) return { kind: 'form', text: t('offline') }
    if (!(error instanceof ApiError)) throw error
    const { problem } = error
    if (problem.code === 'volume_below_minimum') return { kind: 'fields', fields: [{ field: 'volume', code: problem.code }] }
    if (problem.code === 'product_unavailable') return { kind: 'fields', fields: [{ field: 'product', code: problem.code }] }
    const fields = (problem.errors ?? []).flatMap(({ path, code }) => {
      const field = path === 'product_id' ? 'product' : path
      return isField(field) ? [{ field, code }] : []
    })
    if (problem.code === 'invalid_input' && fields.length > 0) return { kind: 'fields', fields }
    const { key, values } = errorWords({ ...problem, retry_after: error.retryAfter ?? undefined }, locale, product?.unit)
    return { kind: 'form', text: tErrors(key, values) }
  }

  refusal.wordsOf = (field: ShopOrderField, code: string, minimum = ''): string => {
    const known = FIELD_CODES.find((candidate) => candidate === code)
    if (known === undefined) return t('other')
    if (known === 'required' || known === 'email_format') {
      const { key, values } = fieldWords({ path: field, code: known })
      return tFields(key, values)
    }
    return t(WORDS[known], { minimum })
  }
  return refusal
}

const WORDS = {
  phone_invalid: 'phone',
  edrpou_invalid: 'edrpou',
  quantity_format: 'volume',
  line_format: 'line',
  volume_below_minimum: 'minimum',
  product_unavailable: 'product',
} as const satisfies Record<Exclude<FieldCode, 'required' | 'email_format'>, string>

function isField(name: string): name is ShopOrderField {
  return name in EMPTY_ORDER
}
