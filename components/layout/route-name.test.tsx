import { describe, expect, it } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import {
  PathnameContext,
  PathParamsContext,
  SearchParamsContext,
} from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import { LanguageLinks } from '@/components/layout/header-controls'
import { SetRouteName, RouteName } from '@/components/layout/route-name'

const at = (path: string, isNotFound = false) => (
  <PathnameContext value={path}>
    <RouteName />
    {isNotFound && <SetRouteName name="Page404" />}
  </PathnameContext>
)

describe('the name of a page’s route', () => {
  it('is set on the document, with its language, after each navigation', () => {
    const { rerender } = render(at('/cabinet/info'))
    expect(document.documentElement.dataset.route).toBe('cabinet-info___uk')
    expect(document.querySelector('meta[name="route"]')).toHaveAttribute('content', 'cabinet-info___uk')
    rerender(at('/en/auctions/gas'))
    expect(document.documentElement.dataset.route).toBe('auctions-gas___en')
  })

  it('is that of the not-found page at an unknown address', () => {
    const { rerender } = render(at('/ru/nothing', true))
    expect(document.documentElement.dataset.route).toBe('Page404___ru')
    rerender(at('/ru/news'))
    expect(document.documentElement.dataset.route).toBe('news___ru')
  })

  it('is that of the not-found page in the server’s HTML too, with links to the same address in other languages', () => {
    render(
      <SearchParamsContext value={new URLSearchParams('a=1')}>
        {at('/ru/~not-found/news/nowhere')}
        <PathnameContext value="/ru/~not-found/news/nowhere">
          <LanguageLinks current="ru" names={{ uk: 'Українська', en: 'English', ru: 'Русский' }} />
        </PathnameContext>
      </SearchParamsContext>,
    )
    expect(document.querySelector('meta[name="route"]')).toHaveAttribute('content', 'Page404___ru')
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/news/nowhere?a=1',
      '/en/news/nowhere?a=1',
      '/ru/news/nowhere?a=1',
    ])
  })

  it('is that of the not-found page if rendered under the visitor’s address', () => {
    render(<PathParamsContext value={{ rest: ['~not-found', 'nowhere'] }}>{at('/en/nowhere')}</PathParamsContext>)
    expect(document.querySelector('meta[name="route"]')).toHaveAttribute('content', 'Page404___en')
  })

  it('is that of the error page under the address that failed', () => {
    render(at('/en/~error/503'))
    expect(document.querySelector('meta[name="route"]')).toHaveAttribute('content', 'error___en')
  })
})
