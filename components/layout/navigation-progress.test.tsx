import { expect, it, jest } from '@jest/globals'
import { fireEvent, render, screen } from '@testing-library/react'
import { createRequire } from 'node:module'

// A CommonJS package, whose default export Node wraps and Next's bundler does not.
const require = createRequire(import.meta.url)
jest.unstable_mockModule('nextjs-toploader', () => require('nextjs-toploader') as object)
const { NavigationProgress } = await import('./page-behaviour')

it('the progress bar appears at the first click, without loading code first', () => {
  render(
    <>
      <NavigationProgress />
      <a href="/news">News</a>
    </>,
  )
  const link = screen.getByText('News')
  link.addEventListener('click', (event) => event.preventDefault())
  expect(document.querySelector('#nprogress')).toBeNull()
  fireEvent.click(link)
  expect(document.querySelector('#nprogress .bar')).toBeInTheDocument()
})
