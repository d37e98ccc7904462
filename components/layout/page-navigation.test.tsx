import { describe, expect, it, jest } from '@jest/globals'
import { fireEvent, render, screen } from '@testing-library/react'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import type { ComponentProps } from 'react'
import { AppLink } from '@/components/ui/link'
import { allowsPrefetch, PageNavigation } from '@/components/layout/page-navigation'
import { ScrollToTop } from '@/components/layout/scroll-to-top'

type Router = NonNullable<ComponentProps<typeof AppRouterContext.Provider>['value']>

/** Renders links of each kind. */
function showLinks() {
  const router = { push: jest.fn(), prefetch: jest.fn() }
  render(
    <AppRouterContext.Provider value={router as unknown as Router}>
      <PageNavigation />
      <AppLink href="/auctions?state=planned#list">
        <span>Auctions</span>
      </AppLink>
      <AppLink href="https://me.gov.ua/rules">Ministry</AppLink>
      <AppLink href="/storage/files/7">File</AppLink>
      <AppLink href="#top">Top</AppLink>
      <AppLink href="/handled" onClick={(event) => event.preventDefault()}>
        Handled
      </AppLink>
    </AppRouterContext.Provider>,
  )
  return router
}

const click = (name: string, how = {}) => fireEvent.click(screen.getByText(name), { button: 0, ...how })

describe('following links', () => {
  it('opens a page of the site in place, with its query and its fragment', () => {
    const router = showLinks()
    expect(click('Auctions')).toBe(false)
    expect(router.push.mock.calls).toEqual([['/auctions?state=planned#list']])
  })

  it.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
    'leaves a click that asks for another tab to the browser: %o',
    (how) => {
      const router = showLinks()
      click('Auctions', how)
      expect(router.push).not.toHaveBeenCalled()
    },
  )

  it('leaves files, fragments, other sites and handled clicks to the browser', () => {
    const router = showLinks()
    for (const name of ['Ministry', 'File', 'Top', 'Handled']) click(name)
    expect(router.push).not.toHaveBeenCalled()
  })

  it.each(['pointerOver', 'touchStart', 'focusIn'] as const)(
    'prefetches pages, and nothing else, on %s',
    (intention) => {
      const router = showLinks()
      for (const name of ['Auctions', 'Ministry', 'File', 'Top']) fireEvent[intention](screen.getByText(name))
      expect(router.prefetch.mock.calls).toEqual([['/auctions?state=planned#list']])
    },
  )
})

describe('prefetching', () => {
  it.each([
    ['2g', 0],
    ['4g', 1],
  ])('depends on the connection of the browser: %s', (effectiveType, times) => {
    Object.defineProperty(navigator, 'connection', { configurable: true, value: { effectiveType } })
    try {
      const router = showLinks()
      fireEvent.pointerOver(screen.getByText('Auctions'))
      expect(router.prefetch).toHaveBeenCalledTimes(times)
    } finally {
      Reflect.deleteProperty(navigator, 'connection')
    }
  })

  it('is skipped on 2g and with the data saver', () => {
    expect(allowsPrefetch({ effectiveType: '2g' })).toBe(false)
    expect(allowsPrefetch({ effectiveType: 'slow-2g' })).toBe(false)
    expect(allowsPrefetch({ effectiveType: '4g', saveData: true })).toBe(false)
  })

  it('happens on other and unknown connections', () => {
    expect(allowsPrefetch({ effectiveType: '3g', saveData: false })).toBe(true)
    expect(allowsPrefetch(undefined)).toBe(true)
  })
})

describe('scrolling to the top', () => {
  it.each([
    [true, 'auto'],
    [false, 'smooth'],
  ] as const)('moves the focus too; reduced motion preferred: %s', async (isCalm, behavior) => {
    jest.replaceProperty(window, 'scrollY', window.innerHeight + 1)
    jest
      .spyOn(window, 'matchMedia')
      .mockImplementation((query) => ({ matches: isCalm && query.includes('reduced-motion') }) as MediaQueryList)
    const scroll = jest.spyOn(window, 'scrollTo').mockReturnValue()
    render(
      <>
        <main tabIndex={-1} />
        <ScrollToTop label="To the top" icon={null} />
      </>,
    )
    fireEvent.click(await screen.findByRole('button', { name: 'To the top' }))
    expect(screen.getByRole('main')).toHaveFocus()
    expect(scroll.mock.calls).toEqual([[{ top: 0, behavior }]])
  })
})
