import * as z from 'zod'
import { REQUIRED_DOCUMENTS } from '@/lib/domain/application'
import { endpoint } from './endpoint'
import type { ErrorCode } from './errors'
import { data, done, id, instant, list, paging } from './primitives'

const SIGNED_ENDINGS: Record<string, readonly string[]> = {
  'application/pkcs7-signature': ['p7s', 'p7m'],
  'application/vnd.etsi.asic-e+zip': ['asice', 'sce'],
  'application/vnd.etsi.asic-s+zip': ['asics', 'scs'],
}

/** Content types that may be uploaded, with their file name endings. The content decides, not the ending or the declared type. */
export const ACCEPTED_ENDINGS: Record<string, readonly string[]> = {
  'application/pdf': ['pdf'],
  'image/jpeg': ['jpg', 'jpeg', 'jfif'],
  'image/png': ['png'],
  'image/tiff': ['tif', 'tiff'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.oasis.opendocument.text': ['odt'],
  'application/vnd.oasis.opendocument.spreadsheet': ['ods'],
  'application/msword': ['doc'],
  'application/vnd.ms-excel': ['xls'],
  'application/zip': ['zip'],
  ...SIGNED_ENDINGS,
}

const acceptOf = (endings: Record<string, readonly string[]>) =>
  Object.values(endings)
    .flat()
    .map((ending) => `.${ending}`)
    .join(',')

/** For `accept` of a file input, and to refuse a file before it is sent. */
export const ACCEPTED_TYPES = acceptOf(ACCEPTED_ENDINGS)
/** A signature also comes within its PDF, or beside it in an archive. */
export const SIGNED_TYPES = `${acceptOf(SIGNED_ENDINGS)},.pdf,.zip`

/** Refusals of a file for its content: sending the same file again does not help. */
export const FILE_FAULTS = [
  'file_empty',
  'body_too_large',
  'file_type_refused',
  'file_unreadable',
  'file_locked',
  'file_active',
  'file_has_attachments',
  'file_archive_refused',
  'file_archive_too_large',
  'file_archive_names_refused',
] as const satisfies readonly ErrorCode[]
/** The inspection took too long because the server was busy: the same file may be sent again. */
export const FILE_ERRORS = [...FILE_FAULTS, 'file_check_delayed'] as const satisfies readonly ErrorCode[]

/** Accreditation documents of a company. */
export const documentKind = z.enum([...REQUIRED_DOCUMENTS, 'other'])

export const companyDocument = z.object({
  id,
  kind: documentKind,
  name: z.string(),
  media_type: z.string(),
  /** It is a signature, or contains signatures (R15.1). */
  signed: z.boolean(),
  bytes: z.int(),
  url: z.string(),
  uploaded_at: instant,
  /** The person of the company who uploaded it (R14.1). */
  by: z.string().nullable(),
  /**
   * The applications that rely on it, newest first: undecided ones, and those confirmed since. The document stays as
   * long as there is one.
   */
  relied_on: z.array(z.object({ auction_number: z.int(), waiting: z.boolean() })),
})
export type CompanyDocument = z.infer<typeof companyDocument>

/** Whether every browser shows it. */
export function hasPreview({ media_type: type }: CompanyDocument): boolean {
  return type === 'application/pdf' || type === 'image/png' || type === 'image/jpeg'
}

export const documentsEndpoints = {
  list: endpoint('/api/documents/list', {
    summary: 'Own accreditation documents',
    access: 'account',
    request: z.strictObject(paging),
    response: list(companyDocument),
  }),
  upload: endpoint('/api/documents/upload', {
    summary:
      'Upload one document (multipart: file, kind); at most 25 MB, checked by content. `replaces`: the document that it replaces, unless an application relies on that one. Repeating the header Idempotency-Key stores no second document',
    access: 'account',
    role: 'trader',
    body: 'form',
    request: z.strictObject({
      kind: documentKind,
      file: z.file(),
      replaces: z
        .string()
        .regex(/^[1-9]\d{0,9}$/)
        .optional(),
    }),
    response: data(companyDocument),
    idempotent: 'optional',
    errors: [
      'idempotency_key_missing',
      'idempotency_key_reused',
      'file_missing',
      ...FILE_ERRORS,
      'upload_quota_reached',
      'upload_daily_quota_reached',
      'not_found',
      'document_in_use',
    ],
    rateLimit: { requests: 30, seconds: 600 },
  }),
  delete: endpoint('/api/documents/delete', {
    summary: 'Delete a document while no application relies on it',
    access: 'account',
    role: 'trader',
    request: z.strictObject({ id }),
    response: done,
    errors: ['not_found', 'document_in_use'],
  }),
}
