import { describe, expect, it } from '@jest/globals'
import { linksOfSite } from '@/components/content/blocks/block-frame'

describe('linksOfSite', () => {
  it.each([
    ['a page of the site, in the reader’s language', '<a href="/news">', '<a href="/en/news">'],
    ['a page written with another language', '<a href="/ru/news?year=2025">', '<a href="/en/news?year=2025">'],
    ['the home page', '<a href="/">', '<a href="/en">'],
    ['a stored file', '<a href="/storage/media/a.pdf">', '<a href="/storage/media/a.pdf">'],
    [
      'another site',
      '<a href="https://tso.ua/?a=1&amp;b" rel="noopener noreferrer">',
      '<a href="https://tso.ua/?a=1&amp;b" target="_blank" rel="noopener noreferrer">',
    ],
    [
      'another site that already opens in a new tab',
      '<a href="https://tso.ua" target="_blank" rel="x">',
      '<a href="https://tso.ua" target="_blank" rel="x">',
    ],
    ['mail', '<a href="mailto:a@b.ua">', '<a href="mailto:a@b.ua">'],
    ['a place on the page', '<a href="#rules">', '<a href="#rules">'],
  ])('rewrites or keeps a link to %s', (_, link, expected) => {
    expect(linksOfSite(`<p>${link}text</a></p>`, 'en')).toBe(`<p>${expected}text</a></p>`)
  })
})
