import type { ListedState } from '@/lib/contract/auctions'
import type { cabinetEndpoints } from '@/lib/contract/cabinet'
import type { CategoryKey } from '@/lib/contract/content'
import type { Queryable } from '@/lib/server/db/pool'
import { accountOf, answer, type Handlers } from '@/lib/server/kernel/handler'
import { decodeCursor, defaultLimit, pageOf } from '@/lib/server/kernel/keyset'
import { listAgreements } from './agreements'
import { placeAuctions } from './auction-order'
import { placeFinishedOwn, placeOwn } from './own-auctions'
import { ownAuctionsFile } from './own-auctions-file'
import { ownBidsFile } from './own-bids-file'
import { createOwnEntries } from './own-entries'
import type { ShowingDependencies } from './summaries'

/** States of the auctions that a buyer can still do something in. */
const openStates: readonly ListedState[] = ['planned', 'running', 'selection']

/** What a buyer sees of its own business: every list is the signed-in account's, whatever is asked for. */
export function createCabinetReads(deps: ShowingDependencies): Handlers<typeof cabinetEndpoints> {
  const { pool, clock } = deps

  const withOwn = createOwnEntries(deps)

  return {
    async auctions({ lang, scope, states, cursor, limit = defaultLimit }, call) {
      const caller = accountOf(call)
      if (scope === 'mine') {
        const before = decodeCursor(cursor, ['id'])?.[0]
        const placed = await placeOwn(pool, caller.accountId, states, before ?? null, limit + 1, clock.now())
        const page = pageOf(placed, limit, ({ applicationId }) => [applicationId], ({ id }) => id)
        return answer({ data: { ...page, list: await withOwn(page.list, lang, caller) } })
      }
      const after = decodeCursor(cursor, ['id', 'instant', 'id'])
      const wanted = openStates.filter((state) => states === undefined || states.length === 0 || states.includes(state))
      const category = await categoryOfBuyer(pool, caller.accountId)
      const placed = wanted.length === 0 ? [] : await placeAuctions(pool, { category, states: wanted }, after, limit + 1, clock.now())
      const page = pageOf(placed, limit, ({ position }) => position, ({ id }) => id)
      return answer({ data: { ...page, list: await withOwn(page.list, lang, caller) } })
    },
    async history({ lang, cursor, limit = defaultLimit }, call) {
      const caller = accountOf(call)
      const position = decodeCursor(cursor, ['instant', 'id'])
      const before = position && { at: position[0], id: position[1] }
      const placed = await placeFinishedOwn(pool, caller.accountId, before, limit + 1)
      const page = pageOf(placed, limit, ({ at, id }) => [at, id], ({ id }) => id)
      return answer({ data: { ...page, list: await withOwn(page.list, lang, caller) } })
    },
    async agreements({ lang, status, ...paging }, call) {
      return answer({ data: await listAgreements(deps, accountOf(call).accountId, lang, status ?? null, paging) })
    },
    async exportOwn(input, call) {
      const caller = accountOf(call)
      return answer(input.what === 'auctions' ? await ownAuctionsFile(deps, input, caller) : await ownBidsFile(deps, input, caller.accountId))
    },
  }
}

/** The kind of auctions that the company wants to join; undefined: all of them. */
async function categoryOfBuyer(db: Queryable, accountId: number): Promise<CategoryKey | undefined> {
  const { rows } = await db.query<{ auction_kind: CategoryKey | 'all' }>(
    `select auction_kind from cms.companies where id = $1`,
    [accountId],
  )
  const kind = rows[0]?.auction_kind
  return kind === undefined || kind === 'all' ? undefined : kind
}
