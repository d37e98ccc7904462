import { describe, expect, it, jest } from '@jest/globals'

let favicon = ''
jest.unstable_mockModule('@/app/(site)/site-frame', () => ({
  readSettings: () => Promise.resolve({ favicon, meta: { favicon: '' } }),
  readSiteFrame: () => Promise.resolve({}),
}))
jest.unstable_mockModule('@/app/(site)/[locale]/(cabinet)/cabinet-session', () => ({ entryUser: () => null }))

const layouts = {
  public: await import('./[locale]/(public)/layout'),
  'sign-in': await import('./[locale]/(sign-in)/layout'),
  cabinet: await import('./[locale]/(cabinet)/layout'),
}

describe.each(Object.entries(layouts))('the tab of the %s pages', (_name, { generateMetadata }) => {
  it.each([
    ['', '/icon.svg'],
    ['/storage/media/own.png', '/storage/media/own.png'],
  ])('shows the company’s icon, or the site’s: "%s"', async (uploaded, icon) => {
    favicon = uploaded
    expect(await generateMetadata({ params: Promise.resolve({ locale: 'en' }) })).toEqual({ icons: { icon } })
  })
})
