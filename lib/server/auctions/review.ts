import type { ManagedApplication } from '@/lib/contract/manager-auctions'
import type { managerEndpoints } from '@/lib/contract/manager'
import { type Confirmation, decideConfirm, decideReject, type ReviewRefusal } from '@/lib/domain/application'
import { isCovered } from '@/lib/domain/deposit'
import type { AuctionState } from '@/lib/domain/auction-state'
import { type Decision, refused, type SealedNote } from '@/lib/domain/events'
import { parseSum } from '@/lib/domain/money'
import type { PoolClient } from '@/lib/server/platform/db/pool'
import { audit } from '@/lib/server/platform/audit'
import { readMissingDocuments } from '@/lib/server/platform/company-sql'
import type { Clock } from '@/lib/server/platform/clock'
import { answer, type Call, type Handlers, type Outcome, refuse, staffOf } from '@/lib/server/platform/call'
import { sealNote } from '@/lib/server/events/sealed-bids'
import { lockAccountStatus } from './account-status'
import { changeAuction, type ChangeDependencies } from './change-auction'
import { refuseNaming } from './named-applicants'
import { readRelations } from './related'

interface ReviewDependencies extends ChangeDependencies {
  clock: Clock
  /** An application as the manager sees it, with the company and its documents. */
  showApplication: (applicationId: number) => Promise<ManagedApplication | null>
}

interface Review {
  action: 'application_confirmed' | 'application_rejected'
  applicationId: number
  reason?: string
  /** Of a reason that will be public. */
  areNamesConfirmed?: boolean | undefined
  decide: (
    state: AuctionState,
    buyer: Buyer,
    now: number,
  ) => Decision<ReviewRefusal | { readonly code: 'deposit_changed' }>
  /** Set for a confirmation, else null. */
  note: SealedNote | null
}

type Buyer = Pick<Confirmation, 'bidderId' | 'missing' | 'related'>

export function reviewHandlers(
  deps: ReviewDependencies,
): Pick<Handlers<typeof managerEndpoints>, 'confirmApplication' | 'rejectApplication'> {
  const { pool, clock } = deps

  async function review({ action, applicationId, reason, areNamesConfirmed, decide, note }: Review, call: Call) {
    const staff = staffOf(call)
    const { rows } = await pool.query<{ auction_id: number; company_id: number }>(
      'select auction_id, company_id from portal.applications where id = $1',
      [applicationId],
    )
    const row = rows[0]
    if (row === undefined) return refuse('application_not_found')
    const { auction_id: auctionId, company_id: companyId } = row
    let active = false
    const outcome = await changeAuction(
      deps,
      auctionId,
      async (auction): Promise<Outcome<null>> => {
        const { state } = auction.stream()
        const missing = await readMissingDocuments(auction.client, companyId)
        const relations = await readRelations(auction.client, [...state.applications.keys()])
        const related = [...(relations.get(companyId) ?? [])]
        const decision = decide(
          state,
          { bidderId: companyId, missing, related: related.map(([id]) => id) },
          Math.max(clock.now(), state.startedAt ?? state.unsuccessfulAt ?? 0),
        )
        if (!decision.ok) return refuse(decision.refusal.code)
        const waiver = decision.events.find((event) => event.kind === 'application_confirmed')?.depositWaiver ?? null
        // A waiver is public with the protocol, unlike a reason for missing documents.
        const named = waiver === null ? null : await refuseNaming(auction.client, auctionId, waiver, areNamesConfirmed)
        if (named !== null) return named
        // Only companies that can bid are confirmed (R2.4).
        if (note !== null && !active) return refuse('account_state_forbids')
        if (note !== null && (await isCompanyConfirmed(auction.client, auctionId, companyId)))
          return refuse('company_already_applied')
        await auction.append(decision.events, { staffId: staff.staffId })
        await audit(auction.client, staff.staffId, action, `application:${applicationId}`, {
          auction_id: auctionId,
          reason,
          ...(note !== null && missing.length > 0 ? { missing } : {}),
          ...(waiver === null ? {} : { deposit_not_covering: true }),
          ...(note && {
            note: note.text,
            note_nonce: note.nonce,
            related: related.map(([company_id, same]) => ({ company_id, same: same.map(({ what }) => what) })),
          }),
        })
        return answer(null)
      },
      async (client) => {
        active = (await lockAccountStatus(client, companyId)) === 'active'
      },
    )
    if (!outcome.ok) return outcome
    const application = await deps.showApplication(applicationId)
    return application === null ? refuse('application_not_found') : answer({ data: application })
  }

  return {
    confirmApplication(
      { application_id: applicationId, reason, insistence = reason, note: text, received, names_confirmed },
      call,
    ) {
      const note = sealNote(text ?? null)
      return review(
        {
          action: 'application_confirmed',
          applicationId,
          reason: insistence,
          areNamesConfirmed: names_confirmed,
          decide: (state, buyer, now) => {
            const application = state.applications.get(buyer.bidderId)
            const covered = application === undefined || isCovered(state.lot, application)
            const statedReason = insistence ?? null
            const depositWaiver = covered ? null : statedReason
            // A reason for missing documents must not waive a deposit that was reversed since the manager saw it.
            if (depositWaiver !== null && received !== undefined && application?.deposit !== parseSum(received))
              return refused({ code: 'deposit_changed' })
            return decideConfirm(state, { ...buyer, insistence: statedReason, depositWaiver, note }, now)
          },
          note,
        },
        call,
      )
    },

    rejectApplication: ({ application_id: applicationId, reason }, call) =>
      review(
        {
          action: 'application_rejected',
          applicationId,
          reason,
          decide: (state, { bidderId }, now) => decideReject(state, { bidderId, reason }, now),
          note: null,
        },
        call,
      ),
  }
}

/**
 * Whether another account of the same company (EDRPOU) is confirmed in the auction (R2.1). Both can have applied if one of them
 * got its code later.
 */
async function isCompanyConfirmed(client: PoolClient, auctionId: number, companyId: number): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from portal.applications own
     join cms.companies own_company on own_company.id = own.company_id
     join portal.applications other on other.auction_id = own.auction_id and other.id <> own.id
     join cms.companies other_company on other_company.id = other.company_id
     where own.auction_id = $1 and own.company_id = $2
       and array[own.edrpou::text, own_company.edrpou::text] && array[other.edrpou::text, other_company.edrpou::text]
       and exists (select from portal.application_decisions where application_id = other.id and kind = 'confirmed')
       and not exists (select from portal.application_decisions where application_id = other.id and kind in ('withdrawn', 'rejected'))`,
    [auctionId, companyId],
  )
  return rowCount !== 0
}
