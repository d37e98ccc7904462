import type { AuctionEvent } from '@/lib/domain/events'
import type { Outcome } from '@/lib/server/platform/call'
import type { PoolClient } from '@/lib/server/platform/db/pool'
import type { Applicant } from './sealed-bids'
import type { LoadedStream } from './stream'

/** Who decides: staff, the buyer or, if neither is set, the system. */
export interface DecidedBy {
  readonly staffId?: number
  readonly companyId?: number
  /** The person who acted for the buyer (R14.1). */
  readonly personId?: number
}

/** An auction whose head this transaction locks, so that no other writer appends to its log. */
export interface OpenAuction {
  readonly client: PoolClient
  stream(): LoadedStream
  /** Appends events, with their decisions and emails. */
  append(events: readonly AuctionEvent[], by?: DecidedBy): Promise<void>
  /** Adds an application that was just inserted, so that events may name it. */
  addApplicant(companyId: number, applicant: Applicant): void
}

/** Runs `work` on an auction in one transaction and under the lock of its head; a refusal rolls it back. */
export type ChangeAuction = <T>(
  auctionId: number,
  work: (auction: OpenAuction) => Promise<Outcome<T>>,
) => Promise<Outcome<T>>
