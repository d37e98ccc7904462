import { describe, expect, it } from '@jest/globals'
import { screen, within } from '@testing-library/react'
import { Breadcrumbs } from './page-head'
import { renderIn } from '@/tests/support/render-in'

describe('breadcrumbs', () => {
  it.each([
    ['uk', 'Головна', '/'],
    ['en', 'Home', '/en'],
    ['ru', 'Главная', '/ru'],
  ] as const)('lead home, and match their structured data, in %s', (locale, home, path) => {
    const { container } = renderIn(
      locale,
      <Breadcrumbs
        above={[{ name: 'Gas', path: '/auctions/gas' }]}
        page={{ name: 'Rules', path: '/auctions/gas/rules-auctions' }}
        lang="uk"
      />,
    )
    const breadcrumbs = screen.getByRole('navigation')
    expect(breadcrumbs).toHaveAccessibleName()
    expect(within(breadcrumbs).getByRole('link', { name: home })).toHaveAttribute('href', path)
    expect(within(breadcrumbs).getByRole('link', { name: 'Gas' })).toHaveAttribute('href', '/auctions/gas')
    expect(within(breadcrumbs).getByText('Rules')).toHaveAttribute('aria-current', 'page')
    const structuredData = JSON.parse(container.querySelector('script')?.textContent ?? '') as {
      itemListElement: { name: string }[]
    }
    expect(structuredData.itemListElement.map(({ name }) => name)).toEqual([home, 'Gas', 'Rules'])
  })
})
