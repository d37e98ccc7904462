import { createStreamCache } from '@/lib/server/events/snapshots'
import { testVault } from '@/tests/support/auction-house'
import { endpoints } from '@/lib/contract/endpoints'
import type { Problem } from '@/lib/contract/errors'
import { createAuthEndpoints, createTwoFactorEndpoints } from '@/lib/server/identity/endpoints'
import type { CheckPassword } from '@/lib/server/identity/passwords'
import { createProfileEndpoints } from '@/lib/server/identity/profile'
import { buyerRules } from '@/lib/server/identity/realms'
import { mailConfirmation } from '@/lib/server/identity/registration'
import { createSessions, type Sessions } from '@/lib/server/identity/sessions'
import { createSignIn } from '@/lib/server/identity/sign-in'
import { createCompanies } from '@/lib/server/cms/records'
import { createListener, type Listener } from '@/lib/server/platform/db/listener'
import { createRateLimits } from '@/lib/server/http/rate-limits'
import { createApi } from '@/lib/server/http/api'
import type { AllHandlers } from '@/lib/server/http/request-input'
import { fixedClock } from '@/tests/support/fixed-clock'
import { createLinkTokens, type LinkTokens } from '@/lib/server/platform/secrets'
import { createMailWorker } from '@/lib/server/notifications/mail-worker'
import { createSmtpTransport } from '@/lib/server/notifications/transports'
import { createTestCms, type TestCms } from '@/tests/integration/cms/support'
import { runDue, runJobs } from '@/tests/support/jobs'
import { type MailServer, type ReceivedEmail, startMailServer } from '@/tests/support/mail-server'
import { createUnsubscribing } from '@/lib/server/notifications/subscriptions'

export const publicUrl = 'https://portal.test'
export const linkTokens = createLinkTokens(Buffer.alloc(32, 7))
export const unsubscribing = createUnsubscribing([Buffer.alloc(32, 8)])
const silent = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing, fatal: nothing }

function nothing(): void {}

export interface Reply {
  status: number
  body: { data: Record<string, unknown> } & Partial<Problem>
  headers: Headers
}

export interface AccountsPortal {
  cms: TestCms
  /** Auctions whose records emails may read; others in these tests have no readable record. */
  auctions: Set<number>
  mail: MailServer
  mailer: { run(): Promise<void> }
  listener: Listener
  clock: ReturnType<typeof fixedClock>
  sessions: Sessions
  post(path: string, body: unknown, from?: { token?: string; address?: string; cookie?: string }): Promise<Reply>
  /** Sends the queued emails and returns the link in the last one to an address. */
  linkTo(address: string): Promise<string>
  close(): Promise<void>
}

/** Opens the calls for accounts behind the whole API, with a database and a mail server. */
export async function openAccountsPortal(
  changes: { check?: CheckPassword; linkTokens?: LinkTokens; rateLimits?: boolean } = {},
): Promise<AccountsPortal> {
  const cms = await createTestCms()
  const { pool } = cms.database
  const mail = await startMailServer()
  const listener = await createListener({ url: cms.database.url })
  // Ahead of the database's clock, so that everything due now by that clock is due.
  const clock = fixedClock(Date.now() + 60_000)
  const sessions = createSessions({ pool, clock, requiresSecondFactor: () => true })
  const signIn = createSignIn({
    pool,
    clock,
    rules: buyerRules(changes.check),
    secrets: ['the-secret-of-the-tests-and-of-nothing-else'],
    limitsRequests: changes.rateLimits ?? false,
    issuer: 'portal.test',
  })
  const identity = {
    pool,
    clock,
    sessions,
    signIn,
    companies: createCompanies(async () => cms.payload),
    linkTokens: changes.linkTokens ?? linkTokens,
    secureCookies: true,
  }
  const others = Object.fromEntries(Object.keys(endpoints).map((group) => [group, {}]))
  const api = createApi({
    handlers: {
      ...others,
      auth: createAuthEndpoints(identity),
      profile: createProfileEndpoints(identity),
      twoFactor: createTwoFactorEndpoints(identity),
    } as unknown as AllHandlers,
    sessions,
    publicOrigin: null,
    allow: createRateLimits(changes.rateLimits ?? false).allow,
    clock,
    log: silent as never,
    observe: nothing,
  })
  const auctions = new Set<number>()
  const streams = createStreamCache({ pool, vault: testVault })
  const worker = createMailWorker({
    pool,
    streams: { snapshotOf: async (id) => (auctions.has(id) ? streams.snapshotOf(id) : null) },
    clock,
    log: silent,
    linkTokens,
    publicUrl,
    unsubscribing,
    transport: createSmtpTransport({ url: mail.url, from: 'portal@portal.test' }),
    managersEmails: async () => ['manager@portal.test'],
    random: () => 0.5,
  })
  async function run(): Promise<void> {
    await runJobs(pool, { email_confirmation_link: ({ email }) => mailConfirmation(identity, email) })
    await runDue(pool, worker)
  }
  const mailer = { run, stop: () => worker.stop() }

  return {
    cms,
    auctions,
    mail,
    mailer,
    listener,
    clock,
    sessions,
    async post(path, body, { token, address = '192.0.2.1', cookie } = {}) {
      const headers: Record<string, string> = { 'content-type': 'application/json' }
      if (token !== undefined) headers.authorization = `Bearer ${token}`
      if (cookie !== undefined) headers.cookie = cookie
      const response = await api.fetch(
        new Request(publicUrl + path, { method: 'POST', headers, body: JSON.stringify(body) }),
        { address },
      )
      return { status: response.status, body: (await response.json()) as Reply['body'], headers: response.headers }
    },
    async linkTo(address) {
      await mailer.run()
      // Several workers send concurrently, so the order is that of the outbox.
      const latest = mail.to(address).sort((a, b) => numberOf(b) - numberOf(a))
      const link = latest
        .map(({ email }) => /https:\/\/\S+\/token\/([\w-]+)/.exec(email.text ?? '')?.[1])
        .find((token) => token !== undefined)
      if (link === undefined) throw new Error(`no link was mailed to ${address}`)
      return link
    },
    async close() {
      await mailer.stop()
      await listener.stop()
      await mail.stop()
      await cms.close()
    },
  }
}

/** An email's Message-ID starts with its number in the outbox. */
function numberOf({ email }: ReceivedEmail): number {
  return Number(/\d+/.exec(email.messageId ?? '')?.[0] ?? 0)
}

export const validCompany = {
  lang: 'en',
  email: 'trader@buyer.test',
  password: 'Seven-Gas-Meters',
  name: 'Олена',
  surname: 'Коваль',
  patronymic: 'Петрівна',
  phone: '050 123-45-67',
  company_name: 'ТОВ «Енергоресурс Трейд»',
  company_short_name: 'Енергоресурс',
  edrpou: '37027819',
  iban: 'UA88 3006 1400 0002 6006 5002 11904',
  eic: '56X000000000001W',
  auction_kind: 'all',
  accept_rules: true,
}
