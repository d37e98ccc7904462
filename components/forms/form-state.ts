import { ApiError, OfflineError } from '@/lib/api/problems'
import type { ErrorCode, FieldError, ProblemExtensions } from '@/lib/contract/errors'

/** Fields that are never sent back to a page. */
const SECRETS = ['password', 'current_password', 'token']

/** Refusals that belong to one field. */
const AT_FIELD: Partial<Record<ErrorCode, string>> = { email_already_used: 'email', email_unchanged: 'email' }

/** Sends a form; a refusal becomes the form's state. Errors of fields that `typed` lacks are shown above the form. */
export async function attemptForm(
  before: FormState,
  typed: Record<string, string>,
  call: () => Promise<NonNullable<FormState['done']>>,
): Promise<FormState> {
  const state: FormState = {
    attempt: before.attempt + 1,
    done: null,
    faults: [],
    problem: null,
    typed: withoutSecrets(typed),
  }
  try {
    return { ...state, done: await call() }
  } catch (error) {
    if (error instanceof OfflineError) return { ...state, problem: { code: 'service_unavailable', seconds: null } }
    if (!(error instanceof ApiError)) throw error
    const field = error.code === 'password_incorrect' ? passwordField(typed) : AT_FIELD[error.code]
    if (field !== undefined && field in typed) return { ...state, faults: [{ path: field, code: error.code }] }
    const atFields = (error.problem.errors ?? [])
      .filter(({ path }) => path in typed)
      .map((fault) => asRequired(fault, typed))
    if (error.code === 'invalid_input' && atFields.length > 0) return { ...state, faults: atFields }
    return { ...state, problem: { code: error.code, seconds: error.retryAfter, link: error.problem.link } }
  }
}

/** The state of a form without an answer, with what was typed. */
export function unansweredForm(before: FormState, form: FormData): FormState {
  return {
    attempt: before.attempt + 1,
    done: null,
    faults: [],
    problem: { code: 'service_unavailable', seconds: null },
    typed: withoutSecrets(textsOf(form)),
  }
}

function withoutSecrets(typed: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(typed).filter(([name]) => !SECRETS.includes(name)))
}

function passwordField(typed: Record<string, string>): string {
  return 'current_password' in typed ? 'current_password' : 'password'
}

/** What a form shows after an attempt, also without JavaScript. */
export interface FormState {
  /** Counts attempts, so that the same fault twice moves the focus twice. */
  attempt: number
  /** After success: the address that an email went to or that was confirmed. */
  done: { email: string; changed?: boolean } | null
  faults: FieldError[]
  problem: { code: ErrorCode; seconds: number | null; link?: ProblemExtensions['link'] } | null
  /** What was typed, except secrets. */
  typed: Record<string, string>
}

export const INITIAL_FORM_STATE: FormState = { attempt: 0, done: null, faults: [], problem: null, typed: {} }

export type FormAction = (before: FormState, form: FormData) => Promise<FormState>

/** The texts of a form; files are ignored. */
export function textsOf(form: FormData): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const [name, value] of form.entries())
    if (typeof value === 'string' && !name.startsWith('$')) texts[name] = value.slice(0, 2000)
  return texts
}

/** An empty field is missing, whatever else is wrong with it. */
export function asRequired(fault: FieldError, typed: Record<string, unknown>): FieldError {
  return typed[fault.path] === '' ? { path: fault.path, code: 'required' } : fault
}

/** A field's error as the form library keeps it: the message is the bound, and the text is chosen when it is shown. */
export function asError({ code, minimum, maximum }: FieldError): { type: string; message: string } {
  return { type: code, message: String(minimum ?? maximum ?? '') }
}

export function faultOf(path: string, { type, message }: { type: string; message?: string }): FieldError {
  return { path, code: type, ...(message ? { minimum: Number(message) } : {}) }
}
