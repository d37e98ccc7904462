import type { agreementChatEndpoints, managerAgreementChatEndpoints } from '@/lib/contract/chat'
import { accountOf, answer, type Handlers, refuse, staffOf, withOutcome } from '@/lib/server/platform/call'
import { type Pool, type Queryable, readRows } from '@/lib/server/platform/db/pool'
import { type Conversation, listMessages, sendMessage } from './chat'

/**
 * The conversation of an agreement, which is that of its auction.
 *
 * @param companyId of the buyer who asks; null for the staff. Null for an unknown agreement, one of another company, or one without an auction.
 */
async function findConversation(
  db: Queryable,
  agreementId: number,
  companyId: number | null,
): Promise<Conversation | null> {
  const [found] = await readRows<{ auctionId: number; companyId: number }>(
    db,
    `select auction_id as "auctionId", company_id as "companyId" from cms.agreements
     where id = $1 and auction_id is not null and ($2::integer is null or company_id = $2)`,
    [agreementId, companyId],
  )
  return found ?? null
}

/** The chat of a buyer and the administrator on the page of an agreement. */
export function createAgreementChat({ pool }: { pool: Pool }): {
  fulfilment: Handlers<typeof agreementChatEndpoints>
  manager: Handlers<typeof managerAgreementChatEndpoints>
} {
  return {
    fulfilment: {
      async messages({ agreement_id: id, ...paging }, call) {
        const conversation = await findConversation(pool, id, accountOf(call).companyId)
        if (conversation === null) return refuse('not_found')
        const page = await listMessages(pool, conversation, paging)
        const [counted] = await readRows<{ unread: number }>(pool, 'select portal.unread_messages($1, $2) as unread', [
          conversation.auctionId,
          conversation.companyId,
        ])
        return answer({ data: { ...page, unread: counted?.unread ?? 0 } })
      },
      async writeMessage({ agreement_id: id, text }, call) {
        const { companyId, personId } = accountOf(call)
        const conversation = await findConversation(pool, id, companyId)
        if (conversation === null) return refuse('not_found')
        return sendMessage(pool, call, 'chat', { ...conversation, author: 'buyer', staffId: null, personId, text })
      },
      async markRead({ agreement_id: id, message_id: messageId }, call) {
        const conversation = await findConversation(pool, id, accountOf(call).companyId)
        if (conversation === null) return refuse('not_found')
        return withOutcome(pool, async (client) => {
          const { rowCount } = await client.query(
            `insert into portal.chat_readings as reading (auction_id, company_id, message_id)
             select auction_id, company_id, id from portal.chat_messages where auction_id = $1 and company_id = $2 and id = $3
             on conflict (auction_id, company_id) do update set message_id = greatest(reading.message_id, excluded.message_id)`,
            [conversation.auctionId, conversation.companyId, messageId],
          )
          return rowCount === 0 ? refuse('not_found') : answer({ data: {} })
        })
      },
    },
    manager: {
      async agreementMessages({ agreement_id: id, ...paging }) {
        const conversation = await findConversation(pool, id, null)
        return conversation === null
          ? refuse('not_found')
          : answer({ data: await listMessages(pool, conversation, paging) })
      },
      async writeAgreementMessage({ agreement_id: id, text }, call) {
        const conversation = await findConversation(pool, id, null)
        if (conversation === null) return refuse('not_found')
        const { staffId } = staffOf(call)
        return sendMessage(pool, call, 'staff_chat', {
          ...conversation,
          author: 'administrator',
          staffId,
          personId: null,
          text,
        })
      },
    },
  }
}
