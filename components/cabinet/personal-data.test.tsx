import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { PersonalData } from '@/components/cabinet/personal-data'
import { SessionUser } from '@/components/session/session-user'
import { api } from '@/lib/api/browser'
import type { User } from '@/lib/contract/accounts'
import type { DeletionStatus } from '@/lib/contract/personal-data'
import { renderIn } from '@/tests/support/render-in'
import { apiError } from '@/tests/support/builders/problem'

afterEach(() => {
  jest.restoreAllMocks()
  window.sessionStorage.clear()
})

const none: DeletionStatus = { request: null, blockers: [] }
const waiting: DeletionStatus = {
  request: {
    id: 1,
    scope: 'company',
    by: 'Коваль Олена',
    status: 'waiting',
    comment: null,
    requested_at: '2026-11-24T08:00:00.000Z',
    decided_at: null,
    reason: null,
  },
  blockers: [],
}

describe('personal data', () => {
  it('is exported once the password is entered', async () => {
    const url = '/storage/files/personal-data.zip?ticket=1'
    const exporting = jest.spyOn(api.personalData, 'export')
    exporting.mockRejectedValueOnce(apiError('password_incorrect'))
    exporting.mockResolvedValue({ data: { url, expires_at: '2026-11-24T08:10:00.000Z' } })
    renderIn('en', <PersonalData deletion={none} />)
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: 'Get a copy of your data' }))
    await user.type(screen.getByLabelText('Your password'), 'wrong{Enter}')
    expect(await screen.findByText('The current password is incorrect.')).toBeVisible()
    await user.type(screen.getByLabelText('Your password'), '{Enter}')
    const link = await screen.findByRole('link', { name: 'Download ZIP' })
    expect(link).toHaveAttribute('href', url)
    await waitFor(() => expect(link.parentElement).toHaveFocus())
  })

  it('is deleted on a request, which can be withdrawn', async () => {
    const request = jest.spyOn(api.personalData, 'requestDeletion').mockResolvedValue({ data: waiting })
    jest.spyOn(api.personalData, 'withdrawDeletion').mockResolvedValue({ data: {} })
    jest
      .spyOn(api.personalData, 'deletionStatus')
      .mockResolvedValue({ data: { ...waiting, request: { ...waiting.request!, status: 'withdrawn' } } })
    renderIn(
      'uk',
      <SessionUser initialUser={{ id: 7, role: 'owner' } as User}>
        <PersonalData deletion={none} />
      </SessionUser>,
    )
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: 'Попросити видалити' }))
    await user.type(screen.getByLabelText('Ваш пароль'), 'secret')
    await user.type(screen.getByLabelText('Коментар (необов’язково)'), ' Закриваємо фірму ')
    await user.click(screen.getByRole('button', { name: 'Надіслати запит' }))
    expect(request).toHaveBeenCalledWith({
      password: 'secret',
      scope: 'company',
      comment: 'Закриваємо фірму',
    })
    const withdraw = await screen.findByRole('button', { name: 'Відкликати запит' })
    await waitFor(() => expect(withdraw.parentElement).toHaveFocus())
    await user.click(withdraw)
    expect((await screen.findByText('Запит відкликано.')).parentElement).toHaveFocus()
  })

  it('keeps the comment to a request, but no password, when the session ends', async () => {
    const request = jest.spyOn(api.personalData, 'requestDeletion').mockResolvedValue({ data: waiting })
    const user = userEvent.setup()
    const open = async (companyId: number) => {
      const { unmount } = renderIn(
        'en',
        <SessionUser initialUser={{ id: companyId, role: 'owner' } as User}>
          <PersonalData deletion={none} />
        </SessionUser>,
      )
      await user.click(screen.getByRole('button', { name: 'Request deletion' }))
      return { unmount, comment: screen.getByLabelText('Comment (optional)') }
    }
    const before = await open(7)
    await user.type(screen.getByLabelText('Your password'), 'secret')
    await user.type(before.comment, 'We leave the market')
    before.unmount()
    const other = await open(8)
    expect(other.comment).toHaveValue('')
    other.unmount()
    expect((await open(7)).comment).toHaveValue('We leave the market')
    expect(screen.getByLabelText('Your password')).toHaveValue('')
    await user.type(screen.getByLabelText('Your password'), 'secret')
    await user.click(screen.getByRole('button', { name: 'Send request' }))
    expect(request).toHaveBeenCalledWith({
      password: 'secret',
      scope: 'company',
      comment: 'We leave the market',
    })
    expect(await screen.findByRole('button', { name: 'Withdraw request' })).toBeVisible()
    expect(window.sessionStorage).toHaveLength(0)
  })

  it('cannot be deleted while something blocks it, and shows what blocks it', () => {
    renderIn('ru', <PersonalData deletion={{ request: null, blockers: ['agreements_current'] }} />)
    expect(screen.getByText(/есть договоры, которые не перешли в архив/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Попросить удалить' })).toBeNull()
  })
})
