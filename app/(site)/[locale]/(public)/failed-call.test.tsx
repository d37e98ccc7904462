import { beforeEach, describe, expect, it, jest } from '@jest/globals'
import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { callOf, failCall, messages, prerenderPage, restoreCalls } from '@/tests/support/server-pages'

const condensate = {
  id: 1,
  key: 'gas_condensate',
  slug: 'condensate',
  name: 'Condensate',
  unit: 't',
  price_unit: 'UAH/t',
}
const sold = {
  id: 1,
  number: 1,
  slug: 'lot-1',
  title: 'Lot 1',
  category: condensate,
  completed_at: '2026-11-24T10:00:00.000Z',
  volume: '1.000',
  starting_price: '1.00',
  resource: '',
  lowest_price: null,
  premium: null,
  minimum_quantity: '1.000',
  quantity_step: '1.000',
  winning_prices: [],
  result: null,
}
const settings = {
  company_name: 'Gas LLC',
  logo: null,
  favicon: '',
  links: [],
  contacts: [],
  support_email: '',
  copyright: '',
  working_hours: '',
  meta: {
    title: '',
    description: '',
    favicon: '',
    schema: '',
    micro_marking: [],
    og: { title: '', description: '', image: '', url: '', type: '', locale: '', site_name: '' },
  },
}
const publicApi = {
  auctions: {
    list: callOf('auctions/list', { list: [], next_cursor: null }),
    results: callOf('auctions/results', {
      list: [sold],
      months: [],
      totals: { auctions: 1, companies: 1, volume_sold: {}, average_price: {}, price_rise: null },
      next_cursor: null,
    }),
    resultPoints: callOf('auctions/result-points', { list: [], more: false }),
  },
  content: {
    categories: callOf('auction-categories/list', { list: [condensate] }),
    settings: callOf('settings/all', settings),
    menus: () => Promise.resolve({ items: {} }),
  },
  pages: { auctionPage: callOf('pages/auction-page', { page: null }) },
  news: { list: callOf('news/list', { list: [], years: [], next_cursor: null }) },
  certificates: { list: callOf('certificates/list', { list: [], next_cursor: null }) },
  shop: { products: callOf('shop/products', { list: [] }) },
}
jest.unstable_mockModule('@/lib/api/public', () => ({ publicApi }))
jest.unstable_mockModule('@/lib/api/server', () => ({ serverApi: {} }))
const results = await import('./auctions/results-page')
const explanation = await import('./auctions/explanation-page')
const certificates = await import('./auctions/certificates-page')
const gas = await import('./auctions/gas-sub-page')
const news = await import('./news/page')
const shop = await import('./shop/page')

interface Site {
  page: (props: { params: Promise<{ locale: 'en' }> }) => ReactNode | Promise<ReactNode>
  metadata: (props: { params: Promise<{ locale: 'en' }> }) => Promise<Metadata>
  heading: string
}
const SITE: Record<string, Site> = {
  results: { page: results.default, metadata: results.generateMetadata, heading: messages.Results.title },
  rules: { page: explanation.RulesPage, metadata: explanation.rulesMetadata, heading: messages.Rules.title },
  guide: { page: explanation.GuidePage, metadata: explanation.guideMetadata, heading: messages.HowItWorks.title },
  certificates: {
    page: certificates.default,
    metadata: certificates.generateMetadata,
    heading: messages.Certificates.title,
  },
  gasSubPage: { page: gas.default, metadata: gas.generateMetadata, heading: messages.GasSubPage.title },
  news: { page: news.default, metadata: news.generateMetadata, heading: messages.News.title },
  shop: { page: shop.default, metadata: shop.generateMetadata, heading: messages.Shop.title },
}

async function open({ page: Page, metadata }: Site): Promise<HTMLElement> {
  const params = Promise.resolve({ locale: 'en' } as const)
  await metadata({ params })
  return prerenderPage(<Page params={params} />)
}

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined)
})

describe('a page with one failing call', () => {
  it.each(Object.keys(SITE))('shows no failure if none occurs: %s', async (name) => {
    restoreCalls()
    const main = await open(SITE[name] as Site)
    expect(main).not.toHaveTextContent(messages.ErrorPage.sectionFailed)
  })

  it.each([
    ['results', 'auctions/result-points'],
    ['results', 'auction-categories/list'],
    ['rules', 'pages/auction-page'],
    ['rules', 'auction-categories/list'],
    ['guide', 'pages/auction-page'],
    ['certificates', 'pages/auction-page'],
    ['certificates', 'certificates/list'],
    ['gasSubPage', 'pages/auction-page'],
    ['news', 'news/list'],
    ['shop', 'shop/products'],
  ])('keeps its heading and replaces the section with the failure: %s without %s', async (name, path) => {
    failCall(path)
    const site = SITE[name] as Site
    const main = await open(site)
    expect(main.querySelector('h1')).toHaveTextContent(site.heading)
    expect(main).toHaveTextContent(messages.ErrorPage.sectionFailed)
  })

  it('shows the portal’s data without the editor’s text', async () => {
    failCall('pages/auction-page')
    expect(await open(SITE.results as Site)).toHaveTextContent('Lot 1')
  })

  it.each([
    ['condensate', 'status-503'],
    ['oil', 'NEXT_HTTP_ERROR_FALLBACK;404'],
  ])('is a 404 only if the product is unknown: %s while the products cannot be read', async (auctionType, digest) => {
    failCall('auction-categories/list')
    const params = Promise.resolve({ locale: 'en', auctionType } as const)
    await expect(explanation.rulesMetadata({ params })).rejects.toMatchObject({ digest })
  })
})
