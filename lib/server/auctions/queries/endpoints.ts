import { type auctionsEndpoints, type bidsEndpoints, MAX_DRAWN_RESULTS } from '@/lib/contract/auctions'
import { accountOf, answer, type Handlers, refuse } from '@/lib/server/platform/call'
import { decodeCursor, DEFAULT_LIMIT, pageOf } from '@/lib/server/platform/keyset'
import { createCabinetReads } from './cabinet'
import { createDetail, type DetailOf, listBids, ownPosition } from './detail'
import { decodePlace, findIdBySlug, pageOfPlaced, pageOfAuctions } from './list'
import { createManagedAuctions } from './managed-list'
import {
  createManagerReads,
  type Directory,
  findApplication,
  findAuctionOfApplication,
  winnersBoardOf,
} from './manager'
import { createLotProposals } from './propose-lot'
import { createTotals, pageOfResults, readResultPoints, resultRowsOf, resultsFile } from './results'
import { type QueryDependencies, summariesOf } from './summary'

type AuctionReads = Pick<
  Handlers<typeof auctionsEndpoints>,
  'list' | 'get' | 'results' | 'resultPoints' | 'exportResults' | 'own'
>

/** Public reads of auctions, and a buyer's position in one. */
function createAuctionReads(deps: QueryDependencies, detailOf: DetailOf): AuctionReads {
  const { pool, streams, clock } = deps
  const totalsOf = createTotals(pool, clock)

  return {
    async list({ lang, category, states, cursor, limit = DEFAULT_LIMIT }, call) {
      const now = clock.now()
      const from = decodePlace(cursor, now)
      const placed = await pageOfAuctions(pool, { category, states }, from, limit + 1, now)
      const page = pageOfPlaced(placed, limit, from, now)
      const summaries = await summariesOf(deps, page.list, lang, call.caller)
      return answer({ data: { ...page, list: page.list.flatMap((id) => summaries.get(id) ?? []) } })
    },
    async get(input, call) {
      const id = 'id' in input ? input.id : await findIdBySlug(pool, input.slug)
      const detail = id === null ? null : await detailOf(id, input.lang, call.caller)
      return detail === null ? refuse('not_found') : answer({ data: detail })
    },
    async results({ lang, category, year, cursor, limit = DEFAULT_LIMIT }) {
      const position = decodeCursor(cursor, ['instant', 'id'])
      const before = position && { at: position[0], id: position[1] }
      const [placed, totals] = await Promise.all([
        pageOfResults(pool, { category, year }, before, limit + 1),
        totalsOf({ category, year }),
      ])
      const page = pageOf(
        placed,
        limit,
        ({ at, id }) => [at, id],
        ({ id }) => id,
      )
      return answer({ data: { ...page, list: await resultRowsOf(deps, page.list, lang), ...totals } })
    },
    async resultPoints(filter) {
      const points = await readResultPoints(deps, filter, MAX_DRAWN_RESULTS + 1)
      return answer({ data: { list: points.slice(0, MAX_DRAWN_RESULTS), more: points.length > MAX_DRAWN_RESULTS } })
    },
    async exportResults(input) {
      return answer(await resultsFile(deps, input))
    },
    async own({ auction_id }, call) {
      const { companyId } = accountOf(call)
      const snapshot = await streams.snapshotOf(auction_id)
      return snapshot === null
        ? refuse('not_found')
        : answer({ data: await ownPosition(pool, snapshot, companyId, clock.now()) })
    },
  }
}

function createBidReads({ pool, streams, clock }: QueryDependencies): Pick<Handlers<typeof bidsEndpoints>, 'list'> {
  return {
    async list({ auction_id, ...asked }, call) {
      const snapshot = await streams.snapshotOf(auction_id)
      return snapshot === null
        ? refuse('not_found')
        : answer({ data: await listBids(pool, snapshot, call.caller, asked, clock.now()) })
    },
  }
}

export type AuctionQueries = ReturnType<typeof createAuctionQueries>

/** All reads of auctions. */
export function createAuctionQueries(deps: QueryDependencies & { directory: Directory }) {
  const { pool, streams, clock, directory } = deps
  const detailOf = createDetail(deps)
  return {
    handlers: {
      auctions: createAuctionReads(deps, detailOf),
      bids: createBidReads(deps),
      cabinet: createCabinetReads(deps),
      manager: { ...createManagedAuctions(deps), ...createLotProposals(deps), ...createManagerReads(deps, directory) },
    },
    /** One auction in full, for the protocol. */
    detailOf,
    /** The answer to a manager's decision on an application. */
    async managedApplication(applicationId: number) {
      const auctionId = await findAuctionOfApplication(pool, applicationId)
      const snapshot = auctionId === null ? null : await streams.snapshotOf(auctionId)
      return snapshot && findApplication(pool, directory, snapshot, applicationId)
    },
    /** The answer to a manager's decision on winners; null before the end is recorded. */
    async winnersBoard(auctionId: number) {
      const snapshot = await streams.snapshotOf(auctionId)
      return snapshot && winnersBoardOf(pool, directory, snapshot, clock.now())
    },
  }
}
