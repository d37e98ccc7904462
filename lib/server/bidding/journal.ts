import { createHash } from 'node:crypto'
import { type AuctionState, initialState } from '@/lib/domain/auction-state'
import { evolve } from '@/lib/domain/evolve'
import type { AuctionFact } from '@/lib/domain/facts'
import type { Lot } from '@/lib/domain/lot'
import type { Book } from '@/lib/server/kernel/books'
import type { Announcement, LotTexts } from './announcement'
import type { Applicant } from './applicant'
import { announcedBody, bodyOf, type BodyFields, entryText } from './entry-body'
import { factOf, type StoredApplication, type StoredEntry, textsOf } from './entry-reading'

/** What a writer knows of an auction's log: the book, and where the chain of hashes stands. Never changed in place. */
export interface Journal extends Book {
  readonly lastHash: string
  /** By account. */
  readonly applicants: ReadonlyMap<number, Applicant>
  /** The lot's texts as they were last recorded; null before the record begins, and in one of version 1, which has none. */
  readonly texts: LotTexts | null
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
  return { auctionId, state: initialState(lot), logSeq: 0, lastHash: FIRST_HASH, applicants: new Map(), texts: null }
}

/** R8.4: each entry carries the hash of the one before. */
export function hashOf(previousHash: string, body: string): string {
  return createHash('sha256').update(`${previousHash}\n${body}`).digest('hex')
}

/**
 * Writes facts that are still to be committed: the journal after them, and the rows to append. The announcement begins a
 * record that has none yet; texts corrected since they were last recorded go before the facts (R1.2).
 */
export function write(journal: Journal, facts: readonly AuctionFact[], announcement: Announcement): { journal: Journal; entries: LogEntry[] } {
  const pen = openPen(journal, announcement)
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
export function openPen(journal: Journal, announcement: Announcement | null = null): Pen {
  const { auctionId, applicants } = journal
  const entries: LogEntry[] = []
  let { state, logSeq, lastHash, texts } = journal

  function append(kind: string, at: number, fields: BodyFields): LogEntry {
    logSeq += 1
    const body = entryText({ seq: logSeq, kind, at }, fields)
    lastHash = hashOf(lastHash, body)
    const entry = { auctionId, seq: logSeq, kind, at, body, hash: lastHash }
    entries.push(entry)
    return entry
  }

  /** What a record tells of the lot before anything that happens on it. */
  function tellOfLot(before: number): void {
    if (logSeq === 0) {
      if (announcement === null) throw new Error(`The record of auction ${auctionId} has not begun`)
      append('announced', Math.min(announcement.announcedAt, before), announcedBody(state.lot, announcement))
      texts = announcement.texts
    } else if (texts !== null && announcement !== null && JSON.stringify(texts) !== JSON.stringify(announcement.texts)) {
      append('lot_corrected', before, { texts: announcement.texts })
      texts = announcement.texts
    }
  }

  return {
    entries,
    state: () => state,
    write(fact) {
      tellOfLot(fact.at)
      state = evolve(state, fact)
      return append(fact.kind, fact.at, bodyOf(fact, state, applicants))
    },
    journal: () => ({ auctionId, state, logSeq, lastHash, applicants, texts }),
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
  let { state, texts } = journal
  for (const entry of entries) {
    texts = textsOf(entry) ?? texts
    const fact = factOf(entry, names)
    if (fact === null) continue
    state = evolve(state, fact)
    if (fact.kind === 'application_confirmed') bidders.set(fact.participant, fact.bidderId)
  }
  return { auctionId: journal.auctionId, state, logSeq: last.seq, lastHash: last.hash, applicants, texts }
}

function found<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`The log names ${what}, which is not on record`)
  return value
}
