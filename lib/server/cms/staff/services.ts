import type { Payload } from 'payload'
import { createSecondFactorKeys, type SecondFactorKeys } from '@/lib/server/identity/second-factor/keys'
import { createSignInGuard, type SignInGuard } from '@/lib/server/identity/sign-in-guard'
import { createStaffPasswordLinks, type StaffPasswordLinks } from '@/lib/server/identity/staff/password-links'
import { createStaffSessions, type StaffSessions } from '@/lib/server/identity/staff/sessions'
import { createStaffSignIn, type StaffRole } from '@/lib/server/identity/staff/sign-in'
import { poolOf } from '@/lib/server/cms/database'
import type { Pool } from '@/lib/server/platform/db/pool'
import type { Clock } from '@/lib/server/platform/clock'
import { createLinkTokens, keyFor, keysFor } from '@/lib/server/platform/secrets'
import { staffSettings, type StaffSettings } from './settings'

/** What stands behind the back office's sign-in, once for each Payload. */
export interface StaffServices {
  settings: StaffSettings
  pool: Pool
  clock: Clock
  keys: SecondFactorKeys
  guard: SignInGuard
  sessions: StaffSessions
  signIn: ReturnType<typeof createStaffSignIn>
  links: StaffPasswordLinks
  issuer: string
  /** Whether whoever has the role may not work without a second factor. */
  requires(role: StaffRole): boolean
}

const made = new WeakMap<Payload, StaffServices>()

export function staffServices(payload: Payload): StaffServices {
  const settings = staffSettings()
  const known = made.get(payload)
  if (known?.settings === settings) return known
  const services = create(payload, settings)
  made.set(payload, services)
  return services
}

function create(payload: Payload, settings: StaffSettings): StaffServices {
  const pool = poolOf(payload) as unknown as Pool
  const clock: Clock = { now: () => Date.now() }
  const [secret] = settings.secrets
  const keys = createSecondFactorKeys(...keysFor('second factor', settings.secrets))
  const guard = createSignInGuard({
    pool,
    clock,
    keys: keysFor('known devices', settings.secrets),
    realm: 'staff',
    enabled: settings.limitsRequests,
  })
  const issuer = new URL(settings.publicUrl).host
  const requires = (role: StaffRole) => settings.twoFactorRequired && role !== 'editor'
  return {
    settings,
    pool,
    clock,
    keys,
    guard,
    issuer,
    requires,
    sessions: createStaffSessions(pool, clock),
    signIn: createStaffSignIn({ pool, clock, keys, guard, issuer, requires }),
    links: createStaffPasswordLinks({ pool, clock, linkTokens: createLinkTokens(keyFor('links in letters', secret)) }),
  }
}
