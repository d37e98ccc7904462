import { BlockList, isIP } from 'node:net'
import type { TokenScope } from '@/lib/contract/endpoint'
import { TOKEN_PREFIX } from '@/lib/contract/tokens'
import type { AccountStatus } from '@/lib/server/platform/company-sql'
import { refuse } from '@/lib/server/platform/call'
import type { Clock } from '@/lib/server/platform/clock'
import type { Pool, Queryable } from '@/lib/server/platform/db/pool'
import { hashToken } from './tokens'

/** Minimum interval between writes of the last use. */
const LAST_USE_MS = 60_000

export interface Program {
  id: number
  companyId: number
  personId: number
  status: AccountStatus
  scope: TokenScope
  expiresAt: number
}

export const isApiToken = (token: string): boolean => token.startsWith(TOKEN_PREFIX)

/**
 * The program that a token belongs to, or a refusal. Read from the database every time, by hash.
 *
 * @param address the visitor's; undefined for calls within the process, for which a token bound to addresses is refused
 * @param db the caller's own pool
 */
export async function findProgram(
  { pool, clock }: { pool: Pool; clock: Clock },
  secret: string,
  address: string | undefined,
  db: Queryable = pool,
): Promise<Program | ReturnType<typeof refuse>> {
  const hash = hashToken(secret.slice(TOKEN_PREFIX.length))
  if (hash === null) return refuse('unauthorized')
  const now = clock.now()
  const { rows } = await db.query<
    Omit<Program, 'expiresAt'> & { addresses: string | null; last_used_at: Date | null; expires_at: Date }
  >({
    name: 'api-token',
    text: `select token.id, token.company_id as "companyId", token.person_id as "personId", account.status, token.scope,
        token.addresses, token.last_used_at, token.expires_at
      from portal.api_tokens token join portal.accounts account using (company_id)
      where token.token_hash = $1 and token.ended_at is null and token.expires_at > $2 and account.status <> 'deactivated'`,
    values: [hash, new Date(now)],
  })
  const [row] = rows
  if (row === undefined) return refuse('unauthorized')
  const { addresses, last_used_at: lastUsedAt, expires_at: expiresAt, ...program } = row
  if (addresses !== null && !isWithin(address, addresses)) return refuse('token_address_refused')
  if (lastUsedAt === null || now - lastUsedAt.getTime() > LAST_USE_MS)
    await pool
      .query('update portal.api_tokens set last_used_at = $2 where id = $1', [program.id, new Date(now)])
      // The request does not fail with it: the next one writes the time again.
      .catch(() => undefined)
  return { ...program, expiresAt: expiresAt.getTime() }
}

/** @param range an address, or a range in CIDR notation */
export function isWithin(address: string | undefined, range: string): boolean {
  const [start = '', prefix] = range.split('/')
  const rangeFamily = familyOf(start)
  const family = address === undefined ? null : familyOf(address)
  if (address === undefined || family === null || rangeFamily === null) return false
  const list = new BlockList()
  if (prefix === undefined) list.addAddress(start, rangeFamily)
  else list.addSubnet(start, Number(prefix), rangeFamily)
  return list.check(address, family)
}

function familyOf(address: string): 'ipv4' | 'ipv6' | null {
  return ({ 4: 'ipv4', 6: 'ipv6' } as const)[isIP(address)] ?? null
}
