import { expect, it, jest } from '@jest/globals'
import { screen } from '@testing-library/react'
import { createTranslator } from 'next-intl'
import { ApiError } from '@/lib/api/problems'
import { ERROR_STATUS, type ErrorCode } from '@/lib/contract/errors'
import { messagesOf, renderIn } from '@/tests/support/render-in'

let code: ErrorCode
const messages = messagesOf('en')
jest.unstable_mockModule('next/headers', () => ({ headers: () => Promise.resolve(new Headers()) }))
jest.unstable_mockModule('@/app/(site)/[locale]/(sign-in)/form-actions', () => ({ acceptInvitation: () => undefined }))
jest.unstable_mockModule('@/lib/api/server', () => ({
  serverApi: {
    people: {
      invitation: () =>
        Promise.reject(
          new ApiError({ type: '', title: '', status: ERROR_STATUS[code], code, detail: '', request_id: '' }, null),
        ),
    },
  },
}))
jest.unstable_mockModule('next-intl/server', () => ({
  setRequestLocale: () => undefined,
  getLocale: () => Promise.resolve('en'),
  getMessages: () => Promise.resolve(messages),
  getTranslations: (namespace: 'People') => Promise.resolve(createTranslator({ locale: 'en', messages, namespace })),
}))
const { default: InvitationPage } = await import('./page')

const open = () => InvitationPage({ params: Promise.resolve({ locale: 'en', token: 'a-token' }) })

it.each(['link_invalid', 'link_expired', 'link_used', 'invalid_input'] as const)(
  'reports an invitation that is refused with %s as unusable',
  async (refusal) => {
    code = refusal
    renderIn('en', await open())
    expect(screen.getByRole('heading', { name: messages.People.deadTitle })).toBeVisible()
  },
)

it('does not report an invitation as unusable after too many requests', async () => {
  code = 'too_many_requests'
  await expect(open()).rejects.toMatchObject({ code })
})
