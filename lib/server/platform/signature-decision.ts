import type { AgreementSigning } from '@/lib/contract/signatures'
import type { Queryable } from '@/lib/server/platform/db/pool'

/** The recorded check of the signatures of an agreement or an act; null if there is none. */
export async function readSignatureDecision(
  db: Queryable,
  { agreementId, actId }: { agreementId: number; actId: number | null },
): Promise<AgreementSigning['decision']> {
  const { rows } = await db.query<{ how: string; checked_on: string; by: string | null; at: Date }>(
    `select decision.how, to_char(decision.checked_on, 'YYYY-MM-DD') as checked_on, staff.name as by, decision.at
     from portal.signature_decisions decision left join cms.staff staff on staff.id = decision.staff_id
     where decision.agreement_id = $1 and decision.act_id is not distinct from $2`,
    [agreementId, actId],
  )
  const [decision] = rows
  return decision === undefined ? null : { ...decision, at: decision.at.toISOString() }
}
