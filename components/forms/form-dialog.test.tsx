import { afterEach, expect, it, jest } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { DraftTextArea } from '@/components/forms/draft-text-area'
import { FormDialog } from '@/components/forms/form-dialog'
import { OwnPasswordField } from '@/components/forms/password-field'
import { renderIn } from '@/tests/support/render-in'

afterEach(() => sessionStorage.clear())

type Answer = (typed: Partial<Record<string, string>>) => unknown

function Page({ onAnswer }: { onAnswer: Answer }) {
  const [open, setOpen] = useState(true)
  const [failure, setFailure] = useState<string | null>(null)
  if (!open) return null
  return (
    <FormDialog
      title="Leave"
      verb="Go on"
      failure={failure}
      onClose={() => setOpen(false)}
      onAnswer={async (typed) => {
        const isAccepted = await onAnswer(typed)
        setFailure(isAccepted === true ? null : 'Refused')
        return isAccepted
      }}
    >
      <OwnPasswordField />
      <DraftTextArea name="why" label="Why" maximum={10} draft="why" missing="Say why" />
    </FormDialog>
  )
}

it('shows all that is missing at once, and focuses the first of it', async () => {
  const onAnswer = jest.fn<Answer>()
  renderIn('en', <Page onAnswer={onAnswer} />)
  await userEvent.click(screen.getByRole('button', { name: 'Go on' }))
  expect(screen.getByLabelText('Your password')).toHaveAccessibleDescription('Required field')
  expect(screen.getByLabelText('Your password')).toHaveFocus()
  expect(screen.getByLabelText('Why')).toHaveAccessibleDescription('Say why')
  await userEvent.type(screen.getByLabelText('Your password'), 'secret')
  await userEvent.type(screen.getByLabelText('Why'), '   ')
  expect(screen.getByLabelText('Your password')).not.toHaveAccessibleDescription()
  await userEvent.click(screen.getByRole('button', { name: 'Go on' }))
  expect(screen.getByLabelText('Why')).toHaveFocus()
  expect(onAnswer).not.toHaveBeenCalled()
})

it('neither cuts nor sends a text that is too long, and sends it once shortened', async () => {
  const onAnswer = jest.fn<Answer>()
  renderIn('en', <Page onAnswer={onAnswer} />)
  await userEvent.type(screen.getByLabelText('Your password'), 'secret')
  await userEvent.click(screen.getByLabelText('Why'))
  await userEvent.paste('x'.repeat(11))
  expect(screen.getByLabelText('Why')).toHaveValue('x'.repeat(11))
  expect(screen.getByText('At most 10 characters: 1 too many')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Go on' }))
  expect(onAnswer).not.toHaveBeenCalled()
  expect(screen.getByLabelText('Why')).toHaveFocus()
  await userEvent.keyboard('{Backspace}')
  await userEvent.click(screen.getByRole('button', { name: 'Go on' }))
  expect(onAnswer).toHaveBeenCalledWith({ password: 'secret', why: 'x'.repeat(10) })
})

it('shows a refusal, keeps what was typed, and forgets it once it is accepted', async () => {
  const onAnswer = jest.fn<Answer>().mockReturnValueOnce(false).mockReturnValue(true)
  const first = renderIn('en', <Page onAnswer={onAnswer} />)
  await userEvent.type(screen.getByLabelText('Your password'), 'secret')
  await userEvent.type(screen.getByLabelText('Why'), 'Sold{Tab}')
  await userEvent.click(screen.getByRole('button', { name: 'Go on' }))
  expect(await screen.findByText('Refused')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  first.unmount()

  renderIn('en', <Page onAnswer={onAnswer} />)
  expect(screen.getByLabelText('Your password')).toHaveValue('')
  expect(screen.getByLabelText('Why')).toHaveValue('Sold')
  await userEvent.type(screen.getByLabelText('Your password'), 'secret')
  await userEvent.click(screen.getByRole('button', { name: 'Go on' }))
  await waitFor(() => expect(sessionStorage).toHaveLength(0))
})

it('does not submit the form around it', async () => {
  const onSubmit = jest.fn()
  renderIn(
    'en',
    <form onSubmit={onSubmit}>
      <FormDialog title="Leave" verb="Go on" onClose={() => undefined} onAnswer={() => true} />
    </form>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Go on' }))
  expect(onSubmit).not.toHaveBeenCalled()
})
