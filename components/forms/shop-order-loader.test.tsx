import { describe, expect, it, jest } from '@jest/globals'
import { OfflineError } from '@/lib/api/problems'
import type { ShopOrder } from '@/lib/contract/shop'
import { EMPTY_ORDER } from './shop-order'

let offline = true
const open = jest.fn()
jest.unstable_mockModule('@/components/forms/shop-order-submit', () => {
  if (offline) throw new Error('Failed to load chunk')
  const checkOrder = () => () => ({ values: {}, errors: { email: { type: 'custom', message: 'required' } } })
  return { checkOrder, createOrders: () => ({ open, send: () => Promise.resolve(7) }) }
})
const { checkWhenLoaded, createLateOrders } = await import('@/components/forms/shop-order-form')

const order = {} as Omit<ShopOrder, 'ticket'>

describe('the order form whose code could not be loaded', () => {
  it('reports the failure, and accepts the order once the code can be loaded', async () => {
    const orders = createLateOrders()
    const check = checkWhenLoaded([], 'en')
    const options = { fields: {}, shouldUseNativeValidation: false }
    orders.open()
    await expect(orders.send(order)).rejects.toBeInstanceOf(OfflineError)
    expect(await check(EMPTY_ORDER, undefined, options)).toEqual({ values: EMPTY_ORDER, errors: {} })

    offline = false
    expect(await orders.send(order)).toBe(7)
    expect(await check(EMPTY_ORDER, undefined, options)).toMatchObject({ errors: { email: { message: 'required' } } })
    orders.open()
    expect(open).not.toHaveBeenCalled()
    const next = createLateOrders()
    next.open()
    await next.send(order)
    expect(open).toHaveBeenCalledTimes(1)
  })
})
