import { publicOrigin, publicUrl } from '@/lib/config/environment'

/** What signing in to the back office depends on beside the database. */
export interface StaffSettings {
  /** Managers and administrators may not work without a second factor. */
  twoFactorRequired: boolean
  limitsRequests: boolean
  /** The site's address, without a slash at the end; `publicOrigin` is null where PUBLIC_URL does not say it. */
  publicUrl: string
  publicOrigin: string | null
  /** The portal's secret, and those that it had before. */
  secrets: readonly [string, ...string[]]
}

const KEY = Symbol.for('gas-auction-portal staff settings')
const shared = globalThis as typeof globalThis & { [KEY]?: StaffSettings }

/** Told by the process that runs the portal; Next's bundle reads the same. */
export function publishStaffSettings(settings: StaffSettings): void {
  shared[KEY] = settings
}

/** Where no portal runs (commands, tests of the back office alone) the strictest hold. */
export function staffSettings(): StaffSettings {
  return (shared[KEY] ??= {
    twoFactorRequired: true,
    limitsRequests: true,
    publicUrl: publicUrl(),
    publicOrigin: publicOrigin(),
    secrets: [process.env.PAYLOAD_SECRET ?? ''],
  })
}
