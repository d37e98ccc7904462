import { beforeEach, describe, expect, it, jest } from '@jest/globals'
import { act, screen } from '@testing-library/react'
import { OrderFold } from '@/components/forms/order-fold'
import { EMPTY_ORDER, orderDraft, VISITOR } from '@/components/forms/shop-order'
import { userStore } from '@/components/session/user-store'
import { tabStore } from '@/lib/browser/storage'
import { renderIn } from '@/tests/support/render-in'

const show = () =>
  renderIn(
    'en',
    <OrderFold>
      <p>Form</p>
    </OrderFold>,
  )
const isFolded = () => screen.getByText('Form').parentElement?.classList.contains('hidden')

describe('the folded order form', () => {
  beforeEach(() => {
    tabStore.clear()
    window.location.hash = ''
    jest.spyOn(userStore, 'get').mockReturnValue(null)
  })

  it('stays folded until the address names an order, and then open', () => {
    show()
    expect(isFolded()).toBe(true)
    expect(screen.getByRole('link', { name: 'Fill in an order' })).toHaveAttribute('href', '#order')
    for (const hash of ['#order-3', '#top']) {
      window.location.hash = hash
      act(() => void window.dispatchEvent(new Event('hashchange')))
      expect(isFolded()).toBe(false)
    }
  })

  it('is open if an order was begun in this tab', () => {
    orderDraft(VISITOR).save({ ...EMPTY_ORDER, company: 'Buyer LLC' })
    show()
    expect(isFolded()).toBe(false)
  })
})
