import { expect, it, jest } from '@jest/globals'
import { fireEvent, render, screen } from '@testing-library/react'
import { createRequire } from 'node:module'

// A CommonJS package, whose default export Node wraps and Next's bundler does not.
const require = createRequire(import.meta.url)
jest.unstable_mockModule('nextjs-toploader', () => require('nextjs-toploader') as object)
const { NavigationProgress } = await import('./page-behaviour')

it('the progress bar shows at the first click: no code of it is loaded later', () => {
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
