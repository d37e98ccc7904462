import type { StaffRole } from '@/lib/contract/manager'
import { registerBuyers } from '@/tests/support/auction-house'
import { startTestPortal } from '@/tests/support/test-portal'

export type Caller = 'buyer' | 'other' | Exclude<StaffRole, 'admin'>

/** A portal with a seller, two buyers, and a session of each role that an agreement concerns. */
export async function startFulfilmentPortal() {
  const test = await startTestPortal({ RATE_LIMITS: 'off' })
  await test.db.pool.query(`insert into cms.seller (iban, edrpou) values ('UA903052992990004149123456789', '14360570')`)
  const [buyer = 0, other = 0] = await registerBuyers(test.db.pool, 2)
  const tokens: Record<Caller, string> = {
    buyer: await test.signIn(buyer),
    other: await test.signIn(other),
    accountant: await test.staff('accountant'),
    dispatcher: await test.staff('dispatcher'),
    manager: await test.staff('manager'),
    editor: await test.staff('editor'),
  }
  return { test, buyer, tokens }
}
