import * as z from 'zod'
import { agreementStatus } from './cabinet'
import { FILE_ERRORS } from './documents'
import { endpoint } from './endpoint'
import { data, done, empty, id, instant, list } from './primitives'

/**
 * The verdict on a signature, the gravest last. `verified`: with a trusted centre's certificate; `signer_unchecked`: intact, but no
 * trusted certificates are loaded; `centre_unknown`: intact, but the centre is not trusted; `certificate_expired` and
 * `certificate_not_yet_valid`: at the time of signing; `content_missing`: the file lacks the signed content; `unverifiable`: the
 * algorithm is not supported; `altered`: not over this content, or not by this key.
 */
export const signatureVerdict = z.enum([
  'verified',
  'signer_unchecked',
  'centre_unknown',
  'certificate_expired',
  'certificate_not_yet_valid',
  'content_missing',
  'unverifiable',
  'altered',
])
export type SignatureVerdict = z.infer<typeof signatureVerdict>

const signer = z.object({
  name: z.string(),
  company: z.string().nullable(),
  edrpou: z.string().nullable(),
  issuer: z.string(),
})
export type Signer = z.infer<typeof signer>

const signature = z.object({
  verdict: signatureVerdict,
  /** Null if the certificate is not in the file. */
  signer: signer.nullable(),
  /** By the clock of the signer's computer. */
  signed_at: z.nullable(instant),
  /** Names among the files. */
  covers: z.array(z.string()),
})
export type Signature = z.infer<typeof signature>

const signedFile = z.object({
  name: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  /** Another document that a detached signature covers. */
  beside: z.boolean(),
})
export type SignedFile = z.infer<typeof signedFile>

/** The contents of a file of signatures. `problem`: why it could not be read. */
export const signedDocument = z.object({
  problem: z.enum(['unreadable', 'too_many_signatures', 'overdue']).nullable(),
  form: z.enum(['attached', 'detached', 'container']).nullable(),
  files: z.array(signedFile),
  signatures: z.array(
    signature.extend({
      /** The certificate's EDRPOU compared with that of the document's company; null if no company is known. */
      edrpou: z.enum(['same', 'different', 'missing']).nullable(),
    }),
  ),
})
export type SignedDocument = z.infer<typeof signedDocument>

const signing = z.object({ at: instant, by: z.string().nullable(), url: z.string(), name: z.string() })

/**
 * Terms without which an agreement may not be signed (R15.3). A manager enters the days in the agreement's form, and the seller in
 * its details; an owner enters the buyer's in the company's profile.
 */
export const missingTerm = z.enum([
  'starts_on',
  'ends_on',
  'seller_name',
  'seller_edrpou',
  'seller_tax_number',
  'seller_eic',
  'seller_iban',
  'seller_bank',
  'seller_address',
  'seller_signatory',
  'seller_authority',
  'buyer_tax_number',
  'buyer_bank',
  'buyer_address',
  'buyer_signatory',
  'buyer_authority',
])
export type MissingTerm = z.infer<typeof missingTerm>

/** By whom an agreement is signed so far (R15.2). */
export const agreementSigning = z.object({
  status: agreementStatus,
  /** Empty once it is signed: its terms cannot be changed then. */
  missing: z.array(missingTerm),
  /** Hash of the signed PDF; null until it is signed. */
  pdf_sha256: z.string().nullable(),
  buyer: signing.extend({ document: signedDocument }).nullable(),
  organiser: signing.extend({ document: signedDocument }).nullable(),
  /** Signed on paper: the scan. */
  paper: signing.nullable(),
  /** The PDF with the signatures; null before both have signed. */
  container: z.string().nullable(),
})
export type AgreementSigning = z.infer<typeof agreementSigning>

const agreementId = z.string().regex(/^[1-9]\d{0,8}$/)
const signingForm = z.strictObject({ agreement_id: agreementId, file: z.file() })

const uploadErrors = [
  'not_found',
  'file_missing',
  ...FILE_ERRORS,
  'upload_quota_reached',
  'upload_daily_quota_reached',
] as const
const signingErrors = [
  ...uploadErrors,
  'signature_expected',
  'signature_unreadable',
  'signature_altered',
  'signature_of_another_file',
  'signature_unverifiable',
  'agreement_already_signed',
  'agreement_incomplete',
] as const
const uploads = { requests: 30, seconds: 600 }

const readSignatures = {
  request: z.strictObject({ id }),
  response: data(signedDocument),
  errors: ['not_found', 'file_check_delayed'],
} as const
const readSigning = {
  request: z.strictObject({ agreement_id: id }),
  response: data(agreementSigning),
  errors: ['not_found', 'file_check_delayed'],
} as const
const sign = { body: 'form', request: signingForm, response: data(agreementSigning), rateLimit: uploads } as const

export const ownSignaturesEndpoints = {
  signatures: endpoint('/api/documents/signatures', {
    summary: 'The contents of an own signed document with its signers and the verdict on each signature (R15.1)',
    access: 'account',
    ...readSignatures,
    rateLimit: { requests: 120, seconds: 60 },
  }),
}

export const agreementSigningEndpoints = {
  agreementSigning: endpoint('/api/cabinet/agreements/signing', {
    summary: 'The signatures of an own agreement (R15.2)',
    access: 'account',
    ...readSigning,
  }),
  signAgreement: endpoint('/api/cabinet/agreements/sign', {
    summary:
      'Sign an own agreement: a signature (.p7s, .asice) over exactly the PDF that was downloaded (multipart: agreement_id, file). Until the organiser has signed, another one replaces it',
    access: 'buyer',
    role: 'trader',
    ...sign,
    errors: signingErrors,
  }),
}

export const trustedCertificate = z.object({
  id,
  name: z.string(),
  issuer: z.string(),
  valid_from: instant,
  valid_to: instant,
  added_at: instant,
})
export type TrustedCertificate = z.infer<typeof trustedCertificate>

export const managerSignaturesEndpoints = {
  documentSignatures: endpoint('/api/manager/documents/signatures', {
    summary: 'The contents of a signed document with its signers and the verdict on each signature (R15.1)',
    access: 'manager',
    ...readSignatures,
  }),
  agreementSigning: endpoint('/api/manager/agreements/signing', {
    summary: 'The signatures of an agreement (R15.2)',
    access: 'manager',
    ...readSigning,
  }),
  signAgreement: endpoint('/api/manager/agreements/sign', {
    summary:
      'Countersign an agreement that the buyer has signed: a signature over exactly the same PDF (multipart: agreement_id, file); it is in force then',
    access: 'manager',
    ...sign,
    errors: [...signingErrors, 'agreement_awaits_buyer'],
  }),
  markAgreementSigned: endpoint('/api/manager/agreements/mark-signed', {
    summary: 'Mark an agreement as signed on paper, with the scan (multipart: agreement_id, file); it is in force then',
    access: 'manager',
    ...sign,
    errors: [...uploadErrors, 'agreement_already_signed', 'agreement_incomplete'],
  }),
  trustedCertificates: endpoint('/api/manager/certificates/trusted', {
    summary: 'Certificates of centres whose signatures are trusted',
    access: 'manager',
    request: empty,
    response: list(trustedCertificate),
  }),
  addTrustedCertificates: endpoint('/api/manager/certificates/trust', {
    summary:
      'Trust the certificates in a file: DER, PEM, .p7b, or the central authority’s trusted list in XML (multipart: file)',
    access: 'admin',
    body: 'form',
    request: z.strictObject({ file: z.file() }),
    response: data(z.object({ added: z.int(), known: z.int() })),
    errors: ['file_missing', 'file_empty', 'body_too_large', 'certificates_unreadable'],
    rateLimit: uploads,
  }),
  removeTrustedCertificate: endpoint('/api/manager/certificates/distrust', {
    summary: 'Stop trusting a centre’s certificate',
    access: 'admin',
    request: z.strictObject({ id }),
    response: done,
    errors: ['not_found'],
  }),
}
