import type { auctionsEndpoints } from '@/lib/contract/auctions'
import type { bidsEndpoints } from '@/lib/contract/bids'
import type { cabinetEndpoints } from '@/lib/contract/cabinet'
import type { ManagedApplication, managerEndpoints, WinnersBoard } from '@/lib/contract/manager'
import type { Handlers } from '@/lib/server/kernel/handler'
import { createAuctionReads, createBidReads } from './auction-handlers'
import { createCabinetReads } from './cabinet-handlers'
import { createDetail, type DetailOf } from './detail'
import { type Directory, findApplication, findAuctionOfApplication } from './managed-applications'
import { createManagerReads } from './manager-handlers'
import type { ShowingDependencies } from './summaries'
import { winnersBoardOf } from './winners-board'

export interface Showing {
  handlers: {
    auctions: Pick<Handlers<typeof auctionsEndpoints>, 'list' | 'get' | 'results' | 'resultPoints' | 'exportResults' | 'own'>
    bids: Pick<Handlers<typeof bidsEndpoints>, 'list'>
    cabinet: Handlers<typeof cabinetEndpoints>
    manager: Pick<Handlers<typeof managerEndpoints>, 'dashboard' | 'applications' | 'bids' | 'ranking' | 'winners'>
  }
  /** One auction in full: the protocol begins with it. */
  detailOf: DetailOf
  /** What the manager is answered after deciding on an application. */
  managedApplication(applicationId: number): Promise<ManagedApplication | null>
  /** What the manager is answered after deciding on winners; null before the end is recorded. */
  winnersBoard(auctionId: number): Promise<WinnersBoard | null>
}

/** Everything that is read of auctions: no call of these changes anything. */
export function createShowingEndpoints(deps: ShowingDependencies & { directory: Directory }): Showing {
  const { pool, books, clock, directory } = deps
  const detailOf = createDetail(deps)
  return {
    handlers: {
      auctions: createAuctionReads(deps, detailOf),
      bids: createBidReads(deps),
      cabinet: createCabinetReads(deps),
      manager: createManagerReads(deps, directory),
    },
    detailOf,
    async managedApplication(applicationId) {
      const auctionId = await findAuctionOfApplication(pool, applicationId)
      const book = auctionId === null ? null : await books.bookOf(auctionId)
      return book && findApplication(pool, directory, book, applicationId)
    },
    async winnersBoard(auctionId) {
      const book = await books.bookOf(auctionId)
      return book && winnersBoardOf(pool, directory, book, clock.now())
    },
  }
}
