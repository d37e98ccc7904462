import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { AppRouterContext, type AppRouterInstance } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import type { ReactNode } from 'react'
import { TwoFactor } from '@/components/cabinet/two-factor'
import { api } from '@/lib/api/browser'
import { OfflineError } from '@/lib/api/problems'
import type { Locale } from '@/lib/config/constants'
import { messagesOf, renderIn } from '@/tests/support/render-in'
import { withoutClipboard } from '@/tests/support/without-clipboard'
import { apiError } from '@/tests/support/builders/problem'

const refresh = jest.fn()
afterEach(() => {
  jest.restoreAllMocks()
  refresh.mockReset()
})

const off = { enabled: false, enabled_at: null, recovery_codes_left: 0 }
const on = { enabled: true, enabled_at: '2026-11-24T08:00:00.000Z', recovery_codes_left: 10 }
const secret = {
  secret: 'JBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/x',
  qr_svg: '<svg xmlns="http://www.w3.org/2000/svg"/>',
}
const open = (locale: Locale, piece: ReactNode) =>
  renderIn(locale, <AppRouterContext value={{ refresh } as unknown as AppRouterInstance}>{piece}</AppRouterContext>)

describe('two-step sign-in in the cabinet', () => {
  it('is turned on with the password and the app’s code, and shows the recovery codes', async () => {
    const begin = jest.spyOn(api.twoFactor, 'begin').mockRejectedValueOnce(apiError('password_incorrect'))
    begin.mockResolvedValue({ data: secret })
    const enable = jest.spyOn(api.twoFactor, 'enable').mockRejectedValueOnce(apiError('second_factor_code_invalid'))
    enable.mockResolvedValue({ data: { recovery_codes: ['abcde-fghjk', 'bcdef-ghjkm'] } })
    jest.spyOn(api.twoFactor, 'status').mockResolvedValue({ data: on })
    open('en', <TwoFactor status={off} />)
    const user = userEvent.setup()

    await user.click(screen.getByRole('button', { name: 'Turn on' }))
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    expect(begin).not.toHaveBeenCalled()
    await user.type(screen.getByLabelText('Your password'), 'wrong{Enter}')
    expect(await screen.findByText('The current password is incorrect.')).toBeVisible()
    await user.type(screen.getByLabelText('Your password'), '{Enter}')
    expect(await screen.findByRole('img', { name: /QR code/ })).toBeVisible()
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible()
    await user.type(screen.getByLabelText('Code from the app'), '000000{Enter}')
    expect(await screen.findByText(/The code is incorrect/)).toBeVisible()
    await user.type(screen.getByLabelText('Code from the app'), '{Enter}')
    expect(await screen.findByText('abcde-fghjk')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'I have saved the codes' }))
    await waitFor(() => expect(screen.getByText(/10 recovery codes left/)).toBeVisible())
    // The change has ended the other sessions.
    expect(refresh).toHaveBeenCalledTimes(1)
  })

  it('sends the password with its spaces, and the code without', async () => {
    const begin = jest.spyOn(api.twoFactor, 'begin').mockResolvedValue({ data: secret })
    const enable = jest.spyOn(api.twoFactor, 'enable').mockResolvedValue({ data: { recovery_codes: ['abcde-fghjk'] } })
    open('en', <TwoFactor status={off} />)
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: 'Turn on' }))
    await user.type(screen.getByLabelText('Your password'), ' a long secret {Enter}')
    withoutClipboard()
    await user.type(await screen.findByLabelText('Code from the app'), ' 123456 {Enter}')
    expect(await screen.findByText('abcde-fghjk')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Save as file' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Copy' })).not.toBeInTheDocument()
    await user.click(screen.getByRole('dialog').parentElement as HTMLElement)
    expect(screen.getByText('abcde-fghjk')).toBeVisible()
    expect(begin).toHaveBeenCalledWith({ password: ' a long secret ' })
    expect(enable).toHaveBeenCalledWith({ code: '123456' })
  })

  it('is turned off with both factors', async () => {
    const disable = jest.spyOn(api.twoFactor, 'disable').mockResolvedValue({ data: {} })
    jest.spyOn(api.twoFactor, 'status').mockResolvedValue({ data: off })
    open('uk', <TwoFactor status={on} />)
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: 'Вимкнути' }))
    await user.type(screen.getByLabelText('Ваш пароль'), 'secret')
    await user.type(screen.getByLabelText('Код із застосунку або резервний код'), '123 456{Enter}')
    expect(disable).toHaveBeenCalledWith({ password: 'secret', code: '123 456' })
    expect(await screen.findByRole('button', { name: 'Увімкнути' })).toBeVisible()
    await waitFor(() => expect(screen.getByText(messagesOf('uk').TwoFactor.turnedOff)).toHaveFocus())
    expect(refresh).not.toHaveBeenCalled()
  })

  it('shows the change even if the connection is lost right after it', async () => {
    jest.spyOn(api.twoFactor, 'disable').mockResolvedValue({ data: {} })
    const status = jest.spyOn(api.twoFactor, 'status').mockRejectedValue(new OfflineError(new Error('away')))
    open('en', <TwoFactor status={on} />)
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: 'Turn off' }))
    await user.type(screen.getByLabelText('Your password'), 'secret')
    await user.type(screen.getByLabelText('Code from the app, or a recovery code'), '123456{Enter}')
    expect(await screen.findByRole('button', { name: 'Turn on' })).toBeVisible()
    expect(status).toHaveBeenCalledTimes(1)
  })
})
