import type { PoolClient } from '@/lib/server/db/pool'

export type SecondFactorEvent = 'enabled' | 'disabled' | 'reset_by_manager' | 'recovery_code_used' | 'recovery_codes_renewed'

/** Notes what happened to a second factor, in the transaction that does it. */
export async function noteEvent(
  client: PoolClient,
  event: { accountId: number; kind: SecondFactorEvent; address: string; at: number; staffId?: number },
): Promise<void> {
  await client.query(`insert into portal.second_factor_events (account_id, kind, staff_id, address, at) values ($1, $2, $3, $4, $5)`, [
    event.accountId,
    event.kind,
    event.staffId ?? null,
    event.address,
    new Date(event.at),
  ])
}
