import { expect, it, jest } from '@jest/globals'
import { callOf, failCall, messages, prerenderPage } from '@/tests/support/server-pages'

jest.unstable_mockModule('@/app/(site)/[locale]/(sign-in)/form-actions', () => ({ acceptInvitation: () => undefined }))
jest.unstable_mockModule('@/lib/api/server', () => ({
  serverApi: { people: { invitation: callOf('people/invitation', {}) } },
}))
const { default: InvitationPage } = await import('./page')

const open = () => InvitationPage({ params: Promise.resolve({ locale: 'en', token: 'a-token' }) })

it.each(['link_invalid', 'link_expired', 'link_used', 'invalid_input'] as const)(
  'the invitation page reports a link refused with %s as unusable',
  async (code) => {
    failCall('people/invitation', code)
    const main = await prerenderPage(await open())
    expect(main.querySelector('h1')).toHaveTextContent(messages.People.deadTitle)
  },
)

it('the invitation page does not report a link as unusable after too many requests', async () => {
  failCall('people/invitation', 'too_many_requests')
  await expect(open()).rejects.toMatchObject({ code: 'too_many_requests' })
})
