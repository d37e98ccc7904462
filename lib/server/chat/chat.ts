import type * as z from 'zod'
import type { chatEndpoints } from '@/lib/contract/chat'
import type { conversation } from '@/lib/contract/manager-auctions'
import type { managerEndpoints } from '@/lib/contract/manager'
import type { ChatMessage } from '@/lib/contract/stream'
import { type Pool, type PoolClient, type Queryable, readRows } from '@/lib/server/platform/db/pool'
import { queueEmail } from '@/lib/server/jobs/emails'
import { accountOf, answer, type Call, type Handlers, refuse, staffOf, withOutcome } from '@/lib/server/platform/call'
import { decodeCursor, type Page, pageOf } from '@/lib/server/platform/keyset'
import { type Sending, sendOnce } from '@/lib/server/platform/send-once'

/** The buyer's employee who wrote the message (alias `message`). */
const BY = '(select portal.person_name(person) from portal.people person where person.id = message.person_id)'

const columns = `message.id, message.auction_id, message.author as "from", message.text, message.sent_at, ${BY} as by`

type LastMessage = ChatMessage & Omit<z.infer<typeof conversation>, 'last_message'>

/** The auction's conversations: unanswered ones first, then by their last message. */
async function listConversations(db: Queryable, auctionId: number): Promise<z.infer<typeof conversation>[]> {
  const rows = await readRows<LastMessage>(
    db,
    `select chat.company_id, company.company_name, chat.unanswered, ${columns}
     from portal.chat_conversations chat
     join cms.companies company on company.id = chat.company_id
     join portal.chat_messages message on message.id = chat.last_message_id
     where chat.auction_id = $1
     order by chat.unanswered > 0 desc, chat.last_message_id desc`,
    [auctionId],
  )
  return rows.map(({ company_id, company_name, unanswered, ...last_message }) => ({
    company_id,
    company_name,
    unanswered,
    last_message,
  }))
}

export interface Conversation {
  auctionId: number
  companyId: number
}

const DEFAULT_LIMIT = 100

/** The messages, the oldest first. */
export async function listMessages(
  db: Queryable,
  { auctionId, companyId }: Conversation,
  { cursor, limit = DEFAULT_LIMIT }: { cursor?: string; limit?: number },
): Promise<Page<ChatMessage>> {
  const position = decodeCursor(cursor, ['id'])
  const rows = await readRows<ChatMessage>(
    db,
    `select ${columns} from portal.chat_messages message
     where auction_id = $1 and company_id = $2 and id > $3::bigint order by id limit $4`,
    [auctionId, companyId, position?.[0] ?? 0, limit + 1],
  )
  return pageOf(rows, limit, ({ id }) => [id])
}

export async function readMessage(db: Queryable, id: number): Promise<ChatMessage | undefined> {
  const [message] = await readRows<ChatMessage>(
    db,
    `select ${columns} from portal.chat_messages message where id = $1`,
    [id],
  )
  return message
}

interface NewMessage extends Conversation {
  author: 'buyer' | 'administrator'
  staffId: number | null
  personId: number | null
  text: string
  sentAt: number
}

/** Minimum interval between emails to the other side of a conversation. */
const EMAIL_INTERVAL_MS = 10 * 60_000

/** Adds a message and, in the same transaction, the email to the other side. A trigger notifies the servers. */
async function addMessage(client: PoolClient, message: NewMessage): Promise<ChatMessage> {
  const { auctionId, companyId, author, staffId, personId, text, sentAt } = message
  const [added] = await readRows<ChatMessage>(
    client,
    `insert into portal.chat_messages as message (auction_id, company_id, author, staff_id, text, sent_at, person_id)
     values ($1, $2, $3, $4, $5, $6, $7) returning ${columns}`,
    [auctionId, companyId, author, staffId, text, new Date(sentAt), personId],
  )
  if (added === undefined) throw new Error('insert returned no row')
  await queueEmail(
    client,
    'chat_message',
    author === 'buyer' ? null : companyId,
    { auction_id: auctionId, company_id: companyId, message_id: added.id },
    `chat:${auctionId}:${companyId}:${author}:${Math.floor(sentAt / EMAIL_INTERVAL_MS)}`,
  )
  return added
}

async function isPublished(db: Queryable, auctionId: number): Promise<boolean> {
  const { rowCount } = await db.query(`select from cms.lots where id = $1`, [auctionId])
  return rowCount === 1
}

async function isAccount(db: Queryable, companyId: number): Promise<boolean> {
  const { rowCount } = await db.query(`select from cms.companies where id = $1`, [companyId])
  return rowCount === 1
}

/** Adds a message once, even if it is sent repeatedly under its idempotency key. */
export function sendMessage(
  pool: Pool,
  { idempotencyKey, receivedAt }: Pick<Call, 'idempotencyKey' | 'receivedAt'>,
  call: Sending['call'],
  message: Omit<NewMessage, 'sentAt'>,
) {
  const { auctionId, companyId, staffId, text } = message
  const sending: Sending = {
    companyId,
    call,
    key: idempotencyKey,
    sentAt: receivedAt,
    content: staffId === null ? [auctionId, text] : [auctionId, text, staffId],
  }
  return withOutcome(pool, (client) =>
    sendOnce(
      client,
      sending,
      (id) => readMessage(client, id),
      async () => answer({ data: await addMessage(client, { ...message, sentAt: receivedAt }) }),
    ),
  )
}

export interface ChatHandlers {
  chat: Handlers<typeof chatEndpoints>
  manager: Pick<Handlers<typeof managerEndpoints>, 'conversations' | 'chat' | 'sendChat'>
}

/** The chat of a buyer and the administrator: one conversation for each auction. */
export function createChatEndpoints({ pool }: { pool: Pool }): ChatHandlers {
  return {
    chat: {
      async list({ auction_id: auctionId, ...paging }, call) {
        const { companyId } = accountOf(call)
        if (!(await isPublished(pool, auctionId))) return refuse('not_found')
        return answer({ data: await listMessages(pool, { auctionId, companyId }, paging) })
      },
      async send({ auction_id: auctionId, text }, call) {
        const { companyId, personId } = accountOf(call)
        if (!(await isPublished(pool, auctionId))) return refuse('not_found')
        return sendMessage(pool, call, 'chat', { auctionId, companyId, author: 'buyer', staffId: null, personId, text })
      },
    },
    manager: {
      async conversations({ auction_id: auctionId }) {
        if (!(await isPublished(pool, auctionId))) return refuse('not_found')
        return answer({ data: { list: await listConversations(pool, auctionId), next_cursor: null } })
      },
      async chat({ auction_id: auctionId, company_id: companyId, ...paging }) {
        if (!(await isPublished(pool, auctionId)) || !(await isAccount(pool, companyId))) return refuse('not_found')
        return answer({ data: await listMessages(pool, { auctionId, companyId }, paging) })
      },
      async sendChat({ auction_id: auctionId, company_id: companyId, text }, call) {
        const { staffId } = staffOf(call)
        if (!(await isPublished(pool, auctionId)) || !(await isAccount(pool, companyId))) return refuse('not_found')
        return sendMessage(pool, call, 'staff_chat', {
          auctionId,
          companyId,
          author: 'administrator',
          staffId,
          personId: null,
          text,
        })
      },
    },
  }
}
