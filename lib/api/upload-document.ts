import * as z from 'zod'
import { companyDocument, documentsEndpoints, type CompanyDocument, type documentKind } from '@/lib/contract/documents'
import { data } from '@/lib/contract/primitives'
import { ApiError, OfflineError } from './api-error'

export interface DocumentUpload {
  kind: z.infer<typeof documentKind>
  file: File
  /** Share of the bytes that were sent, 0…1. */
  onProgress(share: number): void
  signal?: AbortSignal
}

const answer = data(companyDocument)

/**
 * Uploads a document and tells how far it is, which `fetch` cannot. Refusals and lost connections are thrown as by
 * every other call; an abort as the signal's reason.
 */
export function uploadDocument({ kind, file, onProgress, signal }: DocumentUpload): Promise<CompanyDocument> {
  const form = new FormData()
  form.append('kind', kind)
  form.append('file', file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', documentsEndpoints.upload.path)
    request.responseType = 'text'
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
    request.addEventListener('load', () => {
      try {
        resolve(readAnswer(request))
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

function readAnswer(request: XMLHttpRequest): CompanyDocument {
  const body = jsonOf(request.responseText)
  if (request.status >= 200 && request.status < 300) return z.parse(answer, body).data
  const retryAfter = request.getResponseHeader('retry-after')
  throw ApiError.from(new Response(null, { status: request.status, headers: retryAfter ? { 'retry-after': retryAfter } : {} }), body)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
