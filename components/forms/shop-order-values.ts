import type { ShopOrder } from '@/lib/contract/shop'

/** What the form holds, as it is typed; `product` is the id of a product, in a select’s form. */
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
  product: '', volume: '', name: '', phone: '', email: '', company: '', position: '', edrpou: '', comment: '', website: '',
}

const STORAGE_KEY = 'shop-order'

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The order that was being typed before the page was left, or null. What is no such order is nothing. */
export function readDraft(store: Store): ShopOrderValues | null {
  try {
    const stored: unknown = JSON.parse(store.getItem(STORAGE_KEY) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return null
    const entries = Object.keys(EMPTY_ORDER).map((field) => [field, (stored as Record<string, unknown>)[field]] as const)
    return { ...EMPTY_ORDER, ...Object.fromEntries(entries.filter(([, value]) => typeof value === 'string')) }
  } catch {
    return null
  }
}

/** Keeps what is typed for as long as the tab is open; null forgets it. Storage may be forbidden or full. */
export function keepDraft(store: Store, values: ShopOrderValues | null): void {
  try {
    if (values === null) store.removeItem(STORAGE_KEY)
    else store.setItem(STORAGE_KEY, JSON.stringify(values))
  } catch {
    // Then nothing is kept, and the form works all the same.
  }
}

/** The form as the API takes it, without its ticket. */
export function orderOf({ product, ...values }: ShopOrderValues, lang: ShopOrder['lang']): Omit<ShopOrder, 'ticket'> {
  return { ...values, lang, product_id: Number(product) }
}
