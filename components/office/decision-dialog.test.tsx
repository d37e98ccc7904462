import { afterEach, expect, it, jest } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { renderOffice } from '@/tests/support/render-office'
import { DecisionDialog } from './decision-dialog'

afterEach(() => {
  sessionStorage.clear()
  decide.mockReset()
})

const decide = jest.fn<() => Promise<unknown>>()

function Dialog(props: Partial<ComponentProps<typeof DecisionDialog>>) {
  return (
    <DecisionDialog
      title="Cancel"
      verb="Go on"
      done="decision_cancelled"
      decide={decide}
      onClose={() => undefined}
      {...props}
    />
  )
}

it('the errors of all fields are shown together, and a file is chosen with a button of the portal', async () => {
  const user = userEvent.setup()
  const isValid = jest.fn(() => false)
  const reasonTexts = { label: 'Where', missing: 'Say where' }
  const { container } = renderOffice(<Dialog reasonFor="keep:1" withFile {...{ reasonTexts, isValid }} />)
  await user.click(screen.getByRole('button', { name: 'Go on' }))
  const input = container.ownerDocument.querySelector<HTMLInputElement>('input[type=file]')!
  expect(isValid).toHaveBeenCalled()
  expect(screen.getByRole('textbox', { name: 'Where' })).toHaveAccessibleDescription('Say where')
  expect(input).toHaveAccessibleDescription('Attach a file: a disqualification needs a supporting document.')
  await user.type(screen.getByRole('textbox'), 'In the bank')
  await user.upload(input, new File(['x'], 'decision.pdf', { type: 'application/pdf' }))
  expect(screen.getByText('decision.pdf')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Go on' }))
  expect(decide).not.toHaveBeenCalled()
})

it('an empty file is called empty, not missing', async () => {
  const user = userEvent.setup()
  const { container } = renderOffice(<Dialog withFile />)
  const input = container.ownerDocument.querySelector<HTMLInputElement>('input[type=file]')!
  await user.upload(input, new File([], 'decision.pdf', { type: 'application/pdf' }))
  await user.click(screen.getByRole('button', { name: 'Go on' }))
  expect(input).toHaveAccessibleDescription('The file is empty.')
  expect(decide).not.toHaveBeenCalled()
})

it('a typed reason survives closing the dialog and a failed decision, and is forgotten once the decision is made', async () => {
  const user = userEvent.setup()
  decide.mockRejectedValueOnce(new Error('signed out')).mockResolvedValue({})
  const open = (record = 1) => renderOffice(<Dialog reasonFor={`cancel:${record}`} />)
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
