import type { ChatMessage } from '@/lib/contract/chat'
import type { Queryable } from '@/lib/server/db/pool'

interface MessageRow {
  id: number
  auction_id: number
  author: ChatMessage['from']
  text: string
  sent_at: Date
}

export async function readChatMessage(db: Queryable, id: number): Promise<ChatMessage | null> {
  const { rows } = await db.query<MessageRow>(
    `select id, auction_id, author, text, sent_at from portal.chat_messages where id = $1`,
    [id],
  )
  const row = rows[0]
  if (row === undefined) return null
  return { id: row.id, auction_id: row.auction_id, from: row.author, text: row.text, sent_at: row.sent_at.toISOString() }
}
