/**
 * Forms are read with jsdom's own FormData, which the default environment replaces with Node's.
 * @jest-environment jsdom
 */
import { afterEach, expect, it, jest } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderOffice } from '@/tests/support/render-office'
import { AskDialog, DecisionDialog } from './ask-dialog'

afterEach(() => sessionStorage.clear())

it('the dialog does not cut a pasted reason, and accepts it once shortened', async () => {
  const user = userEvent.setup()
  const onAnswer = jest.fn()
  renderOffice(
    <AskDialog
      title="Reject"
      verb="Go on"
      reasonFor="reject:1"
      busy={false}
      onAnswer={onAnswer}
      onClose={() => undefined}
    />,
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

it('the errors of all fields are shown together, and a file is chosen with a button of the portal', async () => {
  const user = userEvent.setup()
  const onAnswer = jest.fn()
  const isValid = jest.fn(() => false)
  const texts = { label: 'Where', missing: 'Say where' }
  const { container } = renderOffice(
    <AskDialog
      title="Keep"
      verb="Go on"
      reasonFor="keep:1"
      reasonTexts={texts}
      withFile
      {...{ isValid, onAnswer }}
      busy={false}
      onClose={() => undefined}
    />,
  )
  await user.click(screen.getByRole('button', { name: 'Go on' }))
  expect(isValid).toHaveBeenCalled()
  expect(screen.getByRole('textbox', { name: 'Where' })).toHaveAccessibleDescription('Say where')
  await user.type(screen.getByRole('textbox'), 'In the bank')
  const input = container.ownerDocument.querySelector<HTMLInputElement>('input[type=file]')!
  await user.upload(input, new File(['x'], 'decision.pdf', { type: 'application/pdf' }))
  expect(screen.getByText('decision.pdf')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Go on' }))
  expect(onAnswer).not.toHaveBeenCalled()
})

it('an empty file is called empty, not missing', async () => {
  const user = userEvent.setup()
  const onAnswer = jest.fn()
  const { container } = renderOffice(
    <AskDialog title="Disqualify" verb="Go on" withFile busy={false} onAnswer={onAnswer} onClose={() => undefined} />,
  )
  const input = container.ownerDocument.querySelector<HTMLInputElement>('input[type=file]')!
  await user.upload(input, new File([], 'decision.pdf', { type: 'application/pdf' }))
  await user.click(screen.getByRole('button', { name: 'Go on' }))
  expect(input).toHaveAccessibleDescription('The file is empty.')
  expect(onAnswer).not.toHaveBeenCalled()
})

it('a typed reason survives closing the dialog and a failed decision, and is forgotten once the decision is made', async () => {
  const user = userEvent.setup()
  const decide = jest.fn<() => Promise<unknown>>().mockRejectedValueOnce(new Error('signed out')).mockResolvedValue({})
  const open = (record = 1) =>
    renderOffice(
      <DecisionDialog
        title="Cancel"
        verb="Go on"
        reasonFor={`cancel:${record}`}
        done="decision_cancelled"
        decide={decide}
        onClose={() => undefined}
      />,
    )
  const first = open()
  await user.type(screen.getByRole('textbox'), 'The pipeline is closed')
  await user.click(screen.getByRole('button', { name: 'Go on' }))
  await waitFor(() => expect(decide).toHaveBeenCalledTimes(1))
  first.unmount()

  const other = open(2)
  expect(screen.getByRole('textbox')).toHaveValue('')
  other.unmount()

  const second = open()
  expect(screen.getByRole('textbox')).toHaveValue('The pipeline is closed')
  await user.click(screen.getByRole('button', { name: 'Go on' }))
  await waitFor(() => expect(sessionStorage).toHaveLength(0))
  expect(decide).toHaveBeenCalledTimes(2)
  second.unmount()

  open()
  expect(screen.getByRole('textbox')).toHaveValue('')
})
