import * as z from 'zod'
import { agreementStatus } from './cabinet'
import { FILE_ERRORS } from './documents'
import { endpoint } from './endpoint'
import { data, day, done, empty, id, instant, list, text } from './primitives'

/**
 * The verdict on a signature, the gravest last. `verified`: with a trusted centre's certificate; `signer_unchecked`: intact, but no
 * trusted certificates are loaded; `centre_unknown`: intact, but the centre is not trusted; `time_contradicted`: intact, but the
 * stated time cannot be true; `certificate_expired` and `certificate_not_yet_valid`: at the time of a good time stamp or, without
 * one, when the file was received; `changed_after`: the PDF was changed after it was signed; `content_missing`: the file lacks the
 * signed content; `unverifiable`: the algorithm is not supported, or proves nothing; `no_certificate`: the signer's certificate is
 * missing; `wrong`: the certificate's key did not make the signature; `altered`: it covers different content.
 */
export const signatureVerdict = z.enum([
  'verified',
  'signer_unchecked',
  'centre_unknown',
  'time_contradicted',
  'certificate_expired',
  'certificate_not_yet_valid',
  'changed_after',
  'content_missing',
  'unverifiable',
  'no_certificate',
  'wrong',
  'altered',
])
export type SignatureVerdict = z.infer<typeof signatureVerdict>

/** Verdicts that make a file no signature at all. */
const INVALID: ReadonlySet<SignatureVerdict> = new Set(['no_certificate', 'wrong', 'altered'])

export function isInvalid(verdict: SignatureVerdict): boolean {
  return INVALID.has(verdict)
}

const signer = z.object({
  name: z.string(),
  company: z.string().nullable(),
  edrpou: z.string().nullable(),
  issuer: z.string(),
})
export type Signer = z.infer<typeof signer>

/** A time stamp on a signature (RFC 3161). `wrong`: not on this signature, or not by the authority's key. */
const timeStamp = z.object({
  at: z.nullable(instant),
  authority: z.string(),
  verdict: z.enum(['trusted', 'unchecked', 'unknown', 'unverifiable', 'wrong']),
})
export type TimeStamp = z.infer<typeof timeStamp>

const signature = z.object({
  verdict: signatureVerdict,
  /** Null if the certificate is not in the file. */
  signer: signer.nullable(),
  /** By the clock of the signer's computer: never decides whether the certificate was valid. */
  signed_at: z.nullable(instant),
  /** Null without one. Only a trusted one proves when the signature existed. */
  time_stamp: z.nullable(timeStamp),
  /**
   * Why the stated time cannot be true: before the document existed, after the file was received, or after the time stamp.
   */
  contradiction: z.nullable(z.enum(['before_document', 'after_receipt', 'after_time_stamp'])),
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
  /** Of a signed PDF: the hash of the agreement's PDF, if the file is that PDF and nothing but signatures was added. */
  revision_of: z.string().nullable(),
  /** Whether signatures cover it: one that is verified, others only, or none. */
  cover: z.enum(['verified', 'unverified', 'none']),
})
export type SignedFile = z.infer<typeof signedFile>

/** The contents of a file of signatures. `problem`: why it could not be read. */
export const signedDocument = z.object({
  problem: z.enum(['unreadable', 'too_many_signatures', 'overdue']).nullable(),
  form: z.enum(['attached', 'detached', 'container', 'archive', 'pdf']).nullable(),
  files: z.array(signedFile),
  signatures: z.array(
    signature.extend({
      /** The certificate's EDRPOU compared with that of the document's company; null if no company is known. */
      edrpou: z.enum(['same', 'different', 'missing']).nullable(),
    }),
  ),
})
export type SignedDocument = z.infer<typeof signedDocument>

/** Whether every signature is verified, and one of them with the certificate of the document's company. */
export function isVerified({ problem, signatures }: SignedDocument): boolean {
  return (
    problem === null &&
    signatures.every(({ verdict }) => verdict === 'verified') &&
    signatures.some(({ edrpou }) => edrpou === 'same')
  )
}

/** The valid signatures that cover a file. */
export function signaturesOf<Each extends Pick<Signature, 'verdict' | 'covers'>>(
  signatures: readonly Each[],
  file: string,
): Each[] {
  return signatures.filter(({ verdict, covers }) => !isInvalid(verdict) && covers.includes(file))
}

const signing = z.object({ at: instant, by: z.string().nullable(), url: z.string(), name: z.string() })
const electronic = signing.extend({
  document: signedDocument,
  /** False: the portal could not verify it, with its company's certificate. */
  verified: z.boolean(),
})

const MAX_CHECK_LENGTH = 500

/** How a manager checked signatures that the portal could not verify. */
const signatureDecision = z.object({
  how: z.string(),
  checked_on: z.iso.date(),
  by: z.string().nullable(),
  at: instant,
})

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

/** By whom an agreement, or one of its acts, is signed so far (R15.2). */
export const agreementSigning = z.object({
  status: agreementStatus,
  /** Empty once it is signed: its terms cannot be changed then. */
  missing: z.array(missingTerm),
  /** Hash of the signed PDF; null until it is signed. */
  pdf_sha256: z.string().nullable(),
  buyer: electronic.nullable(),
  organiser: electronic.nullable(),
  /** Signed on paper: the scan. */
  paper: signing.nullable(),
  /** Null: the portal verified both signatures, or the agreement is not in force by them. */
  decision: signatureDecision.nullable(),
  /** The PDF with the signatures; null before both have signed. */
  container: z.string().nullable(),
})
export type AgreementSigning = z.infer<typeof agreementSigning>

const agreementId = z.string().regex(/^[1-9]\d{0,8}$/)
const signingForm = z.strictObject({ agreement_id: agreementId, act_id: agreementId.optional(), file: z.file() })
const countersigningForm = signingForm.extend({
  check_how: text(MAX_CHECK_LENGTH).optional(),
  check_on: day.optional(),
  /** The address of the buyer's signature that was checked: refused if the buyer has replaced it since. */
  check_of: text(100).optional(),
})

const uploadErrors = [
  'not_found',
  'file_missing',
  ...FILE_ERRORS,
  'upload_quota_reached',
  'upload_daily_quota_reached',
  'agreement_already_signed',
  'agreement_incomplete',
  // of an act
  'act_not_found',
  'act_already_signed',
  'agreement_not_in_force',
  'agreement_closed',
] as const
const signingErrors = [
  ...uploadErrors,
  'signature_expected',
  'signature_missing_in_pdf',
  'signature_missing_in_archive',
  'signature_unreadable',
  'signature_altered',
  'signature_wrong',
  'signature_without_certificate',
  'signature_of_another_file',
  'signature_of_changed_pdf',
  'signature_unverifiable',
] as const
const uploads = { requests: 30, seconds: 600 }

const readSignatures = {
  request: z.strictObject({ id }),
  response: data(signedDocument),
  errors: ['not_found', 'file_check_delayed'],
} as const
const readSigning = {
  request: z.strictObject({ agreement_id: id, act_id: z.optional(id) }),
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
    summary: 'The signatures of an own agreement or, with act_id, of one of its acts (R15.2)',
    access: 'account',
    ...readSigning,
  }),
  signAgreement: endpoint('/api/cabinet/agreements/sign', {
    summary:
      'Sign an own agreement or, with act_id, one of its acts: a signature (.p7s, .asice) over exactly the PDF that was downloaded (multipart: agreement_id, act_id, file). Until the organiser has signed, another one replaces it',
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
    summary: 'The signatures of an agreement or, with act_id, of one of its acts (R15.2)',
    access: 'manager',
    ...readSigning,
  }),
  signAgreement: endpoint('/api/manager/agreements/sign', {
    summary:
      'Countersign an agreement or, with act_id, one of its acts that the buyer has signed: a signature over exactly the same PDF (multipart: agreement_id, act_id, file); it is in force then. If the portal cannot verify a signature, the manager states how it was checked, such as at czo.gov.ua/verify, on which day, and the url of the buyer’s signature that was checked (check_how, check_on, check_of)',
    access: 'manager',
    ...sign,
    request: countersigningForm,
    errors: [
      ...signingErrors,
      'agreement_awaits_buyer',
      'act_awaits_buyer',
      'signature_check_needed',
      'signature_check_day_wrong',
      'signature_replaced',
      'own_signature_unverified',
    ],
  }),
  markAgreementSigned: endpoint('/api/manager/agreements/mark-signed', {
    summary:
      'Mark an agreement or, with act_id, one of its acts as signed on paper, with the scan (multipart: agreement_id, act_id, file); it is in force then',
    access: 'manager',
    ...sign,
    errors: uploadErrors,
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
    errors: ['file_missing', 'file_empty', 'body_too_large', 'certificates_unreadable', 'file_check_delayed'],
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
