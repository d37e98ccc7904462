import { describe, expect, it, jest } from '@jest/globals'
import { screen } from '@testing-library/react'
import { AppRouterContext, type AppRouterInstance } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { HomeAuctions, HomeHero } from '@/components/content/home'
import { aLiveAuction } from '@/tests/support/builders/live-auction'
import { renderIn } from '@/tests/support/render-in'

const show = (failed: string | null) =>
  renderIn(
    'en',
    <AppRouterContext value={{ refresh: jest.fn() } as unknown as AppRouterInstance}>
      <HomeAuctions running={[]} planned={[]} failed={failed} categories={[]} />
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

describe('the hero without an editor’s links', () => {
  it('leads to the page that explains how to take part, and to the next auctions', () => {
    renderIn('en', <HomeHero running={null} next={null} />)
    expect(screen.getByRole('link', { name: 'Take part' })).toHaveAttribute('href', '/en/auctions/how-does-work')
    expect(screen.getByRole('link', { name: 'Upcoming auctions' })).toHaveAttribute('href', '#upcoming')
  })

  it('shows the next lot and when it starts while none is running', () => {
    const planned = aLiveAuction({ state: 'planned', application_deadline: '2026-11-24T07:30:00.000Z' })
    renderIn('en', <HomeHero running={null} next={planned} />)
    expect(screen.getByText('Bidding starts in')).toBeVisible()
    expect(screen.getByText(/^24.November, 10:00$/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'View the lot' })).toHaveAttribute('href', '/en/auctions/condensate/lot-35')
  })
})

describe('the cards of the home page', () => {
  it.each([
    [3, 3],
    [4, 4],
    [5, 4],
    [6, 6],
    [7, 6],
  ])('leave none alone in its row: %i auctions, %i cards', (count, cards) => {
    const planned = Array.from({ length: count }, (_, id) => aLiveAuction({ id, state: 'planned' }))
    renderIn('en', <HomeAuctions running={[]} planned={planned} failed={null} categories={[]} />)
    expect(screen.getAllByRole('article')).toHaveLength(cards)
  })
})
