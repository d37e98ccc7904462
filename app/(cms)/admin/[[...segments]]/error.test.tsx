import { expect, it, jest } from '@jest/globals'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderOffice } from '@/tests/support/render-office'
import BackOfficeError from './error'

it('the error page of the back office offers to retry, or to go to the dashboard', async () => {
  const reset = jest.fn()
  renderOffice(<BackOfficeError error={new Error('no connection')} reset={reset} />)
  await userEvent.setup().click(screen.getByRole('button'))
  expect(reset).toHaveBeenCalledTimes(1)
  expect(screen.getByRole('link')).toHaveAttribute('href', '/admin')
})
