import { request } from 'undici'
import { createClient, createTransport } from '@/lib/api/client'

export interface SamplePage {
  name: string
  path: string
  /** The maximum first load, as a multiple of an empty page's. */
  scriptLimit: number
}

const ordinary = 1.1

/** Finds a page of each kind. */
export async function samplePages(origin: string): Promise<SamplePage[]> {
  const api = createClient(createTransport({ prefixUrl: origin }))
  const { data: auctions } = await api.auctions.list({ lang: 'uk' })
  const auction = auctions.list.find(({ state }) => state === 'running') ?? auctions.list[0]
  const { data: news } = await api.news.list({ lang: 'uk' })
  const item = news.list[0]
  if (!auction || !item) throw new Error('the site has no auction or no news to show')
  const list = `/auctions/${auction.category.slug}`
  return [
    { name: 'home', path: '/', scriptLimit: ordinary },
    { name: 'auctions list', path: list, scriptLimit: ordinary },
    { name: 'auction', path: `${list}/${auction.slug}`, scriptLimit: 1.3 },
    { name: 'results', path: '/auctions/results-past-auctions', scriptLimit: ordinary },
    { name: 'news item', path: `/news/${item.slug}`, scriptLimit: ordinary },
  ]
}

/** The compressed bytes of a page. */
export async function gzipOf(address: string): Promise<Uint8Array<ArrayBuffer>> {
  const { body } = await request(address, { headers: { 'accept-encoding': 'gzip' } })
  return new Uint8Array(await body.arrayBuffer())
}
