import type * as z from 'zod'
import { documentsEndpoints, type CompanyDocument, type documentKind } from '@/lib/contract/documents'
import { sendForm } from './send-form'

export interface DocumentUpload {
  kind: z.infer<typeof documentKind>
  file: File
  /** The document whose place it takes. */
  replaces?: number
  /** Share of the bytes that were sent, 0…1. */
  onProgress(share: number): void
  signal?: AbortSignal
}

/** Uploads a document; refusals, lost connections and aborts are thrown as `sendForm` says. */
export async function uploadDocument({ kind, file, replaces, onProgress, signal }: DocumentUpload): Promise<CompanyDocument> {
  const form = new FormData()
  form.append('kind', kind)
  if (replaces !== undefined) form.append('replaces', String(replaces))
  form.append('file', file)
  return (await sendForm(documentsEndpoints.upload, { form, onProgress, signal })).data
}
