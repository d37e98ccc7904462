import { describe, expect, it, jest } from '@jest/globals'
import { screen } from '@testing-library/react'
import { AppRouterContext, type AppRouterInstance } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { HomeAuctions, HomeHero } from '@/components/content/home'
import { renderIn } from '@/tests/support/render-in'

const show = (failed: string | null) =>
  renderIn(
    'en',
    <AppRouterContext value={{ refresh: jest.fn() } as unknown as AppRouterInstance}>
      <HomeAuctions next={[]} failed={failed} recent={[]} categories={[]} />
    </AppRouterContext>,
  )

describe('the next auctions of the home page', () => {
  it('reports that none has been announced', () => {
    show(null)
    expect(screen.getByText('No auction has been announced yet')).toBeVisible()
  })

  it('does not report that if the list could not be read', () => {
    show('This section could not be loaded.')
    expect(screen.getByRole('status')).toHaveTextContent('This section could not be loaded.')
    expect(screen.queryByText('No auction has been announced yet')).toBeNull()
  })
})

it('the hero marks an editor’s links in another language, but not its own texts', () => {
  const hero = { kind: 'hero', title: '', text: '', image: null, links: [{ name: 'Правила', url: '/rules' }] } as const
  renderIn('en', <HomeHero running={null} next={null} hero={{ ...hero, links: [...hero.links] }} lang="uk" />)
  expect(screen.getByRole('link', { name: 'Правила' }).closest('[lang]')).toHaveAttribute('lang', 'uk')
  expect(screen.getByRole('heading').closest('[lang]')).toBeNull()
})
