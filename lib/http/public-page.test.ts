import { describe, expect, it } from '@jest/globals'
import type { AddressAnswer } from '@/lib/http/page-index'
import { publicPageOf } from '@/lib/http/public-page'

const KNOWN: AddressAnswer = { kind: 'known' }

function pageAt(address: string, { answer = KNOWN, previews = false } = {}) {
  return publicPageOf(new URL(address, 'https://portal.test'), previews, () => Promise.resolve(answer))
}

describe('publicPageOf', () => {
  it('does not change existing pages', async () => {
    expect(await pageAt('/news')).toEqual({ kind: 'itself' })
    expect(await pageAt('/en/about?from=letter')).toEqual({ kind: 'itself' })
  })

  it('shows the list of news of a year, or further down, by its query', async () => {
    expect(await pageAt('/news?year=2025')).toEqual({ kind: 'rewritten', to: '/uk/~news?year=2025' })
    expect(await pageAt('/en/news?before=abc')).toEqual({ kind: 'rewritten', to: '/en/~news?before=abc' })
    expect(await pageAt('/news?year=soon')).toEqual({ kind: 'itself' })
    expect(await pageAt('/news?utm=letter')).toEqual({ kind: 'itself' })
  })

  it('keeps unknown addresses out of the page cache', async () => {
    expect(await pageAt('/ru/news/nowhere?a=1', { answer: { kind: 'unknown' } })).toEqual({
      kind: 'not-found',
      to: '/ru/~not-found/news/nowhere?a=1',
    })
  })

  it('keeps the query when redirecting', async () => {
    expect(await pageAt('/old?a=1', { answer: { kind: 'moved', to: '/new' } })).toEqual({
      kind: 'moved',
      to: '/new?a=1',
    })
  })

  it('shows drafts to the holder of a preview link, on pages with editors’ texts', async () => {
    expect(await pageAt('/about', { previews: true })).toEqual({ kind: 'rewritten', to: '/uk/~draft/about' })
    expect(await pageAt('/en', { previews: true })).toEqual({ kind: 'rewritten', to: '/en/~draft' })
    expect(await pageAt('/shop', { previews: true })).toEqual({ kind: 'itself' })
    const unknown: AddressAnswer = { kind: 'unknown' }
    expect(await pageAt('/unpublished', { previews: true, answer: unknown })).toEqual({
      kind: 'rewritten',
      to: '/uk/~draft/unpublished',
    })
  })

  it('redirects editors in a preview like everyone else', async () => {
    const moved: AddressAnswer = { kind: 'moved', to: '/new' }
    expect(await pageAt('/old', { previews: true, answer: moved })).toEqual({ kind: 'moved', to: '/new' })
  })
})
