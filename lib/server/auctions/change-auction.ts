import type { Language } from '@/lib/contract/primitives'
import type { AuctionState } from '@/lib/domain/auction-state'
import type { Pool, PoolClient, Queryable } from '@/lib/server/platform/db/pool'
import { LOT_TEXTS } from '@/lib/contract/lot-fields'
import { type RecordedTexts, recordedTexts } from '@/lib/contract/protocol'
import { appendEntries, writeEvents } from '@/lib/server/events/append'
import type { Announcement } from '@/lib/server/events/codec'
import type { OpenAuction } from '@/lib/server/events/open-auction'
import type { LoadedStream } from '@/lib/server/events/stream'
import type { StreamCache } from '@/lib/server/events/snapshots'
import { queueEmails } from '@/lib/server/jobs/emails'
import { type Outcome, refuse, withOutcome } from '@/lib/server/platform/call'
import { noticesOf } from './notices'
import { recordDecisions } from './record-decisions'
import { joinCategoryTexts, joinTexts } from '@/lib/server/platform/company-sql'

type Row = RecordedTexts & {
  language: Language
  number: number
  category_key: string
  announced_at: Date
  changed_at: Date | null
}

/** @throws if no such auction is published */
async function readAnnouncement(db: Queryable, auctionId: number): Promise<Announcement> {
  const { rows } = await db.query<Row>({
    name: 'lot-announcement',
    text: `select languages.language, lot.number, lot.category as category_key, announcement.announced_at, announcement.changed_at,
        texts.*, names.name as category, names.unit_label as unit, names.price_unit_label as price_unit
      from cms.lots lot
      join portal.announcements announcement on announcement.auction_id = lot.id
      cross join unnest(array['uk', 'en', 'ru']) languages (language)
      ${joinTexts('auctions', 'lot.id', 'languages.language', LOT_TEXTS)}
      ${joinCategoryTexts('lot.category_id', 'languages.language')}
      where lot.id = $1`,
    values: [auctionId],
  })
  const textsOf = (language: Language) => {
    const row = rows.find((candidate) => candidate.language === language)
    if (row === undefined) throw new Error(`Auction ${auctionId} is not published`)
    return recordedTexts.parse(row)
  }
  const texts = { uk: textsOf('uk'), en: textsOf('en'), ru: textsOf('ru') }
  const { number, category_key: category, announced_at: announcedAt, changed_at: changedAt } = rows[0] as Row
  return {
    auctionId,
    number,
    category,
    announcedAt: announcedAt.getTime(),
    changedAt: changedAt?.getTime() ?? null,
    texts,
  }
}

export interface ChangeDependencies {
  pool: Pool
  streams: StreamCache
}

/**
 * Makes any change to an auction except bids, in one transaction and under the lock of the auction's head. A refusal rolls
 * it back.
 *
 * @param before acquires the locks that come before the head's, such as a company's
 */
export async function changeAuction<T>(
  { pool, streams }: ChangeDependencies,
  auctionId: number,
  work: (auction: OpenAuction) => Promise<Outcome<T>>,
  before: (client: PoolClient) => Promise<void> = () => Promise.resolve(),
): Promise<Outcome<T>> {
  let newStream: LoadedStream | null = null
  const outcome = await withOutcome(pool, async (client) => {
    await before(client)
    const auction = await openAuction(client, streams, auctionId)
    if (auction === null) return refuse('not_found')
    const result = await work(auction)
    newStream = auction.stream()
    return result
  })
  if (outcome.ok && newStream !== null) streams.put(newStream)
  return outcome
}

/** Locks the auction's head, creating it for the first entry; null if no such auction is published. */
export async function openAuction(
  client: PoolClient,
  streams: StreamCache,
  auctionId: number,
): Promise<OpenAuction | null> {
  if (!(await lockHead(client, auctionId)) && !(await beginRecord(client, auctionId))) return null
  const current = await streams.current(client, auctionId)
  if (current === null) return null
  let stream: LoadedStream = current
  return {
    client,
    stream: () => stream,
    async append(events, by = {}) {
      if (events.length === 0) return
      await recordDecisions(client, stream, events, by)
      const before = stream
      const written = writeEvents(before, events, await readAnnouncement(client, before.auctionId))
      await appendEntries(client, before, written.entries)
      if (events.some((event) => event.kind === 'bid' && event.automatic)) {
        await client.query('call portal.record_order_people($1, $2, $3)', [
          [before.auctionId],
          written.entries.map(({ auctionId }) => auctionId),
          written.entries.map(({ body }) => body),
        ])
      }
      await deleteOrders(client, before.auctionId, before.state, written.stream.state)
      stream = written.stream
      await queueEmails(client, noticesOf(events, before, stream))
    },
    addApplicant(companyId, applicant) {
      stream = { ...stream, applicants: new Map(stream.applicants).set(companyId, applicant) }
    },
  }
}

/** Deletes the sealed values of ended orders; their hashes stay on record (R10.5). */
async function deleteOrders(
  client: PoolClient,
  auctionId: number,
  { orders: before }: AuctionState,
  { orders: after }: AuctionState,
): Promise<void> {
  const over = [...before.keys()].filter((bidderId) => !after.has(bidderId))
  if (over.length === 0) return
  await client.query('delete from portal.automatic_orders where auction_id = $1 and company_id = any ($2)', [
    auctionId,
    over,
  ])
}

async function lockHead(client: PoolClient, auctionId: number): Promise<boolean> {
  const { rowCount } = await client.query('select from portal.auction_heads where auction_id = $1 for update', [
    auctionId,
  ])
  return rowCount === 1
}

/** Begins the record, which freezes the lot (R1.2): an edit in progress is awaited; later ones find the head and are refused. */
async function beginRecord(client: PoolClient, auctionId: number): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from cms.auctions where id = $1 and _status = 'published' for share`,
    [auctionId],
  )
  if (rowCount === 0) return false
  await client.query(
    `insert into portal.auction_heads (auction_id, effective_end, hard_end)
     select id, ends_at, hard_end_at from cms.lots where id = $1 and ends_at is not null and hard_end_at is not null on conflict (auction_id) do nothing`,
    [auctionId],
  )
  return lockHead(client, auctionId)
}
