import { describe, expect, it } from '@jest/globals'
import { isMissingFile, rootFiles } from './site'

describe('files at the root', () => {
  const files = rootFiles()

  it.each(['/favicon.ico', '/apple-touch-icon.png?v=2', '/humans.txt', '/x.js'])('%s is missing', (url) => {
    expect(isMissingFile(url, files)).toBe(true)
  })

  it.each([
    '/icon.svg',
    '/service-worker.js?v=1',
    '/robots.txt',
    '/sitemap.xml',
    '/',
    '/en',
    '/_next/static/x.js',
    '/about',
    '/en/news/a.txt',
  ])('%s is left to the site', (url) => {
    expect(isMissingFile(url, files)).toBe(false)
  })
})
