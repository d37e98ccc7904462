import { type ApiToken, TOKEN_PREFIX, type tokensEndpoints } from '@/lib/contract/tokens'
import { recordAction } from '@/lib/server/platform/company-audit'
import { accountOf, answer, type Handlers, refuse, withOutcome } from '@/lib/server/platform/call'
import { queueEmail } from '@/lib/server/jobs/emails'
import { type Queryable, readRows } from '@/lib/server/platform/db/pool'
import type { IdentityDependencies } from './registration'
import { announceAccount } from './sessions'
import { lockCompany } from '@/lib/server/platform/company-sql'
import { hashToken, newToken } from './tokens'

const DAY_MS = 24 * 60 * 60_000
/** Maximum number of valid tokens per company. */
const MAX_TOKENS = 20

function readTokens(db: Queryable, companyId: number, now: number): Promise<ApiToken[]> {
  return readRows(
    db,
    `select token.id, token.name, token.scope, token.addresses, portal.person_name(person) as owner,
       token.created_at, token.expires_at, token.last_used_at
     from portal.api_tokens token join portal.people person on person.id = token.person_id
     where token.company_id = $1 and token.ended_at is null and token.expires_at > $2 order by token.id desc`,
    [companyId, new Date(now)],
  )
}

/** Owners manage the tokens of their company. */
export function createTokensEndpoints(
  deps: Pick<IdentityDependencies, 'pool' | 'clock' | 'signIn'>,
): Handlers<typeof tokensEndpoints> {
  const { pool, clock, signIn } = deps
  return {
    async list(_input, call) {
      return answer({ data: { list: await readTokens(pool, accountOf(call).companyId, clock.now()) } })
    },

    async create({ name, scope, days, addresses, password }, call) {
      const { companyId, personId } = accountOf(call)
      const proven = await signIn.reauthenticate(personId, password, call)
      if (!proven.ok) return proven
      const secret = newToken()
      return withOutcome(pool, async (client) => {
        await lockCompany(client, companyId)
        const now = clock.now()
        // The role may have changed while the password was compared.
        const owner = await client.query(
          `select from portal.people where id = $1 and role = 'owner' and removed_at is null and deactivated_at is null`,
          [personId],
        )
        if (owner.rowCount === 0) return refuse('role_insufficient')
        if ((await readTokens(client, companyId, now)).length >= MAX_TOKENS) return refuse('token_limit_reached')
        const { rows } = await client.query<{ id: number }>(
          `insert into portal.api_tokens (token_hash, company_id, person_id, name, scope, addresses, created_at, expires_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
          [
            hashToken(secret),
            companyId,
            personId,
            name,
            scope,
            addresses,
            new Date(now),
            new Date(now + days * DAY_MS),
          ],
        )
        const { id } = rows[0]!
        await queueEmail(client, 'token_made', companyId, { token_id: id })
        await recordAction(client, { companyId, personId, action: 'token_made', subject: `token:${id}` })
        const [token] = await readTokens(client, companyId, now)
        return answer({ data: { secret: `${TOKEN_PREFIX}${secret}`, token: token! } })
      })
    },

    async end({ id }, call) {
      const { companyId, personId } = accountOf(call)
      return withOutcome(pool, async (client) => {
        const { rowCount } = await client.query(
          `update portal.api_tokens set ended_at = $3 where id = $1 and company_id = $2 and ended_at is null`,
          [id, companyId, new Date(clock.now())],
        )
        if (rowCount === 0) return refuse('not_found')
        // Ends the token's streams.
        await announceAccount(client, companyId)
        await recordAction(client, { companyId, personId, action: 'token_ended', subject: `token:${id}` })
        return answer({ data: {} })
      })
    },
  }
}
