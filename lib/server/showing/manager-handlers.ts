import type { managerEndpoints } from '@/lib/contract/manager'
import { toPriceString } from '@/lib/domain/money'
import { rankingRows } from '@/lib/server/kernel/auction-shapes'
import { answer, type Handlers, refuse } from '@/lib/server/kernel/handler'
import { bidShape, pageOfBids } from './bids'
import { readDashboard } from './dashboard'
import { type Directory, listApplications } from './managed-applications'
import type { ShowingDependencies } from './summaries'
import { createUnreadable } from './unreadable'
import { winnersBoardOf } from './winners-board'

type ManagerReads = Pick<Handlers<typeof managerEndpoints>, 'dashboard' | 'applications' | 'bids' | 'ranking' | 'winners'>

/** What the staff sees: the only place where bids carry names (R8.3). */
export function createManagerReads(deps: ShowingDependencies, directory: Directory): ManagerReads {
  const { pool, books, clock } = deps
  const unreadable = createUnreadable(deps)
  return {
    async dashboard() {
      const [dashboard, left] = await Promise.all([readDashboard(pool, clock.now()), unreadable()])
      return answer({ data: { ...dashboard, unreadable: left } })
    },
    async applications({ auction_id, ...paging }) {
      const book = await books.bookOf(auction_id)
      return book === null ? refuse('not_found') : answer({ data: await listApplications(pool, directory, book, paging) })
    },
    async bids({ auction_id, ...paging }) {
      const book = await books.bookOf(auction_id)
      if (book === null) return refuse('not_found')
      const page = await pageOfBids(pool, auction_id, null, paging, (row) => row)
      const companies = await directory.companies([...new Set(page.list.map(({ account_id }) => account_id))])
      const list = page.list.map((row) => ({
        ...bidShape(row),
        user_id: row.account_id,
        company_name: companies.get(row.account_id)?.company_name ?? '',
      }))
      return answer({ data: { ...page, list } })
    },
    async ranking({ auction_id }) {
      const book = await books.bookOf(auction_id)
      if (book === null) return refuse('not_found')
      const { state } = book
      return answer({ data: { best_price: state.seq > 0 ? toPriceString(state.highestPrice) : null, ranking: rankingRows(state) } })
    },
    async winners({ auction_id }) {
      const book = await books.bookOf(auction_id)
      if (book === null) return refuse('not_found')
      const board = await winnersBoardOf(pool, directory, book, clock.now())
      return board === null ? refuse('auction_not_in_selection') : answer({ data: board })
    },
  }
}
