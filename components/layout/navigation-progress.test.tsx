import { afterAll, beforeAll, expect, it, jest } from '@jest/globals'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createRequire } from 'node:module'

// A CommonJS package, whose default export Node wraps and Next's bundler does not.
const require = createRequire(import.meta.url)
jest.unstable_mockModule('nextjs-toploader', () => require('nextjs-toploader') as object)
const { NavigationProgress } = await import('./navigation-progress')

// The last listener, like the one that opens links by the router: jsdom cannot navigate.
const stay = (event: Event) => event.preventDefault()
beforeAll(() => window.addEventListener('click', stay))
afterAll(() => window.removeEventListener('click', stay))

it('the progress bar appears at the first click, without loading code first', () => {
  render(
    <>
      <NavigationProgress />
      <a href="/news">News</a>
    </>,
  )
  expect(document.querySelector('#nprogress')).toBeNull()
  fireEvent.click(screen.getByText('News'))
  expect(document.querySelector('#nprogress .bar')).toBeInTheDocument()
})

it.each([
  ['saves a file', { href: '/storage/files/results.csv', download: '' }],
  ['shows a file', { href: '/feeds/uk/auctions/lot-35.ics' }],
  ['is handled by its component', { href: '?bids=all', onClick: stay as () => void }],
])('the progress bar ends without a new page if a link %s', async (_what, link) => {
  render(
    <>
      <NavigationProgress />
      <a {...link}>Link</a>
    </>,
  )
  fireEvent.click(screen.getByText('Link'))
  await waitFor(() => expect(document.querySelector('#nprogress')).toBeNull())
})
