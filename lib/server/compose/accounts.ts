import { getCms } from '@/lib/server/cms/cms'
import { createCompanies } from '@/lib/server/cms/records'
import { publishStaffSettings, requiresSecondFactor } from '@/lib/server/cms/staff/identity'
import type { CallerSources } from '@/lib/server/http/authorize'
import { createAuthEndpoints, createTwoFactorEndpoints } from '@/lib/server/identity/account-calls'
import { createProfileEndpoints } from '@/lib/server/identity/profile'
import { buyerRules } from '@/lib/server/identity/realms'
import { ACCOUNT_CHANNEL, createSessions } from '@/lib/server/identity/sessions'
import { createSignIn } from '@/lib/server/identity/sign-in'
import { createPersonalDataEndpoints } from '@/lib/server/personal-data/endpoints'
import { createExportTickets } from '@/lib/server/personal-data/export'
import { createLinkTokens, keyFor, keysFor } from '@/lib/server/platform/secrets'
import type { Foundation } from './foundation'

export type Accounts = ReturnType<typeof composeAccounts>

/** Companies and their sessions, and the settings of the back office's sign-in. */
export function composeAccounts({ environment, secrets, pool, clock, listener }: Foundation) {
  publishStaffSettings({
    twoFactorRequired: environment.staffTwoFactor,
    limitsRequests: environment.limitsRequests,
    publicUrl: environment.publicUrl,
    publicOrigin: environment.publicOrigin,
    secrets,
  })
  const sessions = createSessions({ pool, clock, requiresSecondFactor })
  const signIn = createSignIn({
    pool,
    clock,
    rules: buyerRules(),
    secrets,
    limitsRequests: environment.limitsRequests,
    issuer: new URL(environment.publicUrl).host,
  })
  const linkTokens = createLinkTokens(keyFor('links in letters', environment.payloadSecret))
  const exportTickets = createExportTickets(keysFor('exports of personal data', secrets))
  const sources: CallerSources = { sessions, publicOrigin: environment.publicOrigin }
  const identity = {
    pool,
    clock,
    sessions,
    signIn,
    companies: createCompanies(getCms),
    linkTokens,
    secureCookies: environment.publicUrl.startsWith('https:'),
  }
  return {
    sessions,
    signIn,
    /** Who a request comes from. */
    sources,
    linkTokens,
    exportTickets,
    handlers: {
      auth: createAuthEndpoints(identity),
      profile: createProfileEndpoints(identity),
      personalData: createPersonalDataEndpoints({ pool, clock, tickets: exportTickets, proveOwner: signIn.proveOwner }),
      twoFactor: createTwoFactorEndpoints(identity),
    },
    /** Drops cached sessions of accounts that any server has changed. */
    async start() {
      await listener.on(ACCOUNT_CHANNEL, (payload) =>
        sessions.forget(Number((JSON.parse(payload) as { account_id: number }).account_id)),
      )
      listener.onReconnect(() => sessions.forget())
    },
  }
}
