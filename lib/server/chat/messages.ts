import type { ChatMessage } from '@/lib/contract/chat'
import type { PoolClient, Queryable } from '@/lib/server/db/pool'
import { decodeCursor, type Page, pageOf } from '@/lib/server/kernel/keyset'

interface MessageRow {
  id: number
  auction_id: number
  author: ChatMessage['from']
  text: string
  sent_at: Date
}

/** One buyer's conversation in one auction. */
export interface Conversation {
  auctionId: number
  accountId: number
}

const columns = 'id, auction_id, author, text, sent_at'
const defaultLimit = 100

/** The messages, the oldest first. */
export async function listMessages(
  db: Queryable,
  { auctionId, accountId }: Conversation,
  { cursor, limit = defaultLimit }: { cursor?: string; limit?: number },
): Promise<Page<ChatMessage>> {
  const position = decodeCursor(cursor, ['id'])
  const { rows } = await db.query<MessageRow>(
    `select ${columns} from portal.chat_messages
     where auction_id = $1 and account_id = $2 and id > $3::bigint order by id limit $4`,
    [auctionId, accountId, position?.[0] ?? 0, limit + 1],
  )
  return pageOf(rows, limit, ({ id }) => [id], messageOf)
}

export interface NewMessage extends Conversation {
  author: 'buyer' | 'administrator'
  staffId: number | null
  text: string
  sentAt: number
}

/** A letter tells the other side of a conversation at most once in this time, however much is written. */
const noticeEveryMs = 10 * 60_000

/** Adds a message and, in the same transaction, the notice to the other side. The database tells the servers of it. */
export async function addMessage(client: PoolClient, message: NewMessage): Promise<ChatMessage> {
  const { auctionId, accountId, author, staffId, text, sentAt } = message
  const { rows } = await client.query<MessageRow>(
    `insert into portal.chat_messages (auction_id, account_id, author, staff_id, text, sent_at)
     values ($1, $2, $3, $4, $5, $6) returning ${columns}`,
    [auctionId, accountId, author, staffId, text, new Date(sentAt)],
  )
  const row = rows[0]
  if (row === undefined) throw new Error('a message was added without a row')
  await client.query(
    `insert into portal.outbox (kind, account_id, payload, dedupe_key) values ('chat_message', $1, $2, $3)
     on conflict (dedupe_key) do nothing`,
    [
      author === 'buyer' ? null : accountId,
      { auction_id: auctionId, account_id: accountId, message_id: row.id },
      `chat:${auctionId}:${accountId}:${author}:${Math.floor(sentAt / noticeEveryMs)}`,
    ],
  )
  return messageOf(row)
}

export async function isPublished(db: Queryable, auctionId: number): Promise<boolean> {
  const { rowCount } = await db.query(`select from cms.lots where id = $1`, [auctionId])
  return rowCount === 1
}

export async function isAccount(db: Queryable, accountId: number): Promise<boolean> {
  const { rowCount } = await db.query(`select from cms.companies where id = $1`, [accountId])
  return rowCount === 1
}

export function messageOf(row: MessageRow): ChatMessage {
  return { id: row.id, auction_id: row.auction_id, from: row.author, text: row.text, sent_at: row.sent_at.toISOString() }
}
