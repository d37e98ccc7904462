/**
 * Forms are read with jsdom's own FormData, which the default environment replaces with Node's.
 * @jest-environment jsdom
 */
import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { AppRouterContext, type AppRouterInstance } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { ProfileActions } from '@/components/cabinet/profile'
import { CompanyTask, EmailTask, PasswordTask, PersonTask, TradeTask } from '@/components/cabinet/profile-dialogs'
import { api } from '@/lib/api/browser'
import type { User } from '@/lib/contract/accounts'
import type { Locale } from '@/lib/config/constants'
import { messagesOf, renderIn } from '@/tests/support/render-in'
import { apiError } from '@/tests/support/builders/problem'

afterEach(() => {
  jest.restoreAllMocks()
  sessionStorage.clear()
})

const user: User = {
  person_id: 9,
  role: 'owner',
  id: 7,
  email: 'trader@buyer.ua',
  company_name: 'ТОВ «Енергоресурс Трейд»',
  company_short_name: 'Енергоресурс',
  name: 'Олена',
  surname: 'Коваль',
  patronymic: 'Петрівна',
  phone: '+380501234567',
  tax_number: '',
  bank: '',
  address: '',
  signatory: '',
  authority: '',
  edrpou: '37027819',
  iban: 'UA883006140000026006500211904',
  eic: '56X000000000001W',
  is_banned: false,
  status: 'awaiting_confirmation',
  rejection_reason: null,
  auction_kind: 'all',
  email_confirmed: true,
  email_refused_since: null,
  language: 'uk',
  pending_email: null,
}

/** Opens the dialog and waits until it has the focus. */
async function open(Task: typeof EmailTask, locale: Locale = 'en') {
  const onClose = jest.fn()
  renderIn(locale, <Task user={user} onClose={onClose} />)
  await waitFor(() => expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement))
  return {
    onClose,
    typing: userEvent.setup(),
    save: () => screen.getByRole('button', { name: messagesOf(locale).Profile.save }),
  }
}

describe('changing the address', () => {
  it.each(['uk', 'en', 'ru'] as const)('reports missing fields in %s and focuses the first', async (locale) => {
    const changeEmail = jest.spyOn(api.profile, 'changeEmail')
    const { typing, save } = await open(EmailTask, locale)
    const { Fields, Profile } = messagesOf(locale)
    await typing.click(save())
    expect(await screen.findByText(Fields.emailRequired)).toBeVisible()
    expect(screen.getByText(Fields.passwordRequired)).toBeVisible()
    expect(screen.getByLabelText(Profile.newEmail)).toHaveFocus()
    expect(changeEmail).not.toHaveBeenCalled()
  })

  it.each([
    ['password_incorrect', 'Current password', 'The current password is incorrect'],
    ['email_already_used', 'New email', /^This email is already used/],
    ['email_unchanged', 'New email', 'This is already your account’s email'],
  ] as const)('reports %s at its field, keeps the input and focuses the field', async (code, label, text) => {
    jest.spyOn(api.profile, 'changeEmail').mockRejectedValue(apiError(code))
    const { typing, save, onClose } = await open(EmailTask)
    await typing.type(screen.getByLabelText('New email'), 'new@buyer.ua')
    await typing.type(screen.getByLabelText('Current password'), 'secret phrase')
    await typing.click(save())
    expect(await screen.findByText(text)).toBeVisible()
    expect(screen.getByLabelText(label)).toHaveFocus()
    expect(screen.getByLabelText('New email')).toHaveValue('new@buyer.ua')
    expect(screen.getByLabelText('Current password')).toHaveValue('secret phrase')
    expect(onClose).not.toHaveBeenCalled()
  })

  it('keeps the input when the backdrop is pressed', async () => {
    const { typing, onClose } = await open(EmailTask)
    await typing.type(screen.getByLabelText('New email'), 'new@buyer.ua')
    await typing.click(screen.getByRole('dialog').parentElement as HTMLElement)
    expect(onClose).not.toHaveBeenCalled()
    await typing.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledWith(null)
  })

  it('closes with the address that the email was sent to', async () => {
    const changeEmail = jest.spyOn(api.profile, 'changeEmail').mockResolvedValue({ data: {} })
    const { typing, onClose } = await open(EmailTask)
    await typing.type(screen.getByLabelText('New email'), 'new@buyer.ua')
    await typing.type(screen.getByLabelText('Current password'), 'secret phrase{Enter}')
    await waitFor(() => expect(onClose).toHaveBeenCalledWith({ email: 'new@buyer.ua' }))
    expect(changeEmail).toHaveBeenCalledWith({ email: 'new@buyer.ua', password: 'secret phrase' })
  })

  it('shows how long to wait after too many emails', async () => {
    jest.spyOn(api.profile, 'changeEmail').mockRejectedValue(apiError('too_many_requests', 125))
    const { typing } = await open(EmailTask, 'ru')
    await typing.type(screen.getByLabelText('Новая электронная почта'), 'new@buyer.ua')
    await typing.type(screen.getByLabelText('Текущий пароль'), 'secret phrase{Enter}')
    expect(await screen.findByText('Слишком много попыток. Следующая возможна через 2:05.')).toBeVisible()
  })
})

describe('changing the password', () => {
  it('shows what the new one lacks, and the server’s refusal of words from the company’s name', async () => {
    const change = jest
      .spyOn(api.profile, 'changePassword')
      .mockRejectedValue(
        apiError('invalid_input', null, { errors: [{ path: 'password', code: 'password_too_simple' }] }),
      )
    const { typing } = await open(PasswordTask)
    await typing.type(screen.getByLabelText('Current password'), 'secret phrase')
    await typing.type(screen.getByLabelText('New password'), 'енергоресурс1{Enter}')
    expect(await screen.findByText(/This password is easy to guess/)).toBeVisible()
    expect(screen.getByText('Too weak')).toBeVisible()
    expect(screen.getByLabelText('New password')).toHaveFocus()
    expect(screen.getByLabelText('Current password')).toHaveValue('secret phrase')
    expect(change).toHaveBeenCalledTimes(1)
  })
})

describe('a change that was not finished', () => {
  const reopen = (personId = user.person_id) =>
    renderIn(
      'en',
      <AppRouterContext value={{ refresh: jest.fn() } as unknown as AppRouterInstance}>
        <ProfileActions user={{ ...user, person_id: personId }} tasks={['person', 'email', 'password']} />
      </AppRouterContext>,
    )

  it('is restored after the next sign-in, with an explanation', async () => {
    const typing = userEvent.setup()
    const { unmount } = reopen()
    await typing.click(screen.getByRole('button', { name: 'Contact person' }))
    const name = await screen.findByLabelText('Given name')
    await typing.clear(name)
    await typing.type(name, 'Оксана')
    await typing.click(screen.getByRole('radio', { name: 'English' }))
    unmount()
    reopen()
    expect(await screen.findByText(/^These changes have not been saved yet/)).toBeVisible()
    expect(screen.getByLabelText('Given name')).toHaveValue('Оксана')
    expect(screen.getByLabelText('Surname')).toHaveValue('Коваль')
    expect(screen.getByRole('radio', { name: 'English' })).toBeChecked()
  })

  it('belongs to its person only, not to a colleague, and is dropped when it is cancelled', async () => {
    const typing = userEvent.setup()
    const { unmount } = reopen()
    await typing.click(screen.getByRole('button', { name: 'Change email' }))
    await typing.type(await screen.findByLabelText('New email'), 'new@buyer.ua')
    await typing.type(screen.getByLabelText('Current password'), 'secret phrase')
    expect(JSON.stringify({ ...sessionStorage })).toMatch(/new@buyer\.ua/)
    expect(JSON.stringify({ ...sessionStorage })).not.toMatch(/secret phrase/)
    unmount()
    const other = reopen(8)
    expect(screen.queryByRole('dialog')).toBeNull()
    other.unmount()
    const samePerson = reopen()
    expect(await screen.findByLabelText('New email')).toHaveValue('new@buyer.ua')
    await typing.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    samePerson.unmount()
    reopen()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('changing the profile data', () => {
  it('starts with the stored data, and finds a typing error in a code before it is sent', async () => {
    const update = jest.spyOn(api.profile, 'update')
    const { typing, save } = await open(CompanyTask)
    const code = screen.getByLabelText('EDRPOU code')
    expect(code).toHaveValue(user.edrpou)
    await typing.clear(code)
    await typing.type(code, '37027818')
    await typing.click(save())
    expect(await screen.findByText(/the last one is a check digit/)).toBeVisible()
    expect(code).toHaveFocus()
    expect(update).not.toHaveBeenCalled()
  })

  it('does not cut a pasted text, and shows the maximum length', async () => {
    const update = jest.spyOn(api.profile, 'update')
    const { typing, save } = await open(CompanyTask)
    const name = screen.getByLabelText('Official short name')
    await typing.clear(name)
    await typing.click(name)
    await typing.paste('x'.repeat(160))
    await typing.click(save())
    expect(await screen.findByText('At most 150 characters')).toBeVisible()
    expect(name).toHaveValue('x'.repeat(160))
    expect(update).not.toHaveBeenCalled()
  })

  it('shows a refusal that concerns no field above the form, and keeps the form', async () => {
    jest.spyOn(api.profile, 'update').mockRejectedValue(apiError('company_data_confirmed'))
    const { typing, save, onClose } = await open(CompanyTask, 'uk')
    const name = screen.getByLabelText('Офіційна скорочена назва')
    await typing.clear(name)
    await typing.type(name, 'Інша назва')
    await typing.click(save())
    expect(await screen.findByText(messagesOf('uk').Errors.company_data_confirmed)).toBeVisible()
    expect(name).toHaveValue('Інша назва')
    expect(onClose).not.toHaveBeenCalled()
  })

  it('sends the person’s fields and the language of emails', async () => {
    const update = jest.spyOn(api.profile, 'update').mockResolvedValue({ data: user })
    const { typing, save, onClose } = await open(PersonTask)
    await typing.click(screen.getByRole('radio', { name: 'English' }))
    await typing.click(save())
    await waitFor(() => expect(onClose).toHaveBeenCalledWith({ email: user.email }))
    expect(update.mock.calls[0]?.[0]).toEqual({
      surname: 'Коваль',
      name: 'Олена',
      patronymic: 'Петрівна',
      phone: '+380501234567',
      language: 'en',
    })
  })

  it('sends the company’s account and auctions', async () => {
    const update = jest.spyOn(api.profile, 'update').mockResolvedValue({ data: user })
    const { typing, save, onClose } = await open(TradeTask)
    await typing.click(screen.getByRole('radio', { name: messagesOf('en').Register.kinds.natural_gas }))
    await typing.click(save())
    await waitFor(() => expect(onClose).toHaveBeenCalledWith({ email: user.email }))
    expect(update.mock.calls[0]?.[0]).toEqual({ iban: user.iban, auction_kind: 'natural_gas' })
  })
})
