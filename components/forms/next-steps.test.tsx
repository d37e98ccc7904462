import { describe, expect, it } from '@jest/globals'
import { screen } from '@testing-library/react'
import { LOCALES } from '@/lib/config/constants'
import { messagesOf, renderIn } from '@/tests/support/render-in'
import { NextSteps } from './next-steps'

describe.each(LOCALES)('the steps from registration to bidding in %s', (locale) => {
  const { steps } = messagesOf(locale).Register

  it('lists the documents before the manager, and marks only completed steps', () => {
    renderIn(locale, <NextSteps due="documents" />)
    const shown = screen.getAllByRole('listitem')
    expect(shown.map(({ textContent }) => textContent)).toEqual([
      `✓${steps.email}`,
      `2${steps.documents}`,
      `3${steps.manager}`,
      `4${steps.apply}`,
    ])
    expect(shown.map((step) => step.getAttribute('aria-current'))).toEqual([null, 'step', null, null])
  })
})
