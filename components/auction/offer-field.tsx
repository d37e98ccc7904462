'use client'

import { useTranslations } from 'next-intl'
import type { DraftField } from '@/components/auction/bid-draft'
import { useLiveState } from '@/components/auction/live-context'
import { useFormats } from '@/components/auction/use-formats'
import { complaintOf, gridOf, type OfferForm, refusalInWire, wireOf } from '@/components/auction/use-offer'
import { useRefusalWords } from '@/components/auction/use-refusal-words'
import { NumberStepper } from '@/components/ui/number-stepper'
import { VisuallyHidden } from '@/components/ui/visually-hidden'
import { formatPrice, formatQuantity } from '@/lib/i18n/formats'
import type { Refusal } from '@/lib/i18n/error-messages'

const STEP_WORDS = {
  price: { decrease: 'decreasePrice', increase: 'increasePrice' },
  quantity: { decrease: 'decreaseQuantity', increase: 'increaseQuantity' },
  minimumQuantity: { decrease: 'decreaseMinimum', increase: 'increaseMinimum' },
} as const

export interface OfferFieldProps {
  field: DraftField
  form: OfferForm
  disabled: boolean
  /** The server’s refusal, where it speaks of this field. */
  refused: Refusal | null
  hint?: string
}

/** A number of the bid with its exact bounds at the label and its steps on either side. */
export function OfferField({ field, form, disabled, refused, hint }: OfferFieldProps) {
  const t = useTranslations('BidPanel')
  const { auction } = useLiveState()
  const { locale } = useFormats(auction)
  const words = useRefusalWords(auction.category.unit)
  const grid = gridOf(field, form.limits, form.values.quantity)
  const write = (value: number) => (field === 'price' ? formatPrice : formatQuantity)(wireOf(field, value), locale)
  const unit = field === 'price' ? auction.category.price_unit : auction.category.unit
  const step = `${write(grid.step)} ${unit}`
  const value = form.values[field]
  const complaint = complaintOf(form)
  const own = complaint?.field === field && form.settled ? complaint : null
  const bounds = { minimum: write(grid.minimum), maximum: write(grid.maximum) }
  return (
    <NumberStepper
      name={field}
      label={t(field, { unit })}
      aside={<><span aria-hidden>{t('range', bounds)}</span><VisuallyHidden>{t('rangeLabel', bounds)}</VisuallyHidden></>}
      hint={hint}
      error={refused ? words(refused) : own ? (own.refusal ? words(refusalInWire(field, own.refusal)) : t('notNumber', { example: write(form.suggested[field]) })) : null}
      value={shown(form.draft[field], value, form.settled, write)}
      onValueChange={(typed) => form.type(field, typed)}
      onStep={(direction, large) => form.step(field, direction, large)}
      onBlur={form.settle}
      decreaseLabel={t(STEP_WORDS[field].decrease, { step })}
      increaseLabel={t(STEP_WORDS[field].increase, { step })}
      decreaseDisabled={value !== null && value <= grid.minimum}
      increaseDisabled={value !== null && value >= grid.maximum}
      disabled={disabled}
    />
  )
}

/** What was typed stands as it was typed until the field is left; then it is written as the language writes numbers. */
function shown(typed: string | null, value: number | null, settled: boolean, write: (value: number) => string): string {
  if (typed !== null && (!settled || value === null)) return typed
  return value === null ? '' : write(value)
}
