import { describe, expect, it } from '@jest/globals'
import { http, HttpResponse } from 'msw'
import { OfflineError } from './problems'
import { sendForm } from '@/lib/api/send-form'
import { feedbackEndpoints } from '@/lib/contract/feedback'
import { mockApi } from '@/tests/support/mock-api'

const server = mockApi()

const sending = (options: { signal?: AbortSignal; silenceMs?: number } = {}) =>
  sendForm(feedbackEndpoints.send, { form: new FormData(), onProgress: () => undefined, ...options })

describe('a form with files', () => {
  it('is given up where nothing moves any more', async () => {
    server.use(http.post('*/api/feedback/send', () => new Promise<never>(() => undefined)))
    await expect(sending({ silenceMs: 20 })).rejects.toBeInstanceOf(OfflineError)
  })

  it('is not sent at all where it was stopped before', async () => {
    let asked = 0
    server.use(
      http.post('*/api/feedback/send', () => {
        asked += 1
        return HttpResponse.json({})
      }),
    )
    await expect(sending({ signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' })
    expect(asked).toBe(0)
  })
})
