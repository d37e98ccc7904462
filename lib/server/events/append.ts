import type { AuctionState } from '@/lib/domain/auction-state'
import { evolve } from '@/lib/domain/evolve'
import type { AuctionEvent } from '@/lib/domain/events'
import type { PoolClient } from '@/lib/server/platform/db/pool'
import { areSameTexts, type Announcement, announcedBody, type BodyFields, bodyOf, entryText, hashOf } from './codec'
import type { LoadedStream } from './stream'

/** A new row of portal.auction_log. */
export interface LogEntry {
  readonly auctionId: number
  readonly seq: number
  readonly kind: string
  readonly at: number
  readonly body: string
  readonly hash: string
}

/**
 * The stream after these events, and the rows to append to the log; nothing is committed. The announcement begins a new
 * record; texts corrected since they were last recorded go before the events (R1.2).
 */
export function writeEvents(
  stream: LoadedStream,
  events: readonly AuctionEvent[],
  announcement: Announcement,
): { stream: LoadedStream; entries: LogEntry[] } {
  const appender = createAppender(stream, announcement)
  for (const event of events) appender.write(event)
  return { stream: appender.stream(), entries: appender.entries }
}

interface Appender {
  readonly entries: LogEntry[]
  state(): AuctionState
  /** Returns the event's own entry. */
  write(event: AuctionEvent): LogEntry
  stream(): LoadedStream
}

/** `writeEvents` for events that are decided one after the other, each on the state that the one before left. */
export function createAppender(stream: LoadedStream, announcement: Announcement | null = null): Appender {
  const { auctionId, applicants } = stream
  const entries: LogEntry[] = []
  let { state, logSeq, lastHash, texts } = stream

  function append(kind: string, at: number, fields: BodyFields): LogEntry {
    logSeq += 1
    const body = entryText({ seq: logSeq, kind, at }, fields)
    lastHash = hashOf(lastHash, body)
    const entry = { auctionId, seq: logSeq, kind, at, body, hash: lastHash }
    entries.push(entry)
    return entry
  }

  /** Appends the announcement or a correction of the lot's texts, if one is due before the next event. */
  function appendLotEntries(before: number): void {
    if (logSeq === 0) {
      if (announcement === null) throw new Error(`The record of auction ${auctionId} has not begun`)
      append('announced', Math.min(announcement.announcedAt, before), announcedBody(state.lot, announcement))
      texts = announcement.texts
    } else if (texts !== null && announcement !== null && !areSameTexts(texts, announcement.texts)) {
      append('lot_corrected', before, { texts: announcement.texts })
      texts = announcement.texts
    }
  }

  return {
    entries,
    state: () => state,
    write(event) {
      appendLotEntries(event.at)
      state = evolve(state, event)
      return append(event.kind, event.at, bodyOf(event, state, applicants))
    },
    stream: () => ({ auctionId, state, logSeq, lastHash, applicants, texts }),
  }
}

export async function appendEntries(
  client: PoolClient,
  { lastHash }: LoadedStream,
  entries: readonly LogEntry[],
): Promise<void> {
  const rows = entries.map((entry, index) => ({
    auction_id: entry.auctionId,
    seq: entry.seq,
    at: new Date(entry.at),
    kind: entry.kind,
    body: entry.body,
    previous_hash: entries[index - 1]?.hash ?? lastHash,
    hash: entry.hash,
  }))
  await client.query(
    `insert into portal.auction_log (auction_id, seq, at, kind, body, previous_hash, hash)
     select * from json_to_recordset($1) r (auction_id integer, seq bigint, at timestamptz, kind text, body text, previous_hash text, hash text)`,
    [JSON.stringify(rows)],
  )
}
