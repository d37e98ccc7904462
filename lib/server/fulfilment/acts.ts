import { decideActSignature } from '@/lib/domain/fulfilment-decisions'
import { answer, type Outcome, refuse } from '@/lib/server/platform/call'
import type { Clock } from '@/lib/server/platform/clock'
import type { PoolClient, Queryable } from '@/lib/server/platform/db/pool'
import type { Signable } from '@/lib/server/printing/stored-prints'
import { loadAgreement, lockAgreement, type RecordedBy, refusalOf } from './open-agreement'

type SignableAct = Signable & { readonly actId: number }

/** The acts of agreements as documents that both sides sign (R16.5). */
export function createSignableActs({ clock }: { clock: Clock }) {
  return {
    async read(db: Queryable, { agreementId, actId }: SignableAct) {
      const agreement = await loadAgreement(db, agreementId, { companyId: null, now: clock.now() })
      const act = agreement?.state.acts.find(({ id }) => id === actId)
      if (act === undefined) return null
      const { number, cancelled, inForceAt, signed } = act
      const isOpen = cancelled === null && inForceAt === null
      const open = signed.buyer === null ? ('awaiting_signature' as const) : ('signed_by_buyer' as const)
      return { number, status: isOpen ? open : cancelled === null ? ('current' as const) : ('archived' as const) }
    },

    /** Records in the transaction of `client` that a side signs; refuses if it may not. */
    async sign(
      client: PoolClient,
      { agreementId, actId }: SignableAct,
      { side, by }: { side: 'buyer' | 'organiser' | 'paper'; by: RecordedBy },
    ): Promise<Outcome<unknown>> {
      const agreement = await lockAgreement(client, agreementId, { companyId: null, now: clock.now() })
      if (agreement === null) return refuse('not_found')
      const act = agreement.state.acts.find(({ id }) => id === actId)
      const decision = decideActSignature(agreement.situation, actId, side)
      // Until the organiser signs, the buyer's new signature takes the place of the first one, as an agreement's does.
      const replaces =
        side === 'buyer' && act?.signed.buyer !== null && act?.inForceAt === null && act.cancelled === null
      if (!decision.ok) return replaces ? answer(null) : refusalOf(decision.refusal)
      return agreement.record(decision, by)
    },
  }
}
