import { describe, expect, it } from '@jest/globals'
import { NextRequest, type NextResponse } from 'next/server'
import { POST } from '@/app/internal/session/end/route'
import type { ErrorCode } from '@/lib/contract/errors'
import { problemResponse } from '@/lib/server/http/edge'
import { type Portal, publishPortal } from '@/lib/server/compose/portal'

const OWN_PAGE = { host: 'portal.test', origin: 'https://portal.test' }

/** Signs out with a form that its sender aborts after 100 KiB; returns the status and how many bytes were read. */
async function signOutWithAbortedForm(headers: Record<string, string>): Promise<[status: number, read: number]> {
  let read = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        read += 1_024
        if (read > 100 * 1_024) controller.error(new Error('broken off'))
        else controller.enqueue(new Uint8Array(1_024))
      },
    },
    { highWaterMark: 0 },
  )
  const request = new NextRequest('https://portal.test/internal/session/end', {
    method: 'POST',
    headers: { ...OWN_PAGE, 'content-type': 'multipart/form-data; boundary=x', ...headers },
    body,
    duplex: 'half',
  })
  const { status } = await POST(request)
  return [status, read]
}

function signOut(cookie = ''): Promise<NextResponse> {
  const body = 'locale=en'
  const headers = {
    ...OWN_PAGE,
    cookie,
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': String(body.length),
  }
  return POST(new NextRequest('https://portal.test/internal/session/end', { method: 'POST', headers, body }))
}

describe('signing out by a form', () => {
  it('does not read a body that is too long or has no content-length', async () => {
    expect(await signOutWithAbortedForm({ 'content-length': '4097' })).toEqual([413, 0])
    expect(await signOutWithAbortedForm({})).toEqual([411, 0])
    expect(await signOutWithAbortedForm({ 'content-length': '10', origin: 'https://elsewhere.test' })).toEqual([403, 0])
  })

  it('redirects to the sign-in page in the form’s language', async () => {
    const answer = await signOut()
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/en/user-login'])
  })

  it('redirects there also if the session had already ended, with a message for a deactivated account', async () => {
    const signOutRefusedWith = async (code: ErrorCode) => {
      publishPortal({ api: async () => problemResponse({ code }, 'test') } as unknown as Portal)
      const answer = await signOut('accessToken=token-of-the-session')
      return [answer.headers.get('location'), ...['accessToken', 'aucs'].map((name) => answer.cookies.get(name)?.value)]
    }
    expect(await signOutRefusedWith('unauthorized')).toEqual(['/en/user-login', '', ''])
    expect(await signOutRefusedWith('account_deactivated_by_manager')).toEqual([
      '/en/user-login?ended=deactivatedByManager',
      ...['', ''],
    ])
    expect(await signOutRefusedWith('internal_error')).toEqual(['/en/~error/500', undefined, undefined])
  })
})
