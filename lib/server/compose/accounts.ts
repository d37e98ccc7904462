import { createAuthEndpoints } from '@/lib/server/identity/auth'
import { isOwnPassword } from '@/lib/server/identity/passwords'
import { createProfileEndpoints } from '@/lib/server/identity/profile'
import { createTwoFactorEndpoints } from '@/lib/server/identity/second-factor/endpoints'
import { createSecondFactorKeys } from '@/lib/server/identity/second-factor/keys'
import { accountChannel, createSessions } from '@/lib/server/identity/sessions'
import { createSignInGuard } from '@/lib/server/identity/sign-in-guard'
import { getCms } from '@/lib/server/cms/cms'
import { createCompanies } from '@/lib/server/cms/records'
import { publishStaffSettings } from '@/lib/server/cms/staff/settings'
import { staffFromToken } from '@/lib/server/cms/cms'
import type { CallerSources } from '@/lib/server/http/authorize'
import { createLinkTokens, keyFor, keysFor } from '@/lib/server/platform/secrets'
import { createPersonalDataEndpoints } from '@/lib/server/personal-data/endpoints'
import { createExportTickets } from '@/lib/server/personal-data/export'
import type { Foundation } from './foundation'

export type Accounts = ReturnType<typeof composeAccounts>

/** Companies and their sessions, and what the back office's sign-in is told. */
export function composeAccounts({ environment, secrets, pool, clock, listener }: Foundation) {
  publishStaffSettings({
    twoFactorRequired: environment.staffTwoFactor,
    limitsRequests: environment.limitsRequests,
    publicUrl: environment.publicUrl,
    publicOrigin: environment.publicOrigin,
    secrets,
  })
  const sessions = createSessions({ pool, clock })
  const companies = createCompanies(getCms)
  const linkTokens = createLinkTokens(keyFor('links in letters', environment.payloadSecret))
  const secondFactor = createSecondFactorKeys(...keysFor('second factor', secrets))
  const exportTickets = createExportTickets(keysFor('exports of personal data', secrets))
  const guard = createSignInGuard({
    pool,
    clock,
    keys: keysFor('known devices', secrets),
    realm: 'account',
    enabled: environment.limitsRequests,
  })
  const sources: CallerSources = {
    sessions,
    publicOrigin: environment.publicOrigin,
    async findStaff(token) {
      const member = await staffFromToken(token)
      return member && { kind: 'staff', staffId: member.id, role: member.role, name: member.name }
    },
  }
  return {
    sessions,
    /** Who a request comes from. */
    sources,
    linkTokens,
    exportTickets,
    handlers: {
      auth: createAuthEndpoints({
        pool,
        clock,
        sessions,
        companies,
        linkTokens,
        secondFactor,
        guard,
        secureCookies: environment.publicUrl.startsWith('https:'),
      }),
      profile: createProfileEndpoints({ pool, clock, sessions, companies, linkTokens }),
      personalData: createPersonalDataEndpoints({
        pool,
        clock,
        tickets: exportTickets,
        isOwnPassword: (accountId, password) => isOwnPassword(pool, accountId, password),
      }),
      twoFactor: createTwoFactorEndpoints({
        pool,
        clock,
        sessions,
        secondFactor,
        issuer: new URL(environment.publicUrl).host,
      }),
    },
    /** Forgets remembered sessions of accounts that any server has changed. */
    async start() {
      await listener.on(accountChannel, (payload) =>
        sessions.forget(Number((JSON.parse(payload) as { account_id: number }).account_id)),
      )
      listener.onReconnect(() => sessions.forget())
    },
  }
}
