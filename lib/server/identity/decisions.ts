import type { managerAccountsEndpoints } from '@/lib/contract/manager-accounts'
import {
  accountVersion,
  addNote,
  countAccounts,
  type DocumentsOf,
  listAccounts,
  readAccountFile,
} from '@/lib/server/identity/managed/accounts'
import { audit } from '@/lib/server/audit/audit'
import type { Pool, PoolClient } from '@/lib/server/platform/db/pool'
import { withTransaction } from '@/lib/server/platform/db/transaction'
import { queueLetter } from '@/lib/server/jobs/letters'
import type { AccountStatus } from '@/lib/server/cms/sql'
import { answer, type Call, type Handlers, type Outcome, refuse, staffOf } from '@/lib/server/http/handler'
import { announceAccount, endSessions, type Sessions } from './sessions'
import { userSource } from './users'

/** What happens in an account’s decision beside the record: running auctions leave out a deactivated bidder (R2.7). */
interface DecisionDependencies {
  pool: Pool
  documents: DocumentsOf
  sessions: Sessions
  onStatus(client: PoolClient, change: { accountId: number; status: AccountStatus }): Promise<void>
}

interface Standing {
  status: AccountStatus
  rejected: boolean
  emailConfirmed: boolean
  version: string
}

type Change = {
  accountId: number
  kind: 'confirmed' | 'rejected' | 'deactivated' | 'reactivated'
  reason: string | null
  /** Of the company that was looked at; left out, what it is now is decided on. */
  version?: string | undefined
}

async function readStanding(client: PoolClient, accountId: number): Promise<Standing> {
  const { rows } = await client.query<Standing>(
    `select account.status, account.rejected, account.email_confirmed as "emailConfirmed", ${accountVersion} as version
     from ${userSource} where account.account_id = $1`,
    [accountId],
  )
  if (!rows[0]) throw new Error(`no account ${accountId}`)
  return rows[0]
}

export function createAccountDecisions(deps: DecisionDependencies): Handlers<typeof managerAccountsEndpoints> {
  const { pool } = deps

  /** Locks the company, so that two managers cannot decide at once, and records what `allowed` lets pass. */
  async function decide(change: Change, call: Call, allowed: (standing: Standing) => ReturnType<typeof refuse> | null) {
    const staff = staffOf(call)
    const outcome = await withTransaction(pool, async (client): Promise<Outcome<{ data: Record<string, never> }>> => {
      const { rowCount } = await client.query(`select from cms.companies where id = $1 for no key update`, [
        change.accountId,
      ])
      if (rowCount === 0) return refuse('not_found')
      // Closed for good on the company's own request: there is nobody left to let in.
      const erased = await client.query(`select from portal.erasures where account_id = $1`, [change.accountId])
      if (erased.rowCount !== 0) return refuse('account_state_forbids')
      const standing = await readStanding(client, change.accountId)
      const refused = allowed(standing)
      if (refused) return refused
      // Nobody is let in, or turned away, by what was never looked at.
      if (change.version !== undefined && change.version !== standing.version) return refuse('account_changed')
      await client.query(
        `insert into portal.account_decisions (account_id, kind, reason, staff_id) values ($1, $2, $3, $4)`,
        [change.accountId, change.kind, change.reason, staff.staffId],
      )
      await audit(client, staff.staffId, `account_${change.kind}`, `account:${change.accountId}`, {
        reason: change.reason,
      })
      await queueLetter(client, `account_${change.kind}`, change.accountId, { reason: change.reason })
      // It keeps its session and its place in the queue of nobody's auction: it could not bid before either.
      if (change.kind === 'rejected') return answer({ data: {} })
      // A reactivated account has the status from before: it is active where it was confirmed.
      const { status } = await readStanding(client, change.accountId)
      if (status === 'deactivated') await endSessions(client, change.accountId)
      else await announceAccount(client, change.accountId)
      await deps.onStatus(client, { accountId: change.accountId, status })
      return answer({ data: {} })
    })
    // Other servers hear of it; this one must not answer before it has forgotten.
    deps.sessions.forget(change.accountId)
    return outcome
  }

  return {
    async accounts(query) {
      const [page, counts] = await Promise.all([listAccounts(pool, query), countAccounts(pool, query)])
      return answer({ data: { ...page, counts } })
    },
    async account({ user_id, lang }) {
      const file = await readAccountFile(pool, deps.documents, user_id, lang)
      return file === null ? refuse('not_found') : answer({ data: file })
    },
    noteAccount: ({ user_id, text }, call) => addNote(pool, { accountId: user_id, text, staff: staffOf(call) }),
    confirmAccount: ({ user_id, reason = null, version, despite_unconfirmed_email }, call) =>
      decide({ accountId: user_id, kind: 'confirmed', reason, version }, call, ({ status, emailConfirmed }) => {
        if (status === 'active') return refuse('account_already_confirmed')
        if (status === 'deactivated') return refuse('account_state_forbids')
        // Whoever typed somebody else's address must not be let in by oversight.
        return emailConfirmed || despite_unconfirmed_email ? null : refuse('account_email_not_confirmed')
      }),
    rejectAccount: ({ user_id, reason, version }, call) =>
      decide({ accountId: user_id, kind: 'rejected', reason, version }, call, ({ status, rejected }) => {
        if (status === 'active') return refuse('account_already_confirmed')
        if (status === 'deactivated') return refuse('account_state_forbids')
        return rejected ? refuse('account_already_rejected') : null
      }),
    deactivateAccount: ({ user_id, reason }, call) =>
      decide({ accountId: user_id, kind: 'deactivated', reason }, call, ({ status }) =>
        status === 'deactivated' ? refuse('account_already_deactivated') : null,
      ),
    reactivateAccount: ({ user_id, reason }, call) =>
      decide({ accountId: user_id, kind: 'reactivated', reason }, call, ({ status }) =>
        status === 'deactivated' ? null : refuse('account_not_deactivated'),
      ),
  }
}
