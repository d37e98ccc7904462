import { afterEach, describe, expect, it } from '@jest/globals'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { PendingEmail } from './profile'
import { ResendLink } from './resend-link'
import { useUser } from '@/components/session/session-user'
import { userStore } from '@/components/session/user-store'
import type { User } from '@/lib/contract/accounts'
import { renderIn } from '@/tests/support/render-in'
import { mockApi, refusal } from '@/tests/support/mock-api'

const server = mockApi()
const sent: unknown[] = []
afterEach(() => {
  sent.length = 0
})

function answer(make: () => Response) {
  server.use(
    http.post('*/api/profile/email-link/resend', async ({ request }) => {
      sent.push(await request.json())
      return make()
    }),
  )
}

describe('sending the email again', () => {
  it('shows its address, and when another may be requested', async () => {
    answer(() => HttpResponse.json({ data: { email: 'new@buyer.ua', again_after: 60 } }))
    renderIn('en', <ResendLink link="email_change" />)
    await userEvent.setup().click(screen.getByRole('button', { name: 'Resend email' }))
    expect(await screen.findByText('Email sent to new@buyer.ua')).toBeVisible()
    expect(screen.getByText(/^You can request another email in (1:00|0:5\d)\.$/)).toBeVisible()
    const again = screen.getByRole('button', { name: 'Resend email' })
    expect(again).toHaveAttribute('aria-disabled', 'true')
    expect(again).toHaveFocus()
    await userEvent.setup().click(again)
    expect(sent).toEqual([{ link: 'email_change' }])
  })

  it.each([
    [3300, '55 хвилин', /^Наступний лист можна надіслати за (55:00|54:5\d)\.$/],
    [18_000, '5 годин', /^Наступний лист можна надіслати за (5:00:00|4:59:5\d)\.$/],
  ])('waits as long as the server requires: %i s', async (seconds, wait, clock) => {
    answer(() => refusal('too_many_requests', {}, { 'retry-after': String(seconds) }))
    renderIn('uk', <ResendLink link="email_confirmation" />)
    await userEvent.setup().click(screen.getByRole('button', { name: 'Надіслати лист ще раз' }))
    expect(await screen.findByText(`Наступний лист можна надіслати за ${wait}.`)).toBeInTheDocument()
    expect(screen.getByText(clock)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Надіслати лист ще раз' })).toHaveAttribute('aria-disabled', 'true')
  })

  it('explains that nothing is left to confirm', async () => {
    answer(() => refusal('email_nothing_to_confirm'))
    renderIn('ru', <ResendLink link="email_confirmation" />)
    await userEvent.setup().click(screen.getByRole('button', { name: 'Отправить письмо ещё раз' }))
    expect(await screen.findByText('Здесь уже нечего подтверждать. Обновите страницу.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Отправить письмо ещё раз' })).toBeEnabled()
  })
})

describe('a pending change of the address', () => {
  it('shows the cancellation without reading the profile again', async () => {
    userStore.seed({ id: 7, email: 'old@buyer.ua', pending_email: 'new@buyer.ua' } as User)
    server.use(http.post('*/api/profile/change-email/cancel', () => HttpResponse.json({ data: {} })))
    function OfUser() {
      const user = useUser()
      return user && <PendingEmail email={user.pending_email} current={user.email} />
    }
    renderIn('en', <OfUser />)
    await userEvent.setup().click(screen.getByRole('button', { name: 'Cancel the change' }))
    expect(await screen.findByText('The email change has been cancelled.')).toHaveFocus()
    expect(screen.queryByText('Awaiting confirmation: new@buyer.ua')).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
