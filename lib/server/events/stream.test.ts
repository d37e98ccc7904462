import { expect, it } from '@jest/globals'
import { LOT_TEXTS } from '@/lib/contract/lot-fields'
import type { Queryable } from '@/lib/server/platform/db/pool'
import { initialState } from '@/lib/domain/auction-state'
import { aLot, START } from '@/tests/support/builders/lot'
import { createBidVault } from './sealed-bids'
import { type LoadedStream, loadStream } from './stream'

const ENTRIES = 15_000

/** A database with an auction of so many entries, each of which the rules ignore. */
function longRecord(): Queryable {
  const texts = Object.fromEntries([...LOT_TEXTS, 'category', 'unit', 'price_unit'].map((name) => [name, '']))
  const body = JSON.stringify({ texts: { uk: texts, en: texts, ru: texts } })
  const entries = Array.from({ length: ENTRIES }, (_, index) => ({
    seq: index + 1,
    kind: 'lot_corrected',
    at: new Date(START),
    body,
    hash: String(index),
  }))
  const query = async ({ name }: { name: string }) => {
    if (name === 'bidding-lot') return { rows: [{ log_seq: ENTRIES }] }
    return { rows: name === 'bidding-entries' ? entries : [] }
  }
  return { query } as unknown as Queryable
}

it('replays a long record without holding up the event loop', async () => {
  const began: LoadedStream = {
    auctionId: 1,
    state: initialState(aLot()),
    logSeq: 0.5,
    lastHash: '',
    applicants: new Map(),
    texts: null,
  }
  let turns = 0
  let done = false
  const count = () => {
    turns += 1
    if (!done) setImmediate(count)
  }
  setImmediate(count)
  const stream = await loadStream(longRecord(), createBidVault([Buffer.alloc(32)]), 1, began).finally(() => {
    done = true
  })
  expect(stream?.logSeq).toBe(ENTRIES)
  expect(turns).toBeGreaterThan(3)
})
