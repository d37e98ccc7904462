import { createHash } from 'node:crypto'
import { type AuctionState, initialState } from '@/lib/domain/auction-state'
import { evolve } from '@/lib/domain/evolve'
import type { AuctionFact } from '@/lib/domain/facts'
import type { Lot } from '@/lib/domain/lot'
import { instantOf } from '@/lib/server/kernel/auction-shapes'
import type { Book } from '@/lib/server/kernel/books'
import type { Applicant } from './applicant'
import { bodyOf, type BodyFields, lotBody } from './entry-body'
import { factOf, type StoredApplication, type StoredEntry } from './entry-reading'

/** What a writer knows of an auction's log: the book, and where the chain of hashes stands. Never changed in place. */
export interface Journal extends Book {
  readonly lastHash: string
  /** By account. */
  readonly applicants: ReadonlyMap<number, Applicant>
}

/** A new row of portal.auction_log. */
export interface LogEntry {
  readonly auctionId: number
  readonly seq: number
  readonly kind: string
  readonly at: number
  readonly body: string
  readonly hash: string
}

export const FIRST_HASH = '0'.repeat(64)

export function emptyJournal(auctionId: number, lot: Lot): Journal {
  return { auctionId, state: initialState(lot), logSeq: 0, lastHash: FIRST_HASH, applicants: new Map() }
}

/** R8.4: each entry carries the hash of the one before. */
export function hashOf(previousHash: string, body: string): string {
  return createHash('sha256').update(`${previousHash}\n${body}`).digest('hex')
}

/** Writes facts that are still to be committed: the journal after them, and the rows to append. */
export function write(journal: Journal, facts: readonly AuctionFact[]): { journal: Journal; entries: LogEntry[] } {
  const pen = openPen(journal)
  for (const fact of facts) pen.write(fact)
  return { journal: pen.journal(), entries: pen.entries }
}

export interface Pen {
  readonly entries: LogEntry[]
  state(): AuctionState
  /** Answers the fact's own entry. */
  write(fact: AuctionFact): LogEntry
  journal(): Journal
}

/** `write` for facts that are decided one after the other, each on what the one before left. */
export function openPen(journal: Journal): Pen {
  const { auctionId, applicants } = journal
  const entries: LogEntry[] = []
  let { state, logSeq, lastHash } = journal

  function append(kind: string, at: number, fields: BodyFields): LogEntry {
    logSeq += 1
    const body = JSON.stringify({ seq: logSeq, kind, at: instantOf(at), ...fields })
    lastHash = hashOf(lastHash, body)
    const entry = { auctionId, seq: logSeq, kind, at, body, hash: lastHash }
    entries.push(entry)
    return entry
  }

  return {
    entries,
    state: () => state,
    write(fact) {
      if (logSeq === 0) append('announced', fact.at, lotBody(state.lot))
      state = evolve(state, fact)
      return append(fact.kind, fact.at, bodyOf(fact, state, applicants))
    },
    journal: () => ({ auctionId, state, logSeq, lastHash, applicants }),
  }
}

/** Reads entries that follow a journal's last one, as they were committed. */
export function read(journal: Journal, entries: readonly StoredEntry[], applications: readonly StoredApplication[]): Journal {
  const last = entries.at(-1)
  if (last === undefined) return journal
  const byNumber = new Map(applications.map((application) => [application.number, application]))
  const applicants = new Map(applications.map(({ account_id, id, number, nonce }) => [account_id, { id, number, nonce }]))
  const bidders = new Map<number, number>()
  for (const { participant, bidderId } of journal.state.applications.values()) {
    if (participant !== null) bidders.set(participant, bidderId)
  }
  const names = {
    application: (number: number) => found(byNumber.get(number), `application ${number}`),
    bidder: (participant: number) => found(bidders.get(participant), `participant ${participant}`),
  }
  let { state } = journal
  for (const entry of entries) {
    const fact = factOf(entry, names)
    if (fact === null) continue
    state = evolve(state, fact)
    if (fact.kind === 'application_confirmed') bidders.set(fact.participant, fact.bidderId)
  }
  return { auctionId: journal.auctionId, state, logSeq: last.seq, lastHash: last.hash, applicants }
}

function found<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`The log names ${what}, which is not on record`)
  return value
}
