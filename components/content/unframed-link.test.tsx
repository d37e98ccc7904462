import { afterEach, expect, it } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import { UnframedLink } from '@/components/content/unframed-link'

const { parent } = window
afterEach(() => {
  Object.defineProperty(window, 'parent', { value: parent, configurable: true })
})

it('the link is shown on a page and omitted in a frame', () => {
  const { unmount } = render(<UnframedLink href="/leave">Leave</UnframedLink>)
  expect(screen.getByRole('link')).toHaveAttribute('href', '/leave')
  unmount()
  Object.defineProperty(window, 'parent', { value: {}, configurable: true })
  render(<UnframedLink href="/leave">Leave</UnframedLink>)
  expect(screen.queryByRole('link')).toBeNull()
})
