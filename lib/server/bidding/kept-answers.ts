import type { Queryable } from '@/lib/server/db/pool'
import type { KeptAnswer } from './batch'
import { type BidOutcome, keyOf, type PlaceBid } from './bid-command'

/** The first answers to these commands' keys that are on record, by `keyOf` (R4.8). */
export async function readKeptAnswers(db: Queryable, commands: readonly PlaceBid[]): Promise<Map<string, KeptAnswer>> {
  const { rows } = await db.query<{ index: number; fingerprint: string; answer: string }>({
    name: 'kept-answers',
    text: `select asked.index::integer as index, request.fingerprint, request.answer
           from unnest($1::integer[], $2::integer[], $3::text[]) with ordinality asked (auction_id, account_id, key, index)
           join portal.bid_requests request
             on request.auction_id = asked.auction_id and request.account_id = asked.account_id
             and request.idempotency_key = asked.key`,
    values: [
      commands.map(({ auctionId }) => auctionId),
      commands.map(({ bidderId }) => bidderId),
      commands.map(({ idempotencyKey }) => idempotencyKey),
    ],
  })
  const kept = new Map<string, KeptAnswer>()
  for (const { index, fingerprint, answer } of rows) {
    const command = commands[index - 1]
    // Written by this portal, in the form of BidOutcome.
    if (command !== undefined) kept.set(keyOf(command), { fingerprint, outcome: JSON.parse(answer) as BidOutcome })
  }
  return kept
}

/** The latest answers of this server, so that a double click or a quick retry costs no query. */
export interface AnswerMemory extends ReadonlyMap<string, KeptAnswer> {
  remember(key: string, answer: KeptAnswer): void
}

export function createAnswerMemory(capacity = 20_000): AnswerMemory {
  const answers = new Map<string, KeptAnswer>()
  return Object.assign(answers, {
    remember(key: string, { fingerprint, outcome }: KeptAnswer) {
      answers.set(key, { fingerprint, outcome })
      const oldest = answers.keys().next()
      if (answers.size > capacity && !oldest.done) answers.delete(oldest.value)
    },
  })
}
