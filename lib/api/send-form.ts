import * as z from 'zod'
import type { Answer, Endpoint } from '@/lib/contract/endpoint'
import { OfflineError } from './api-error'
import { readRefusal } from './read-refusal'

export interface FormSending {
  form: FormData
  /** Share of the bytes that were sent, 0…1. */
  onProgress(share: number): void
  signal?: AbortSignal
}

/**
 * Sends a form with files and tells how far it is, which `fetch` cannot. Refusals and lost connections are thrown as by
 * every other call; an abort as an `AbortError`.
 */
export function sendForm<E extends Endpoint>(endpoint: E, { form, onProgress, signal }: FormSending): Promise<Answer<E>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', endpoint.path)
    request.responseType = 'text'
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
    request.addEventListener('load', () => {
      try {
        resolve(readAnswer(endpoint, request))
      } catch (error) {
        reject(error instanceof Error ? error : new OfflineError(error))
      }
    })
    request.addEventListener('error', () => reject(new OfflineError('the upload was cut off')))
    request.addEventListener('abort', () => reject(new DOMException('the upload was stopped', 'AbortError')))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}

function readAnswer<E extends Endpoint>(endpoint: E, request: XMLHttpRequest): Answer<E> {
  const body = jsonOf(request.responseText)
  if (request.status >= 200 && request.status < 300) return z.parse(endpoint.response, body) as Answer<E>
  const retryAfter = request.getResponseHeader('retry-after')
  throw readRefusal(new Response(null, { status: request.status, headers: retryAfter ? { 'retry-after': retryAfter } : {} }), body)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
