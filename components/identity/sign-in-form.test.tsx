/**
 * Forms are read with jsdom's own FormData, which the default environment replaces with Node's.
 * @jest-environment jsdom
 */
import { describe, expect, it, jest } from '@jest/globals'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { SignInForm } from '@/components/identity/sign-in-form'
import { OutageNotice } from '@/components/session/outage-notice'
import type { SignInState } from './sign-in-state'
import type { Locale } from '@/lib/config/constants'
import { messagesOf, renderIn } from '@/tests/support/render-in'

type Action = (state: SignInState, form: FormData) => Promise<SignInState>

function open(action: Action, locale: Locale = 'en') {
  renderIn(locale, <SignInForm action={action} returnTo="/en/cabinet" resetHref="/password-reset" />)
  return userEvent.setup()
}

function refusing(problem: SignInState['problem']): Action {
  return (state, form) =>
    Promise.resolve({
      email: form.get('email') as string,
      fields: {},
      problem,
      ticket: null,
      attempt: state.attempt + 1,
    })
}

describe('SignInForm', () => {
  it('sends the input with the page to return to', async () => {
    const sent: Record<string, unknown>[] = []
    const user = open((state, form) => {
      sent.push(Object.fromEntries(form))
      return Promise.resolve(state)
    })
    await user.type(screen.getByLabelText('Email'), 'trader@buyer.ua')
    await user.type(screen.getByLabelText('Password'), 'secret phrase')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(sent).toEqual([{ email: 'trader@buyer.ua', password: 'secret phrase', return: '/en/cabinet' }])
  })

  it('keeps the entry without an answer, and signs in by itself once the service is back', async () => {
    const tries: FormDataEntryValue[][] = []
    render(<OutageNotice text="The service is not responding." />)
    const user = open((state, form) => {
      tries.push([...form.values()])
      return tries.length === 1
        ? Promise.reject(new TypeError('Failed to fetch'))
        : Promise.resolve({ ...state, problem: null })
    })
    globalThis.fetch = () => Promise.resolve({ status: 200 } as Response)
    await user.type(screen.getByLabelText('Email'), 'trader@buyer.ua')
    await user.type(screen.getByLabelText('Password'), 'secret phrase')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(await screen.findByText('The service is not responding.')).toBeVisible()
    expect(screen.getByLabelText('Password')).toHaveValue('secret phrase')
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(tries).toHaveLength(2))
    expect(tries[1]).toEqual(tries[0])
    await waitFor(() => expect(screen.queryByText('The service is not responding.')).toBeNull())
  })

  it('does not send a changed form by itself when the server answers again', async () => {
    render(<OutageNotice text="The service is not responding." />)
    const action = jest.fn<Action>().mockRejectedValue(new TypeError('Failed to fetch'))
    const user = open(action)
    globalThis.fetch = () => Promise.resolve({ status: 200 } as Response)
    await user.type(screen.getByLabelText('Email'), 'trader@buyer.ua')
    await user.type(screen.getByLabelText('Password'), 'secret phrase{Enter}')
    expect(await screen.findByText('The service is not responding.')).toBeVisible()
    await user.clear(screen.getByLabelText('Password'))
    await user.type(screen.getByLabelText('Password'), 'anoth')
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(screen.queryByText('The service is not responding.')).toBeNull())
    expect(action).toHaveBeenCalledTimes(1)
    expect(screen.getByLabelText('Password')).toHaveValue('anoth')
  })

  it('asks for the email in the specification’s words and focuses it, without calling the server', async () => {
    const action = jest.fn<Action>()
    const user = open(action)
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(screen.getByLabelText('Email')).toHaveFocus()
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Enter your email')
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Enter your password')
    expect(action).not.toHaveBeenCalled()
  })

  it('focuses the password if only that is missing', async () => {
    const user = open(jest.fn<Action>())
    await user.type(screen.getByLabelText('Email'), 'trader@buyer.ua{Enter}')
    expect(screen.getByLabelText('Password')).toHaveFocus()
  })

  it.each([
    ['en', 'invalid_credentials', 'Incorrect login or password'],
    ['uk', 'invalid_credentials', 'Неправильний логін або пароль'],
    ['ru', 'invalid_credentials', 'Неправильный логин или пароль'],
    ['en', 'account_deactivated', 'Your account has been deactivated'],
    ['en', 'account_deactivated_by_manager', 'Your account has been deactivated by the auction manager'],
    ['uk', 'account_deactivated_by_manager', 'Ваш обліковий запис деактивовано менеджером аукціону'],
  ] as const)('explains a refusal in %s: %s', async (locale, code, text) => {
    const user = open(refusing({ code }), locale)
    await user.type(screen.getByLabelText(messagesOf(locale).Login.email), 'trader@buyer.ua')
    await user.type(screen.getByLabelText(messagesOf(locale).Login.password), 'wrong')
    await user.click(screen.getByRole('button', { name: messagesOf(locale).Login.submit }))
    expect(await screen.findByText(text)).toBeVisible()
  })

  it('keeps the input after a refusal and focuses the password', async () => {
    const user = open(refusing({ code: 'invalid_credentials' }))
    await user.type(screen.getByLabelText('Email'), 'trader@buyer.ua')
    await user.type(screen.getByLabelText('Password'), 'almost right')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    await screen.findByText('Incorrect login or password')
    expect(screen.getByLabelText('Email')).toHaveValue('trader@buyer.ua')
    expect(screen.getByLabelText('Password')).toHaveValue('almost right')
    expect(screen.getByLabelText('Password')).toHaveFocus()
  })

  it.each([
    [42, '42 секунди'],
    [900, '15 хвилин'],
  ])('shows how long to wait after too many attempts: %i s', async (seconds, wait) => {
    const user = open(refusing({ code: 'too_many_requests', retry_after: seconds }), 'uk')
    await user.type(screen.getByLabelText('Електронна пошта'), 'trader@buyer.ua')
    await user.type(screen.getByLabelText('Пароль'), 'x{Enter}')
    expect(await screen.findByText(`Забагато спроб. Спробуйте ще раз за ${wait}.`)).toBeVisible()
  })

  it('shows the password on demand', async () => {
    const user = open(jest.fn<Action>())
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password')
    await user.click(screen.getByRole('button', { name: 'Show password' }))
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text')
    expect(screen.getByLabelText('Password')).toHaveAttribute('autocapitalize', 'none')
    expect(screen.getByLabelText('Password')).toHaveAttribute('spellcheck', 'false')
  })

  it('asks for the code of the second factor, and allows starting again', async () => {
    const sent: Record<string, unknown>[] = []
    const user = open((state, form) => {
      sent.push(Object.fromEntries(form))
      const again = form.get('again') !== null
      const problem =
        form.get('ticket') === null || again
          ? null
          : ({
              code: form.get('code') === '123456' ? 'second_factor_code_invalid' : 'second_factor_unavailable',
            } as const)
      return Promise.resolve({
        email: form.get('email') as string,
        fields: {},
        problem,
        ticket: again ? null : 'a-ticket',
        attempt: state.attempt + 1,
      })
    })
    await user.type(screen.getByLabelText('Email'), 'trader@buyer.ua')
    await user.type(screen.getByLabelText('Password'), 'secret phrase{Enter}')
    expect(await screen.findByLabelText('Code')).toHaveFocus()
    await user.type(screen.getByLabelText('Code'), '123456{Enter}')
    expect(await screen.findByText(/The code is incorrect/)).toBeVisible()
    expect(sent[1]).toEqual({ ticket: 'a-ticket', code: '123456', email: 'trader@buyer.ua', return: '/en/cabinet' })
    expect(screen.getByLabelText('Code')).toHaveValue('123456')
    await user.keyboard('654321{Enter}')
    expect(await screen.findByText(/Codes from the app/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Start again' }))
    expect(await screen.findByLabelText('Password')).toBeVisible()
  })
})
