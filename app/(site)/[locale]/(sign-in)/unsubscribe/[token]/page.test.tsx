import { describe, expect, it, jest } from '@jest/globals'
import { screen } from '@testing-library/react'
import { createTranslator } from 'next-intl'
import { ApiError } from '@/lib/api/problems'
import { ERROR_STATUS, type ErrorCode } from '@/lib/contract/errors'
import { messagesOf, renderIn } from '@/tests/support/render-in'

let code: ErrorCode = 'unsubscribe_link_invalid'
const messages = messagesOf('en')
jest.unstable_mockModule('next/headers', () => ({ headers: () => Promise.resolve(new Headers()) }))
jest.unstable_mockModule('@/app/(site)/[locale]/(sign-in)/form-actions', () => ({ stopEmails: () => undefined }))
jest.unstable_mockModule('@/lib/api/server', () => ({
  serverApi: {
    notifications: {
      unsubscribing: () =>
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
  getTranslations: (namespace: 'Unsubscribe') =>
    Promise.resolve(createTranslator({ locale: 'en', messages, namespace })),
}))
const { default: UnsubscribePage } = await import('./page')

const open = () => UnsubscribePage({ params: Promise.resolve({ locale: 'en', token: 'a-token' }) })

describe('the unsubscribe page', () => {
  it('reports an invalid link', async () => {
    renderIn('en', await open())
    expect(screen.getByRole('heading', { name: messages.Unsubscribe.invalid })).toBeVisible()
  })

  it('does not call the link invalid after too many requests', async () => {
    code = 'too_many_requests'
    await expect(open()).rejects.toMatchObject({ code })
  })
})
