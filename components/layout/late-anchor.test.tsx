import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { fireEvent, render, waitFor } from '@testing-library/react'
import { LateAnchor } from '@/components/layout/late-anchor'

const scrollIntoView = jest.fn()

function open() {
  Element.prototype.scrollIntoView = scrollIntoView
  window.history.replaceState(null, '', '#deposit')
  const { rerender } = render(<LateAnchor />)
  return (hasSection: boolean) =>
    rerender(
      <>
        <LateAnchor />
        {hasSection ? <h2 id="deposit">Deposit</h2> : <p>Loading</p>}
      </>,
    )
}

describe('a section that the address names', () => {
  afterEach(() => {
    scrollIntoView.mockClear()
    window.history.replaceState(null, '', '/')
  })

  it('is scrolled to once it appears, and only once', async () => {
    const show = open()
    show(false)
    expect(scrollIntoView).not.toHaveBeenCalled()
    show(true)
    await waitFor(() => expect(scrollIntoView).toHaveBeenCalledTimes(1))
    show(false)
    show(true)
    await Promise.resolve()
    expect(scrollIntoView).toHaveBeenCalledTimes(1)
  })

  it('is left alone once the visitor reads on', async () => {
    const show = open()
    fireEvent.wheel(window)
    show(true)
    await Promise.resolve()
    expect(scrollIntoView).not.toHaveBeenCalled()
  })
})
