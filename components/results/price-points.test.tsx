import { describe, expect, it, jest } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { AppRouterContext, type AppRouterInstance } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { PricePoints } from '@/components/results/price-points'

const points = [1, 2, 3].map((number) => ({
  left: number * 20,
  top: 50,
  href: `/auctions/gas/lot-${number}`,
  lines: [`Auction No. ${number}`, `${number} UAH`],
}))

function show() {
  const push = jest.fn<AppRouterInstance['push']>()
  const router = { push } as unknown as AppRouterInstance
  render(
    <AppRouterContext.Provider value={router}>
      <PricePoints points={points} category="natural_gas" label="Natural gas" />
      <button type="button">next</button>
    </AppRouterContext.Provider>,
  )
  return { push, user: userEvent.setup() }
}

/** The tooltip is hidden from screen readers, which read its text as the link’s name. */
const note = () => document.querySelector('div[aria-hidden]')?.textContent ?? null

describe('the points of a chart', () => {
  it('are links to their auctions, named by their tooltips', () => {
    show()
    expect(screen.getByRole('group', { name: 'Natural gas' })).toBeInTheDocument()
    for (const { href, lines } of points)
      expect(screen.getByRole('link', { name: lines.join(', ') })).toHaveAttribute('href', href)
  })

  it('are one tab stop, the newest first; arrows move through time, Escape closes the tooltip', async () => {
    const { user } = show()
    await user.tab()
    expect(screen.getByRole('link', { name: /No\. 3/ })).toHaveFocus()
    expect(note()).toContain('Auction No. 3')
    await user.keyboard('{ArrowLeft}')
    expect(screen.getByRole('link', { name: /No\. 2/ })).toHaveFocus()
    expect(note()).toContain('Auction No. 2')
    await user.keyboard('{Home}{ArrowLeft}')
    expect(screen.getByRole('link', { name: /No\. 1/ })).toHaveFocus()
    await user.keyboard('{Escape}')
    expect(note()).toBeNull()
    await user.tab()
    expect(screen.getByRole('button')).toHaveFocus()
    await user.tab({ shift: true })
    expect(screen.getByRole('link', { name: /No\. 1/ })).toHaveFocus()
  })

  it('show a tooltip on hover, and open in place', async () => {
    const { user, push } = show()
    await user.hover(screen.getByRole('link', { name: /No\. 2/ }))
    expect(note()).toBe('Auction No. 22 UAH')
    await user.click(screen.getByRole('link', { name: /No\. 2/ }))
    expect(push.mock.calls[0]?.[0]).toBe('/auctions/gas/lot-2')
  })
})
