import { expect, it, jest } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MAX_ANSWER, MAX_QUESTION } from '@/lib/contract/questions'
import { renderOffice } from '@/tests/support/render-office'
import { PublishDialog } from './questions'

it('the publishing dialog neither cuts nor sends a question that is too long, and publishes it once shortened', async () => {
  const user = userEvent.setup()
  const publish = jest.fn((_texts: object) => Promise.resolve())
  const answer = 'x'.repeat(MAX_ANSWER)
  renderOffice(
    <PublishDialog
      draftKey="chat:1"
      language="uk"
      question={'x'.repeat(MAX_QUESTION + 1)}
      answer={answer}
      publish={publish}
      onClose={() => undefined}
    />,
  )
  const [question] = screen.getAllByRole('textbox')
  const send = screen.getAllByRole<HTMLButtonElement>('button').find(({ type }) => type === 'submit')!
  await user.click(send)
  expect(publish).not.toHaveBeenCalled()
  expect(question).toHaveFocus()
  expect(question).toHaveValue('x'.repeat(MAX_QUESTION + 1))
  await user.type(question!, '{Backspace}')
  await user.click(send)
  await waitFor(() =>
    expect(publish).toHaveBeenCalledWith(
      expect.objectContaining({ texts: { uk: { question: 'x'.repeat(MAX_QUESTION), answer } } }),
    ),
  )
})
