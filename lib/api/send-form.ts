import * as z from 'zod'
import type { Answer, Endpoint } from '@/lib/contract/endpoint'
import { uploadPace } from '@/lib/browser/upload-pace'
import { MAX_UPLOAD_MS } from '@/lib/config/constants'
import { OfflineError, reportUnreachable } from './problems'
import { readRefusal, explainFailure } from './read-refusal'

/** For inspecting the files. */
const ANSWER_MS = 60_000

interface FormSending {
  form: FormData
  /** One key for one message, however often it is sent. */
  idempotencyKey?: string
  onProgress(share: number): void
  signal?: AbortSignal
  /** For tests. */
  silenceMs?: number
}

/** How long an upload may make no progress, and how long its answer may take. */
const SILENCE_MS = 60_000

/**
 * Sends a form with files and reports progress, which `fetch` cannot. Refusals and lost connections are reported and thrown as by every
 * other call, an abort as an `AbortError`.
 */
export function sendForm<E extends Endpoint>(
  endpoint: E,
  { form, idempotencyKey, onProgress, signal, silenceMs = SILENCE_MS }: FormSending,
): Promise<Answer<E>> {
  return new Promise((resolve, reject) => {
    const stopped = () => new DOMException('the upload was stopped', 'AbortError')
    const failUnreachable = (reason: string) => {
      reportUnreachable({ retryAfter: null })
      reject(new OfflineError(reason))
    }
    if (signal?.aborted) return reject(stopped())
    const request = new XMLHttpRequest()
    request.open('POST', endpoint.path)
    // An answer that is no JSON becomes null.
    request.responseType = 'json'
    if (idempotencyKey !== undefined) request.setRequestHeader('idempotency-key', idempotencyKey)
    request.timeout = MAX_UPLOAD_MS + ANSWER_MS
    let silence: ReturnType<typeof setTimeout> | undefined
    const restartTimeout = () => {
      clearTimeout(silence)
      silence = setTimeout(() => {
        failUnreachable('the upload made no progress')
        request.abort()
      }, silenceMs)
    }
    const abort = () => request.abort()
    const began = performance.now()
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      restartTimeout()
      uploadPace.measure(loaded, performance.now() - began)
      onProgress(total > 0 ? loaded / total : 0)
    })
    request.addEventListener('loadend', () => {
      clearTimeout(silence)
      signal?.removeEventListener('abort', abort)
    })
    request.addEventListener('load', () => {
      try {
        resolve(readAnswer(endpoint, request))
      } catch (error) {
        reject(error instanceof Error ? error : new OfflineError(error))
      }
    })
    request.addEventListener('error', () => void explainFailure('the upload was cut off', form).then(reject))
    request.addEventListener('timeout', () => failUnreachable('the upload took too long'))
    request.addEventListener('abort', () => reject(stopped()))
    signal?.addEventListener('abort', abort, { once: true })
    restartTimeout()
    request.send(form)
  })
}

function readAnswer<E extends Endpoint>(endpoint: E, request: XMLHttpRequest): Answer<E> {
  const body: unknown = request.response
  if (request.status >= 200 && request.status < 300) return z.parse(endpoint.response, body) as Answer<E>
  const retryAfter = request.getResponseHeader('retry-after')
  throw readRefusal(
    new Response(null, { status: request.status, headers: retryAfter ? { 'retry-after': retryAfter } : {} }),
    body,
  )
}
