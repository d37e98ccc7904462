import * as z from 'zod'
import { currentPassword, line } from './company'
import { endpoint, type TokenScope } from './endpoint'
import { data, done, empty, id, instant } from './primitives'

/** Tokens with which a company's own programs call the API in an owner's name. */

export const tokenScope = z.enum(['read', 'bid'] satisfies TokenScope[])

/** Before the secret, so that people and scanners recognise a leaked one. */
export const TOKEN_PREFIX = 'gap_'
export const MAX_TOKEN_DAYS = 365

export const apiToken = z.object({
  id,
  name: z.string(),
  scope: tokenScope,
  /** An address or a range in CIDR notation; null allows any address. */
  addresses: z.string().nullable(),
  /** The owner in whose name it acts; it is revoked when that person ceases to be one. */
  owner: z.string(),
  created_at: instant,
  expires_at: instant,
  /** Null before its first use. */
  last_used_at: z.nullable(instant),
})
export type ApiToken = z.infer<typeof apiToken>

/** An address, or a range in CIDR notation. */
export const tokenAddresses = z
  .string()
  .trim()
  .refine((text) => ADDRESSES.safeParse(text).success, 'address_range_invalid')
const ADDRESSES = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])

export const tokensEndpoints = {
  list: endpoint('/api/tokens/list', {
    summary: 'Live tokens of the company’s programs',
    access: 'account',
    role: 'owner',
    request: empty,
    response: data(z.object({ list: z.array(apiToken) })),
  }),
  create: endpoint('/api/tokens/create', {
    summary:
      'Make a token for a program: it acts in the owner’s name within its scope, from its addresses, until it expires. Its secret is returned only here',
    access: 'buyer',
    role: 'owner',
    request: z.strictObject({
      name: line(100),
      scope: tokenScope,
      days: z.int().min(1).max(MAX_TOKEN_DAYS),
      addresses: tokenAddresses.nullable().default(null),
      password: currentPassword,
    }),
    response: data(z.object({ secret: z.string(), token: apiToken })),
    errors: ['password_incorrect', 'token_limit_reached'],
    rateLimit: { requests: 20, seconds: 3600 },
  }),
  end: endpoint('/api/tokens/end', {
    summary: 'Revoke a token: calls with it are refused from then on',
    access: 'account',
    role: 'owner',
    request: z.strictObject({ id }),
    response: done,
    errors: ['not_found'],
  }),
}
