'use client'

import { useLocale } from 'next-intl'
import { type RefObject, useEffect, useState } from 'react'
import {
  type BidDraft,
  completeOffer,
  type DraftField,
  EMPTY_DRAFT,
  OFFER_FIELDS,
  readDraft,
  refusalOf,
  stepTo,
  suggestedOffer,
} from './price-steps'
import type { BidLimits, Offer, OfferRefusal } from '@/lib/domain/bid-limits'
import { toPriceString, toQuantityString } from '@/lib/domain/money'
import type { Locale } from '@/lib/config/constants'
import type { Refusal } from '@/lib/i18n/error-messages'
import { formatPrice, formatQuantity } from '@/lib/i18n/formats'
import { mayTakeFocus } from '@/components/ui/focus'

/** Puts the focus into a field of the bid, and opens the section in which it is hidden. */
export function focusField(form: HTMLFormElement, field: DraftField) {
  const control = form.elements.namedItem(field)
  if (!(control instanceof HTMLElement)) return
  const section = control.closest('details')
  if (section) section.open = true
  control.focus()
}

/** Leads whoever sent a bid to the field at which the server refused it, unless they have gone on to something else. */
export function useRefusedFocus(form: RefObject<HTMLFormElement | null>, refused: DraftField | null) {
  useEffect(() => {
    if (refused !== null && form.current && mayTakeFocus(form.current)) focusField(form.current, refused)
  }, [form, refused])
}

/** Page Up and Page Down go this many steps. */
const LARGE_STEP = 5

export interface OfferForm {
  draft: BidDraft
  suggested: Offer
  /** Null where something typed is no number. */
  offer: Offer | null
  values: { price: number | null; quantity: number | null; minimumQuantity: number | null }
  limits: BidLimits
  refusal: OfferRefusal | null
  /** The field whose content is no number. */
  unread: DraftField | null
  /** Errors are said once a field is left or the button is pressed, never while somebody types. */
  settled: boolean
  type: (field: DraftField, text: string) => void
  setPrice: (kopecks: number) => void
  step: (field: DraftField, direction: 1 | -1, large: boolean) => void
  settle: () => void
  setFinal: (final: boolean) => void
  reset: () => void
}

/**
 * What is being typed, against the limits as they move. An untouched field follows them, a touched one is never changed.
 * `priceOf`: the price to propose for a quantity; the least by default.
 */
export function useOffer(
  limits: BidLimits,
  lastMinimum: number | null,
  onTouch: () => void,
  priceOf: (wanted: Omit<Offer, 'price'>) => number | null = () => null,
): OfferForm {
  const locale = useLocale()
  const [draft, setDraft] = useState<BidDraft>(EMPTY_DRAFT)
  const [settled, setSettled] = useState(false)
  const least = suggestedOffer(limits, lastMinimum)
  const wanted = readDraft({ ...draft, price: null }, least, locale)
  const { quantity, minimumQuantity } = wanted
  const proposed = quantity === null || minimumQuantity === null ? null : priceOf({ quantity, minimumQuantity })
  const suggested = { ...least, price: proposed ?? least.price }
  const values = readDraft(draft, suggested, locale)

  function change(part: Partial<BidDraft>, isSettled: boolean) {
    setDraft((before) => ({ ...before, ...part }))
    setSettled(isSettled)
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
    refusal: refusalOf(values, limits),
    unread: unreadField(values),
    settled,
    type: (field, text) => change({ [field]: text }, false),
    setPrice: (kopecks) => change({ price: writeNumber('price', kopecks, locale) }, true),
    step,
    settle: () => setSettled(true),
    setFinal: (final) => change({ final }, settled),
    reset: () => {
      setDraft(EMPTY_DRAFT)
      setSettled(false)
    },
  }
}

/** The field that a complaint belongs to, and the refusal where it is one. */
export function complaintOf(form: OfferForm): { field: DraftField; refusal: OfferRefusal | null } | null {
  if (form.unread) return { field: form.unread, refusal: null }
  return form.refusal ? { field: OFFER_FIELDS[form.refusal.code], refusal: form.refusal } : null
}

/** The bounds of a field and the grid that its steps go along. */
export function gridOf(field: DraftField, limits: BidLimits, quantity: number | null) {
  switch (field) {
    case 'price':
      return {
        origin: limits.minimumPrice,
        step: limits.priceStep,
        minimum: limits.minimumPrice,
        maximum: limits.maximumPrice,
      }
    case 'quantity':
      return { origin: 0, step: limits.quantityStep, minimum: limits.minimumQuantity, maximum: limits.maximumQuantity }
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

export function decimalOf(field: DraftField, value: number): string {
  return field === 'price' ? toPriceString(value) : toQuantityString(value)
}

/** A number as the language writes it, which is also how a draft holds one that nobody typed. */
export function writeNumber(field: DraftField, value: number, locale: Locale): string {
  return (field === 'price' ? formatPrice : formatQuantity)(decimalOf(field, value), locale)
}

/** What the browser finds out by itself, in the same words as the server’s answer. */
export function refusalInDecimals(field: DraftField, { code, ...details }: OfferRefusal): Refusal {
  const numbers: { minimum?: number; maximum?: number; nearest?: readonly number[] } = details
  const text = (number: number | undefined) => (number === undefined ? undefined : decimalOf(field, number))
  return {
    code,
    minimum: text(numbers.minimum),
    maximum: text(numbers.maximum),
    nearest: numbers.nearest?.map((number) => decimalOf(field, number)),
  }
}

function unreadField(values: OfferForm['values']): DraftField | null {
  if (values.price === null) return 'price'
  if (values.quantity === null) return 'quantity'
  return values.minimumQuantity === null ? 'minimumQuantity' : null
}
