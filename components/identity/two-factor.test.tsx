import { expect, it } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import { FocusedSection } from './two-factor'

it('a step gets the focus when it appears, but not from a field when it is rendered again', () => {
  const step = (hint: string) => (
    <FocusedSection title="Code">
      <input aria-label={hint} />
    </FocusedSection>
  )
  const { rerender } = render(step('Six digits'))
  expect(screen.getByRole('heading')).toHaveFocus()
  screen.getByRole('textbox').focus()
  rerender(step('Six digits, again'))
  expect(screen.getByLabelText('Six digits, again')).toHaveFocus()
})
