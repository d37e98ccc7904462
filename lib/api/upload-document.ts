import type * as z from 'zod'
import { type CompanyDocument, type documentKind, documentsEndpoints } from '@/lib/contract/documents'
import { formOf } from './client'
import { sendForm } from './send-form'

interface DocumentUpload {
  kind: z.infer<typeof documentKind>
  file: File
  replaces?: number
  idempotencyKey?: string
  onProgress(share: number): void
  signal?: AbortSignal
}

export async function uploadDocument({ kind, file, replaces, ...sending }: DocumentUpload): Promise<CompanyDocument> {
  return (await sendForm(documentsEndpoints.upload, { form: formOf({ kind, replaces, file }), ...sending })).data
}
