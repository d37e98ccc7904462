import { expect, it, jest } from '@jest/globals'
import { NextRequest } from 'next/server'
import { OfflineError } from '@/lib/api/problems'
import { COOKIES } from '@/lib/config/constants'

const userProfile = jest.fn<(input: object, options: { bearer: string }) => Promise<{ data: object }>>()
jest.unstable_mockModule('@/lib/api/server', () => ({ serverApi: { auth: { userProfile } } }))
const { POST } = await import('./route')

async function forget(token: string | null) {
  const cookie = token === null ? '' : `${COOKIES.accessToken}=${token}`
  const response = await POST(
    new NextRequest('http://portal.test/internal/session/forget', {
      method: 'POST',
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
    }),
  )
  return { status: response.status, clears: response.headers.getSetCookie().length > 0 }
}

it('a token that the API refuses is cleared', async () => {
  userProfile.mockRejectedValueOnce({ status: 401, code: 'unauthorized' })
  expect(await forget('old')).toEqual({ status: 204, clears: true })
  expect(userProfile).toHaveBeenLastCalledWith({}, { bearer: 'old' })
})

it('the token of a session that began after the refusal stays', async () => {
  userProfile.mockResolvedValueOnce({ data: { id: 7 } })
  expect(await forget('new')).toEqual({ status: 409, clears: false })
})

it('a token stays while the API does not answer', async () => {
  userProfile.mockRejectedValueOnce(new OfflineError('gone'))
  expect(await forget('old')).toEqual({ status: 503, clears: false })
})

it('what is left of a session without a token is cleared', async () => {
  expect(await forget(null)).toEqual({ status: 204, clears: true })
})
