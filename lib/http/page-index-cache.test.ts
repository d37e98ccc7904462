import { describe, expect, it, jest } from '@jest/globals'
import { ApiError, OfflineError } from '@/lib/api/problems'
import type { ApiClient } from '@/lib/api/client'
import { createPageIndex } from './page-index'

type Api = Parameters<typeof createPageIndex>[0]

function notFound() {
  return new ApiError(
    { type: 'about:blank', title: 'Not found', status: 404, code: 'not_found', detail: '', request_id: '' },
    null,
  )
}

/** A site with one page. */
function apiWith(get: ApiClient['pages']['get'], movedTo: () => string | null = () => null): Api {
  const redirect: ApiClient['pages']['redirect'] = () => Promise.resolve({ data: { to: movedTo() } })
  return { pages: { get, redirect } } as Api
}

function pageNamed(name: string) {
  return jest.fn<ApiClient['pages']['get']>(({ slug }) =>
    slug === name ? Promise.resolve({} as never) : Promise.reject(notFound()),
  )
}

describe('the index of addresses', () => {
  it('caches a known page for a second, for all languages', async () => {
    const get = pageNamed('about')
    const find = createPageIndex(apiWith(get), () => 0)
    expect(await find('/about')).toEqual({ kind: 'known' })
    expect(await find('/en/about')).toEqual({ kind: 'known' })
    expect(get).toHaveBeenCalledTimes(1)
  })

  it('follows a page that has moved since', async () => {
    let slug = 'about'
    let now = 1
    const get = jest.fn<ApiClient['pages']['get']>((input) =>
      input.slug === slug ? Promise.resolve({} as never) : Promise.reject(notFound()),
    )
    const find = createPageIndex(
      apiWith(get, () => `/${slug}`),
      () => now,
    )
    expect(await find('/en/about')).toEqual({ kind: 'known' })
    slug = 'company'
    now = 1_002
    expect(await find('/en/about')).toEqual({ kind: 'moved', to: '/en/company' })
  })

  it('looks up unknown pages each time, since they may be published at any moment', async () => {
    const get = pageNamed('about')
    const find = createPageIndex(apiWith(get))
    expect(await find('/soon')).toEqual({ kind: 'unknown' })
    expect(await find('/soon')).toEqual({ kind: 'unknown' })
    expect(get).toHaveBeenCalledTimes(2)
  })

  it('tries the page if the API cannot be reached, since it may be cached', async () => {
    const find = createPageIndex(apiWith(() => Promise.reject(new OfflineError(new Error('cut')))))
    expect(await find('/about')).toEqual({ kind: 'known' })
  })
})
