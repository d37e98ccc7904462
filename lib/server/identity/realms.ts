import { audit } from '@/lib/server/platform/audit'
import type { StaffRole } from '@/lib/contract/manager'
import type { refuse } from '@/lib/server/platform/call'
import { queueEmail } from '@/lib/server/jobs/emails'
import type { PoolClient, Queryable } from '@/lib/server/platform/db/pool'
import { type CheckPassword, checkPassword, checkStaffPassword } from './passwords'
import { deactivationRefusal } from './sessions'
import type { Realm } from './tokens'

/** A person's data at sign-in. */
export interface Person {
  id: number
  /** In lower case. */
  email: string
  passwordHash: string | null
  hasFactor: boolean
  needsFactor: boolean
}

/** `left`: number of unused recovery codes. */
export type SecurityEvent = { id: number; address: string; at: number } & (
  | { kind: 'signed_in' | 'enabled' | 'recovery_codes_renewed' }
  | { kind: 'disabled'; by?: 'owner' | 'reset' }
  | { kind: 'recovery_code_used'; left: number }
  | { kind: 'reset_by_manager'; staffId: number; reason: string }
)

/** The differences between buyers and the staff. */
export interface RealmRules {
  readonly realm: Realm
  readonly check: CheckPassword
  find(db: Queryable, by: { email: string } | { id: number }): Promise<Person | null>
  /** The refusal of a person with the correct password. */
  refusal(db: Queryable, id: number): Promise<ReturnType<typeof refuse> | null>
  /** Records an event and notifies the owner, in the transaction of the event. */
  record(client: PoolClient, event: SecurityEvent): Promise<void>
}

export function buyerRules(check: CheckPassword = checkPassword): RealmRules {
  return {
    realm: 'buyer',
    check,
    async find(db, by) {
      const { rows } = await db.query<Person>(
        `select person.id, person.email, credentials.password_hash as "passwordHash",
           factor.enabled_at is not null as "hasFactor", false as "needsFactor"
         from portal.people person join portal.credentials on credentials.person_id = person.id
         left join portal.second_factors factor on factor.person_id = person.id
         where person.removed_at is null and ${'email' in by ? 'person.email' : 'person.id'} = $1`,
        ['email' in by ? by.email : by.id],
      )
      return rows[0] ?? null
    },
    refusal: deactivationRefusal,
    async record(client, event) {
      const { id, kind, address } = event
      if (kind === 'signed_in') {
        await client.query('update portal.people set signed_in_at = $2 where id = $1', [id, new Date(event.at)])
        return
      }
      await client.query(
        `insert into portal.second_factor_events (person_id, kind, staff_id, address, at) values ($1, $2, $3, $4, $5)`,
        [id, kind, kind === 'reset_by_manager' ? event.staffId : null, address, new Date(event.at)],
      )
      const at = new Date(event.at).toISOString()
      if (kind === 'enabled') await queueEmail(client, 'two_factor_enabled', { personId: id }, { at })
      if (kind === 'recovery_code_used') await queueEmail(client, kind, { personId: id }, { at, left: event.left })
      if (kind === 'disabled')
        await queueEmail(client, 'two_factor_disabled', { personId: id }, { at, by: event.by ?? 'owner' })
      if (kind !== 'reset_by_manager') return
      const { rows } = await client.query<{ company_id: number }>(
        'select company_id from portal.people where id = $1',
        [id],
      )
      await audit(client, event.staffId, 'two_factor_reset', `account:${rows[0]?.company_id}`, {
        reason: event.reason,
        person: id,
      })
      await queueEmail(client, 'two_factor_disabled', { personId: id }, { at, by: 'manager' })
    },
  }
}

const STAFF_ACTIONS: Record<SecurityEvent['kind'], string> = {
  signed_in: 'staff.login',
  enabled: 'staff.two_factor_enabled',
  disabled: 'staff.two_factor_disabled',
  recovery_code_used: 'staff.recovery_code_used',
  recovery_codes_renewed: 'staff.recovery_codes_renewed',
  reset_by_manager: 'staff.two_factor_reset',
}

export function staffRules(requiresSecondFactor: (role: StaffRole) => boolean): RealmRules {
  return {
    realm: 'staff',
    check: checkStaffPassword,
    async find(db, by) {
      const { rows } = await db.query<Omit<Person, 'needsFactor'> & { role: StaffRole }>(
        `select staff.id, lower(staff.email) as email, staff.role::text as role, staff.salt || '$' || staff.hash as "passwordHash",
           factor.enabled_at is not null as "hasFactor"
         from cms.staff staff left join portal.second_factors factor on factor.staff_id = staff.id
         where ${'email' in by ? 'lower(staff.email)' : 'staff.id'} = $1`,
        ['email' in by ? by.email : by.id],
      )
      return rows[0] ? { ...rows[0], needsFactor: requiresSecondFactor(rows[0].role) } : null
    },
    refusal: async () => null,
    async record(client, event) {
      const [by, details] =
        event.kind === 'reset_by_manager'
          ? [event.staffId, { reason: event.reason }]
          : [event.id, event.kind === 'recovery_code_used' ? { left: event.left } : undefined]
      await audit(client, by, STAFF_ACTIONS[event.kind], `staff:${event.id}`, details)
    },
  }
}
