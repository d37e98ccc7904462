import { useLocale, useTranslations } from 'next-intl'
import { type RefObject, useEffect, useState } from 'react'
import { useFormats, useLiveAuction } from '@/components/auction/live/live-context'
import {
  type BidDraft,
  competitionIn,
  completeOffer,
  type DraftField,
  EMPTY_DRAFT,
  type FieldError,
  fieldErrorsOf,
  readDraft,
  type ReadDraft,
  stepTo,
  suggestedOffer,
  sumText,
} from '@/components/auction/bid/price-steps'
import { useRefusalText } from '@/components/forms/failure-texts'
import { classNames } from '@/components/ui/class-names'
import { keepFocus, isFocusFree } from '@/components/ui/focus'
import type { SpecSheetRow } from '@/components/ui/card'
import { NumberStepper } from '@/components/ui/number-field'
import type { Locale } from '@/lib/config/constants'
import type { AllocationRow } from '@/lib/domain/allocation'
import type { BidLimits, Offer, OfferRefusal } from '@/lib/domain/bid-limits'
import { thousandthsOf, toPriceString, toQuantityString } from '@/lib/domain/money'
import { cheapestFirstPrice, cheapestFullPrice } from '@/lib/domain/price-for-volume'
import type { Refusal } from '@/lib/i18n/error-messages'
import { formatPrice, formatQuantity, isUnclearDecimal } from '@/lib/i18n/formats'

export function focusField(form: HTMLFormElement, field: DraftField) {
  const control = form.elements.namedItem(field)
  if (!(control instanceof HTMLElement)) return
  const section = control.closest('details')
  if (section) section.open = true
  control.focus()
  // The field may already have the focus but be hidden by the bar: focusing it again does not scroll.
  control.scrollIntoView({ block: 'nearest' })
}

/** Focuses the field that the server refused, unless the focus has moved on. */
export function useRefusedFocus(form: RefObject<HTMLFormElement | null>, refused: DraftField | null) {
  useEffect(() => {
    if (refused === null) return
    // A dialog that closes returns the focus to its button in a microtask, which may follow a quick refusal.
    queueMicrotask(() => {
      if (form.current && isFocusFree(form.current)) focusField(form.current, refused)
    })
  }, [form, refused])
}

const LARGE_STEP = 5

interface OfferForm {
  draft: BidDraft
  suggested: Offer
  offer: Offer | null
  values: ReadDraft
  limits: BidLimits
  errors: Partial<Record<DraftField, FieldError>>
  /** Errors appear once a field is left or the button is pressed, never during typing. */
  committed: boolean
  type: (field: DraftField, text: string) => void
  setPrice: (kopecks: number) => void
  step: (field: DraftField, direction: 1 | -1, large: boolean) => void
  commit: () => void
  setFinal: (final: boolean) => void
  reset: () => void
}

/**
 * The typed offer against the limits. An untouched field follows the limits as they move, a touched one is never changed.
 *
 * @param priceOf proposes a price for a quantity; the minimum by default
 */
export function useOffer(
  limits: BidLimits,
  lastMinimum: number | null,
  onTouch: () => void,
  priceOf: (terms: Omit<Offer, 'price'>) => number | null = () => null,
): OfferForm {
  const locale = useLocale()
  const [draft, setDraft] = useState<BidDraft>(EMPTY_DRAFT)
  const [committed, setCommitted] = useState(false)
  const least = suggestedOffer(limits, lastMinimum)
  const terms = readDraft({ ...draft, price: null }, least, locale)
  const { quantity, minimumQuantity } = terms
  const proposed = quantity === null || minimumQuantity === null ? null : priceOf({ quantity, minimumQuantity })
  const suggested = { ...least, price: proposed ?? least.price }
  const values = readDraft(draft, suggested, locale)

  function change(part: Partial<BidDraft>, isCommitted: boolean) {
    setDraft((before) => ({ ...before, ...part }))
    setCommitted(isCommitted)
    onTouch()
  }

  function step(field: DraftField, direction: 1 | -1, large: boolean) {
    const by = direction * (large ? LARGE_STEP : 1)
    const value = stepTo(values[field], by, gridOf(field, limits, values.quantity))
    change({ [field]: writeNumber(field, value, locale) }, true)
  }

  return {
    draft,
    suggested,
    offer: completeOffer(values),
    values,
    limits,
    errors: fieldErrorsOf(values, limits),
    committed,
    type: (field, text) => change({ [field]: text }, false),
    setPrice: (kopecks) => change({ price: writeNumber('price', kopecks, locale) }, true),
    step,
    commit: () => setCommitted(true),
    setFinal: (final) => change({ final }, committed),
    reset: () => {
      setDraft(EMPTY_DRAFT)
      setCommitted(false)
    },
  }
}

export function firstWrongField({ errors }: OfferForm): DraftField | null {
  return errors.price ? 'price' : errors.quantity ? 'quantity' : errors.minimumQuantity ? 'minimumQuantity' : null
}

function gridOf(field: DraftField, limits: BidLimits, quantity: number | null) {
  switch (field) {
    case 'price':
      return {
        origin: limits.minimumPrice,
        step: limits.priceStep,
        minimum: limits.minimumPrice,
        maximum: limits.maximumPrice,
      }
    case 'quantity':
      return {
        origin: 0,
        step: limits.quantityStep,
        minimum: limits.minimumQuantity,
        maximum: Math.min(limits.maximumQuantity, limits.coveredQuantity ?? limits.maximumQuantity),
      }
    case 'minimumQuantity':
      return {
        origin: 0,
        step: limits.quantityStep,
        minimum: limits.lotMinimumQuantity,
        maximum: quantity ?? limits.maximumQuantity,
      }
    default:
      return field satisfies never
  }
}

function decimalOf(field: DraftField, value: number): string {
  return field === 'price' ? toPriceString(value) : toQuantityString(value)
}

/** In the language's notation, like the numbers of a draft. */
function writeNumber(field: DraftField, value: number, locale: Locale): string {
  return (field === 'price' ? formatPrice : formatQuantity)(decimalOf(field, value), locale)
}

/** A refusal of the browser's own checks, in the server's format. */
function refusalInDecimals(field: DraftField, { code, ...details }: OfferRefusal): Refusal {
  const numbers: { minimum?: number; maximum?: number; nearest?: readonly number[] } = details
  const text = (number: number | undefined) => (number === undefined ? undefined : decimalOf(field, number))
  return {
    code,
    minimum: text(numbers.minimum),
    maximum: text(numbers.maximum),
    nearest: numbers.nearest?.map((number) => decimalOf(field, number)),
  }
}

export function useOfferRows() {
  const t = useTranslations('BidPanel')
  const auction = useLiveAuction()
  const { price, amount } = useFormats(auction)
  return (offer: { price: string; quantity: string; minimum_quantity: string; sum: string }): SpecSheetRow[] => [
    [t('second.price'), `${price(offer.price)} ${auction.category.price_unit}`],
    [t('second.quantity'), amount(offer.quantity)],
    [t('second.minimumQuantity'), amount(offer.minimum_quantity)],
    [t('second.sum'), t('currency', { sum: price(offer.sum) })],
  ]
}

/** @param label of another sum than the offer's own */
export function OfferSum({ offer, label }: { offer: Offer | null; label?: string }) {
  const t = useTranslations('BidPanel')
  const auction = useLiveAuction()
  const { price } = useFormats(auction)
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-4">
      <span className="text-small text-soft">{label ?? t('sum')}</span>
      {/* Not an `output`, which is a live region: it would be announced at each key and at each bid of others. */}
      <span className="numbers whitespace-nowrap text-[1.375rem] tracking-tight font-display large-text:whitespace-normal large-text:text-h3">
        {offer ? t('currency', { sum: price(sumText(offer)) }) : '—'}
      </span>
    </p>
  )
}

/** The cheapest price for the whole volume, and the cheapest for the first place. Equal ones are one button. */
export function PriceShortcuts({
  form,
  participant,
  disabled,
}: {
  form: OfferForm
  participant: number
  disabled: boolean
}) {
  const t = useTranslations('BidPanel')
  const auction = useLiveAuction()
  const { price } = useFormats(auction)
  const { limits } = form
  const quantity = form.values.quantity ?? form.suggested.quantity
  const competition = competitionIn(auction, participant)
  const minimumQuantity = form.values.minimumQuantity ?? form.suggested.minimumQuantity
  const full = cheapestFullPrice(competition, limits, { quantity, minimumQuantity })
  const first = cheapestFirstPrice(competition, limits)
  // No price is offered for a volume that the bidder already has.
  const row = auction.ranking.find((each) => each.participant === participant)
  const hasAll = row !== undefined && thousandthsOf(row.allocated) >= quantity
  const shortcuts = [
    { label: t('shortcutFull'), value: hasAll ? null : full, place: 'col-start-1' },
    { label: t('shortcutFirst'), value: row?.rank === 1 ? null : first, place: 'col-start-2' },
  ].filter(
    (choice, index, all) => choice.value !== null && all.findIndex(({ value }) => value === choice.value) === index,
  )
  if (auction.ranking.length === 0) return null
  return (
    // Others' bids make the buttons come and go: each has its place.
    <div role="group" aria-label={t('shortcuts')} className="-mt-1 grid min-h-13 grid-cols-2 gap-2">
      {hasAll && (
        <p
          className={classNames(
            'row-start-1 content-center rounded-md bg-sunken px-3 py-1.5 text-fine leading-tight text-soft',
            shortcuts.length === 0 && 'col-span-full',
          )}
        >
          {t('shortcutNone')}
        </p>
      )}
      {shortcuts.map(
        ({ label, value, place }) =>
          value !== null && (
            <button
              key={label}
              type="button"
              disabled={disabled}
              aria-pressed={form.values.price === value}
              onMouseDown={keepFocus}
              onClick={() => form.setPrice(value)}
              className={classNames(
                'numbers row-start-1 rounded-md border border-line-strong px-3 py-1.5 text-left text-fine leading-tight text-soft transition-colors duration-150 hover:bg-hover aria-pressed:border-action aria-pressed:bg-own disabled:opacity-55',
                place,
              )}
            >
              {label} <span className="block text-small font-semibold text-text">{price(toPriceString(value))}</span>
            </button>
          ),
      )}
    </div>
  )
}

const TONES: Record<AllocationRow['kind'], string> = {
  full: 'bg-go text-go-text',
  partial: 'bg-wait text-wait-text',
  passed_over: 'bg-wait text-wait-text',
  none: 'bg-lose text-lose-text',
}

export function PreviewBox({ preview, hidden }: { preview: AllocationRow | null; hidden: boolean }) {
  const t = useTranslations('BidPanel.preview')
  const auction = useLiveAuction()
  const { amount } = useFormats(auction)
  if (hidden || !preview)
    return (
      <p className="grid min-h-23 content-center rounded-md bg-sunken px-4 py-3 text-small text-soft">
        {t(hidden ? 'hidden' : 'unread')}
      </p>
    )
  const { kind, rank } = preview
  const allocated = amount(toQuantityString(preview.allocated))
  return (
    <div
      className={classNames(
        'grid min-h-23 content-center gap-0.5 rounded-md px-4 py-3 transition-colors duration-150',
        TONES[kind],
      )}
    >
      <p className="numbers font-semibold">
        {preview.allocated > 0 ? t('place', { rank, allocated }) : t('placeOnly', { rank })}
      </p>
      <p className="numbers text-small">
        {t(kind, { allocated, quantity: amount(toQuantityString(preview.quantity)) })}
      </p>
    </div>
  )
}

const STEP_LABELS = {
  price: { decrease: 'decreasePrice', increase: 'increasePrice' },
  quantity: { decrease: 'decreaseQuantity', increase: 'increaseQuantity' },
  minimumQuantity: { decrease: 'decreaseMinimum', increase: 'increaseMinimum' },
} as const

interface OfferFieldProps {
  field: DraftField
  form: OfferForm
  busy: boolean
  refused: Refusal | null
  hint?: string
  /** Replaces the field's default label. */
  label?: string
  /** The maximum is out of reach, so only the minimum is shown. */
  isUnbounded?: boolean
}

export function OfferField({ field, form, busy, refused, hint, label, isUnbounded = false }: OfferFieldProps) {
  const t = useTranslations('BidPanel')
  const auction = useLiveAuction()
  const { locale } = useFormats(auction)
  const refusalText = useRefusalText(auction.category.unit)
  const grid = gridOf(field, form.limits, form.values.quantity)
  const write = (value: number) => writeNumber(field, value, locale)
  const unit = field === 'price' ? auction.category.price_unit : auction.category.unit
  const step = `${write(grid.step)} ${unit}`
  const value = form.values[field]
  const error = form.committed && form.errors[field]
  const bounds = { minimum: write(grid.minimum), maximum: write(grid.maximum) }
  return (
    <NumberStepper
      name={field}
      label={label ?? t(field, { unit })}
      aside={
        isUnbounded ? (
          t('rangeFrom', bounds)
        ) : (
          <>
            <span aria-hidden>{t('range', bounds)}</span>
            <span className="sr-only">{t('rangeLabel', bounds)}</span>
          </>
        )
      }
      hint={hint}
      error={
        refused
          ? refusalText(refused)
          : error === 'unreadable'
            ? isUnclearDecimal(form.draft[field] ?? '', locale)
              ? t('numberUnclear')
              : t('notNumber', { example: write(form.suggested[field]) })
            : error
              ? refusalText(refusalInDecimals(field, error))
              : null
      }
      value={shown(form.draft[field], value, form.committed, write)}
      onValueChange={(typed) => form.type(field, typed)}
      onStep={(direction, large) => form.step(field, direction, large)}
      onBlur={form.commit}
      decreaseLabel={t(STEP_LABELS[field].decrease, { step })}
      increaseLabel={t(STEP_LABELS[field].increase, { step })}
      decreaseDisabled={value !== null && value <= grid.minimum}
      increaseDisabled={value !== null && value >= grid.maximum}
      busy={busy}
    />
  )
}

/** Typed text is kept until the field is left; then the number is formatted in the language. */
function shown(
  typed: string | null,
  value: number | null,
  committed: boolean,
  write: (value: number) => string,
): string {
  if (typed !== null && (!committed || value === null)) return typed
  return value === null ? '' : write(value)
}
