import type { CabinetAuction } from '@/lib/contract/cabinet'
import type { Language } from '@/lib/contract/primitives'
import type { AccountCaller } from '@/lib/server/kernel/handler'
import { nothingOwn, ownPositionOf } from '@/lib/server/kernel/own-position'
import { readNotes, wonBy } from './own'
import { booksOf, type ShowingDependencies, summariesOf } from './summaries'

export type OwnEntries = (ids: readonly number[], lang: Language, caller: AccountCaller) => Promise<CabinetAuction[]>

/** Auctions with what the caller has in each; one that is no longer published is left out. */
export function createOwnEntries(deps: ShowingDependencies): OwnEntries {
  const { pool, books, clock } = deps
  return async function ownEntries(ids, lang, caller) {
    const [summaries, notes] = await Promise.all([summariesOf(deps, ids, lang, caller), readNotes(pool, caller.accountId, ids)])
    // Only an auction in which the buyer applied has a book that says something of it.
    const found = await booksOf(books, ids.filter((id) => notes.has(id) || summaries.get(id)?.state === 'planned'))
    return ids.flatMap((id) => {
      const auction = summaries.get(id)
      if (auction === undefined) return []
      const book = found.get(id)
      if (book === undefined) return [{ auction, own: nothingOwn, won: null }]
      const own = ownPositionOf(book, caller.accountId, notes.get(id) ?? null, clock.now())
      return [{ auction, own, won: wonBy(book, caller.accountId) }]
    })
  }
}
