import type { ErrorCode, FieldError } from '@/lib/contract/errors'

/** What a form of the sign-in pages shows after an attempt; also what a browser without JavaScript gets. */
export interface FormState {
  /** Counts attempts, so that the same fault twice moves the focus twice. */
  attempt: number
  /** The e-mail that a letter went to, or that was confirmed, once it succeeded. */
  done: { email: string; changed?: boolean } | null
  faults: FieldError[]
  problem: { code: ErrorCode; seconds: number | null } | null
  /** What was typed, except passwords: nothing that a person typed is thrown away. */
  typed: Record<string, string>
}

export const untried: FormState = { attempt: 0, done: null, faults: [], problem: null, typed: {} }

/** A server action: `form` holds what the fields of that name hold. */
export type FormAction = (before: FormState, form: FormData) => Promise<FormState>

/** Texts of a form; a file where a text belongs counts as nothing typed. */
export function textsOf(form: FormData): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const [name, value] of form.entries()) if (typeof value === 'string' && !name.startsWith('$')) texts[name] = value.slice(0, 2000)
  return texts
}

/** What is empty is missing, whatever else is wrong with it. */
export function orEmpty(fault: FieldError, typed: Record<string, unknown>): FieldError {
  return typed[fault.path] === '' ? { path: fault.path, code: 'required' } : fault
}
