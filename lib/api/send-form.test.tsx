import { describe, expect, it, jest } from '@jest/globals'
import { http, HttpResponse } from 'msw'
import { OfflineError, onUnreachable } from './problems'
import { sendForm } from '@/lib/api/send-form'
import { feedbackEndpoints } from '@/lib/contract/feedback'
import { mockApi } from '@/tests/support/mock-api'

const server = mockApi()

const sending = (options: { signal?: AbortSignal; silenceMs?: number } = {}) =>
  sendForm(feedbackEndpoints.send, { form: new FormData(), onProgress: () => undefined, ...options })

describe('a form with files', () => {
  it('is aborted and reported as an outage when it makes no progress', async () => {
    server.use(http.post('*/api/feedback/send', () => new Promise<never>(() => undefined)))
    const outage = jest.fn()
    const stop = onUnreachable(outage)
    await expect(sending({ silenceMs: 20 })).rejects.toBeInstanceOf(OfflineError)
    stop()
    expect(outage).toHaveBeenCalledTimes(1)
  })

  it('is not sent if it was aborted before', async () => {
    let requests = 0
    server.use(
      http.post('*/api/feedback/send', () => {
        requests += 1
        return HttpResponse.json({})
      }),
    )
    await expect(sending({ signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' })
    expect(requests).toBe(0)
  })
})
