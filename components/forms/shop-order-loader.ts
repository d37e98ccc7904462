import type { Resolver } from 'react-hook-form'
import { OfflineError } from '@/lib/api/problems'
import type { Locale } from '@/lib/config/constants'
import type { Product } from '@/lib/contract/shop'
import type { ShopOrderValues } from './shop-order'
import type { Orders } from './shop-order-submit'

/**
 * What checks and sends comes with the first touch of the form, not with the page.
 *
 * @throws {OfflineError} while it cannot be had
 */
const loadSubmit = () =>
  import('./shop-order-submit').catch((cause: unknown) => {
    throw new OfflineError(cause)
  })

/** Checks the form once the rules are there. Without them sending is impossible too, and says so. */
export function checkWhenLoaded(products: Product[], locale: Locale): Resolver<ShopOrderValues> {
  return async (values, context, options) => {
    const submit = await loadSubmit().catch(() => null)
    return submit === null ? { values, errors: {} } : submit.checkOrder(products, locale)(values, context, options)
  }
}

/** The counter of the shop, which is loaded when it is needed, and anew where loading failed. */
export function createLateOrders(): Orders {
  let loaded: Promise<Orders> | null = null

  function load(): Promise<Orders> {
    loaded ??= loadSubmit().then(
      ({ createOrders }) => createOrders(),
      (error: unknown) => {
        loaded = null
        throw error
      },
    )
    return loaded
  }

  return {
    open() {
      if (loaded) return
      // A failure shows itself when the order is sent.
      load().then(
        (orders) => orders.open(),
        () => undefined,
      )
    },
    send: async (order) => (await load()).send(order),
  }
}
