import type * as z from 'zod'
import type { PersonRole } from './company'
import type { ErrorCode } from './errors'

/**
 * Who may call. `visitor`: everyone (a session is used if there is one). `reader`: the same, but a bearer token without a live
 * session of a buyer is refused, so that a program whose session has ended does not mistake hidden data for missing data.
 * `account`: any live session of a buyer, active or not. `buyer`: a session of an active account. `staff`, `manager`,
 * `admin`: a session of the office, of any member, of a manager or of an administrator. `accountant`, `dispatcher`: of one of these,
 * or of a manager.
 */
export type Access = 'visitor' | 'reader' | 'account' | 'buyer' | StaffAccess
export type StaffAccess = 'staff' | 'accountant' | 'dispatcher' | 'manager' | 'admin'

/**
 * What a program's token allows. `read`: auctions, the company's own bids, agreements and documents. `bid`: the same,
 * and bidding.
 */
export type TokenScope = 'read' | 'bid'

/** Requests of one caller: an account, or an address without a session. */
export interface RateLimit {
  /**
   * `address`: always, because calls before signing in must not get another limit with a session. `person`: a colleague must not use up the
   * limit.
   */
  by?: 'address' | 'person'
  requests: number
  seconds: number
}

export interface Endpoint<Request extends z.ZodType = z.ZodType, Response extends z.ZodType = z.ZodType> {
  method: 'POST'
  path: `/api/${string}`
  summary: string
  access: Access
  /** The role that a person needs (R14.2); any role if undefined. An owner may do whatever a trader may. */
  role?: Exclude<PersonRole, 'viewer'>
  /** The scope that a program's token needs; tokens are refused if undefined. */
  token?: TokenScope
  request: Request
  response: Response
  /** Refusals of this endpoint in addition to the common ones (unreadable_body, invalid_input, unauthorized …). */
  errors: readonly ErrorCode[]
  /** `form`: multipart/form-data with the file in the field `file`. */
  body?: 'json' | 'form'
  /** Form fields that may be repeated, whose values are a list. Any other field may occur only once. */
  repeated?: readonly string[]
  /** Whether the header Idempotency-Key is required, or used if it is sent. */
  idempotent?: 'always' | 'optional'
  /** A bid: stamped when its last byte is received, before anything else is done (R0.4, R6.2). */
  stamped?: true
  /** `file`: the answer is the file itself, not JSON. */
  answers?: 'json' | 'file'
  rateLimit?: RateLimit
  /** Takes long: few are answered at once for one person, and the others wait for their turn. */
  inTurn?: true
}

export function endpoint<Request extends z.ZodType, Response extends z.ZodType>(
  path: `/api/${string}`,
  definition: Omit<Endpoint<Request, Response>, 'method' | 'path' | 'errors'> & { errors?: readonly ErrorCode[] },
): Endpoint<Request, Response> {
  return { method: 'POST', path, errors: [], ...definition }
}

export type EndpointGroup = Record<string, Endpoint>
export type Input<E extends Endpoint> = z.input<E['request']>
export type Parsed<E extends Endpoint> = z.output<E['request']>
export type Answer<E extends Endpoint> = z.output<E['response']>
