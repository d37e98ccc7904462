import type { Answer, Endpoint, EndpointGroup, Parsed } from '@/lib/contract/endpoint'
import type { ErrorCode, FieldError, ProblemExtensions } from '@/lib/contract/errors'
import type { PersonRole } from '@/lib/contract/company'
import type { StaffRole } from '@/lib/contract/manager'
import type { Language } from '@/lib/contract/primitives'
import type { Pool, PoolClient } from '@/lib/server/platform/db/pool'
import { withTransaction } from '@/lib/server/platform/db/transaction'
import type { AccountStatus } from '@/lib/server/platform/company-sql'

/** Runs one transaction, which a refusal rolls back. `work` may run again after a deadlock. */
export async function withOutcome<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  try {
    return await withTransaction(
      pool,
      async (client) => {
        const outcome = await work(client)
        if (!outcome.ok) throw new RefusalError(outcome)
        return outcome
      },
      { retries: 3 },
    )
  } catch (error) {
    if (error instanceof RefusalError) return error.outcome
    throw error
  }
}

/** A refusal, thrown out of a transaction that it rolls back, or by a function that does not answer an outcome. */
export class RefusalError extends Error {
  constructor(readonly outcome: RefusedOutcome) {
    super('refused')
  }
}

/** The caller, identified by the session or the back office's token. */
export type Caller =
  | { kind: 'visitor' }
  | ({
      kind: 'account'
      companyId: number
      personId: number
      role: PersonRole
      sessionId: string
      status: AccountStatus
      /** A program with a token, not a person. */
      program?: true
    } & Expiring)
  | ({ kind: 'staff'; staffId: number; role: StaffRole; name: string } & Expiring)

interface Expiring {
  /** When the session or the program's token expires, in epoch milliseconds: an open stream ends then. */
  expiresAt?: number
}

export type AccountCaller = Extract<Caller, { kind: 'account' }>
export type StaffCaller = Extract<Caller, { kind: 'staff' }>

/** A bid's place in its server's order of receipt (R4.9). */
export interface BidTicket {
  readonly at: number
  /** Counts the bids of this server: the order within a millisecond. */
  readonly order: number
  /**
   * Returns the result of `work`, or 503 if the bid is not admitted in time: then it is not decided, and does not delay
   * the close (R6.2).
   */
  admit<T>(work: Promise<Outcome<T>>): Promise<Outcome<T>>
  /** The request has its answer. */
  release(): void
}

/** The context of a request, beside its input. */
export interface Call {
  requestId: string
  /** Epoch milliseconds of the server's clock, stamped at the last byte, before anything is awaited (R0.4). */
  receivedAt: number
  ticket?: BidTicket | undefined
  address: string
  userAgent: string
  /** The cookie of known devices, as it was sent; null if there is none. */
  device?: string | null
  /** The preferred language by Accept-Language. */
  language?: Language
  idempotencyKey: string | null
  /** Aborted when the sender of a form hangs up. */
  signal?: AbortSignal | undefined
  caller: Caller
}

/** A JSON answer in a file, because it is too large for memory; sent unchanged, within `{"data": …}`. */
export class JsonFile {
  constructor(
    readonly path: string,
    readonly bytes: number,
  ) {}
}

/**
 * The header Content-Disposition of a file with a name in any script (RFC 6266). `encodeURIComponent` does not encode
 * apostrophes, brackets and asterisks, which RFC 8187 does not allow there: an apostrophe, common in Ukrainian names,
 * separates charset, language and name.
 */
export function contentDisposition(type: 'inline' | 'attachment', name: string): string {
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${type}; filename*=UTF-8''${encoded}`
}

export interface Refusal {
  code: ErrorCode
  /** English, for developers; people read the site's own words for the code. */
  detail?: string
  extensions?: ProblemExtensions
  errors?: FieldError[]
  /** Whole seconds, sent as Retry-After. */
  retryAfter?: number
}

export type RefusedOutcome = { ok: false; refusal: Refusal }
export type Outcome<T> = { ok: true; answer: T; cookies?: string[] } | RefusedOutcome

export type Handler<E extends Endpoint> = (
  input: Parsed<E>,
  call: Call,
) => Promise<Outcome<Answer<E>>> | Outcome<Answer<E>>

export type Handlers<G extends EndpointGroup> = { [Name in keyof G]: Handler<G[Name]> }

export function answer<T>(body: T, cookies?: string[]): Outcome<T> {
  return { ok: true, answer: body, cookies }
}

export function refuse(code: ErrorCode, details: Omit<Refusal, 'code'> = {}): RefusedOutcome {
  return { ok: false, refusal: { code, ...details } }
}

/** The account behind a call whose endpoint requires one; anything else is a bug in the endpoint table. */
export function accountOf(call: Call): AccountCaller {
  if (call.caller.kind !== 'account') throw new Error('endpoint without account access asked for the account')
  return call.caller
}

export function staffOf(call: Call): StaffCaller {
  if (call.caller.kind !== 'staff') throw new Error('endpoint without staff access asked for the staff member')
  return call.caller
}
