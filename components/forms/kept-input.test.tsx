import { afterEach, expect, it, jest } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import { startTransition } from 'react'
import userEvent from '@testing-library/user-event'
import { UnrecognizedActionError } from 'next/dist/client/components/unrecognized-action-error'
import { useAction } from './use-form-action'
import { KeptInput, reloadKeeping } from './kept-input'

const page = () => {
  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value).has(key),
  }
  return { storage, now: () => 1_000_000, reload: jest.fn() }
}

function typed(): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries({ email: 'trader@buyer.ua', password: 'secret', return: '/en/cabinet' }))
    form.set(name, value)
  return form
}

afterEach(() => window.sessionStorage.clear())

it('a page of an older version is reloaded once, with its input but without its secrets', () => {
  const old = page()
  reloadKeeping(typed(), old)
  expect(old.reload).toHaveBeenCalledTimes(1)
  expect(window.sessionStorage.getItem('kept-input')).not.toContain('secret')

  render(
    <>
      <KeptInput text="The portal was updated" />
      <form>
        <input name="email" aria-label="Email" />
        <input name="password" aria-label="Password" type="password" />
      </form>
    </>,
  )
  expect(screen.getByLabelText('Email')).toHaveValue('trader@buyer.ua')
  expect(screen.getByLabelText('Password')).toHaveValue('')
  expect(screen.getByRole('status')).toHaveTextContent('The portal was updated')

  reloadKeeping(typed(), old)
  expect(old.reload).toHaveBeenCalledTimes(1)
  expect(window.sessionStorage.getItem('kept-input')).toBeNull()
})

it('a page that was not reloaded says nothing', () => {
  const { container } = render(<KeptInput text="The portal was updated" />)
  expect(container).toBeEmptyDOMElement()
})

it('an action that the server does not know keeps the form for the reloaded page', async () => {
  function Form() {
    const [state, send] = useAction<string>(
      () => Promise.reject(new UnrecognizedActionError('not found')),
      'before',
      () => 'silent',
    )
    return <button onClick={() => startTransition(() => send(typed()))}>{state}</button>
  }
  render(<Form />)
  await userEvent.setup().click(screen.getByRole('button'))
  expect(await screen.findByText('silent')).toBeVisible()
  expect(window.sessionStorage.getItem('chunk-reload-at')).not.toBeNull()
})
