import { expect, it } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import { ErrorView, ErrorTextsProvider } from './error-view'
import { ApiError } from '@/lib/api/problems'
import { StatusPage } from '@/components/layout/page-header'

const texts = {
  heading: 'This page could not be loaded',
  text: 'Try again later.',
  failed: 'Something went wrong.',
  silent: 'The portal does not respond.',
  busy: 'Too many requests.',
  home: 'Home',
  homeHref: '/en',
  retry: 'Try again',
}

it('the error view is announced if an open page fails', () => {
  render(
    <ErrorTextsProvider texts={texts}>
      <ErrorView error={new Error('a bug')} retry={() => undefined} />
    </ErrorTextsProvider>,
  )
  const alert = screen.getByRole('alert')
  for (const text of [texts.heading, texts.text, texts.failed]) expect(alert).toHaveTextContent(text)
})

it('the error view explains that a rate limit refused the page', () => {
  const problem = { type: '', title: '', status: 429, code: 'too_many_requests', detail: '' } as const
  render(
    <ErrorTextsProvider texts={texts}>
      <ErrorView error={new ApiError({ ...problem, request_id: '' }, 60)} retry={() => undefined} />
    </ErrorTextsProvider>,
  )
  expect(screen.getByText('429')).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent(texts.busy)
})

it('a status page is not announced twice if it is the error page itself', () => {
  const home = { href: texts.homeHref, label: texts.home }
  render(<StatusPage route="Page404" status="404" heading={texts.heading} text={texts.text} home={home} />)
  expect(screen.queryByRole('alert')).toBeNull()
})
