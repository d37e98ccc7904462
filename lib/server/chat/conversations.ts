import type * as z from 'zod'
import type { ChatMessage } from '@/lib/contract/chat'
import type { conversation } from '@/lib/contract/manager'
import type { Queryable } from '@/lib/server/db/pool'
import { messageOf } from './messages'

interface ConversationRow {
  account_id: number
  company_name: string
  unanswered: number
  id: number
  author: ChatMessage['from']
  text: string
  sent_at: Date
}

/** The auction's conversations: those that wait for an answer first, then the last that was written in. */
export async function listConversations(db: Queryable, auctionId: number): Promise<z.infer<typeof conversation>[]> {
  const { rows } = await db.query<ConversationRow>(
    `select chat.account_id, company.company_name, chat.unanswered, message.id, message.author, message.text, message.sent_at
     from portal.chat_conversations chat
     join cms.companies company on company.id = chat.account_id
     join portal.chat_messages message on message.id = chat.last_message_id
     where chat.auction_id = $1
     order by chat.unanswered > 0 desc, chat.last_message_id desc`,
    [auctionId],
  )
  return rows.map(({ account_id, company_name, unanswered, ...last }) => ({
    user_id: account_id,
    company_name,
    unanswered,
    last_message: messageOf({ ...last, auction_id: auctionId }),
  }))
}
