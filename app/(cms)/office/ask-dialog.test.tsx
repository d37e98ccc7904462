/**
 * Forms are read with jsdom's own FormData, which the default environment replaces with Node's.
 * @jest-environment jsdom
 */
import { expect, it, jest } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { AskDialog } from './ask-dialog'

it('the dialog does not cut a pasted reason, and accepts it once shortened', async () => {
  const user = userEvent.setup()
  const onAnswer = jest.fn()
  render(
    <AskDialog title="Reject" verb="Go on" withReason busy={false} onAnswer={onAnswer} onClose={() => undefined} />,
  )
  const reason = screen.getByRole('textbox')
  await user.click(reason)
  await user.paste('x'.repeat(2001))
  expect(reason).toHaveValue('x'.repeat(2001))
  await user.click(screen.getByRole('button', { name: 'Go on' }))
  expect(onAnswer).not.toHaveBeenCalled()
  expect(reason).toHaveFocus()
  await user.type(reason, '{Backspace}')
  await user.click(screen.getByRole('button', { name: 'Go on' }))
  expect(onAnswer).toHaveBeenCalledWith(expect.objectContaining({ reason: 'x'.repeat(2000) }))
})
