import { describe, expect, it, jest } from '@jest/globals'
import { callOf, failCall, messages, prerenderPage } from '@/tests/support/server-pages'

jest.unstable_mockModule('@/app/(site)/[locale]/(sign-in)/form-actions', () => ({ stopEmails: () => undefined }))
jest.unstable_mockModule('@/lib/api/server', () => ({
  serverApi: { notifications: { unsubscribing: callOf('notifications/unsubscribing', {}) } },
}))
const { default: UnsubscribePage } = await import('./page')

const open = () => UnsubscribePage({ params: Promise.resolve({ locale: 'en', token: 'a-token' }) })

describe('the unsubscribe page', () => {
  it('reports an invalid link', async () => {
    failCall('notifications/unsubscribing', 'unsubscribe_link_invalid')
    const main = await prerenderPage(await open())
    expect(main.querySelector('h1')).toHaveTextContent(messages.Unsubscribe.invalid)
  })

  it('does not call the link invalid after too many requests', async () => {
    failCall('notifications/unsubscribing', 'too_many_requests')
    await expect(open()).rejects.toMatchObject({ code: 'too_many_requests' })
  })
})
