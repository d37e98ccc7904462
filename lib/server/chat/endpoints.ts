import type { chatEndpoints } from '@/lib/contract/chat'
import type { managerEndpoints } from '@/lib/contract/manager'
import type { Pool } from '@/lib/server/db/pool'
import { withTransaction } from '@/lib/server/db/transaction'
import { accountOf, answer, type Handlers, refuse, staffOf } from '@/lib/server/kernel/handler'
import { listConversations } from './conversations'
import { addMessage, isAccount, isPublished, listMessages } from './messages'

export interface ChatHandlers {
  chat: Handlers<typeof chatEndpoints>
  manager: Pick<Handlers<typeof managerEndpoints>, 'conversations' | 'chat' | 'sendChat'>
}

/** The chat of a buyer and the administrator, one conversation in an auction. A buyer only ever reaches its own. */
export function createChatEndpoints({ pool }: { pool: Pool }): ChatHandlers {
  return {
    chat: {
      async list({ auction_id: auctionId, ...paging }, call) {
        const { accountId } = accountOf(call)
        if (!(await isPublished(pool, auctionId))) return refuse('not_found')
        return answer({ data: await listMessages(pool, { auctionId, accountId }, paging) })
      },
      async send({ auction_id: auctionId, text }, call) {
        const { accountId } = accountOf(call)
        if (!(await isPublished(pool, auctionId))) return refuse('not_found')
        const message = { auctionId, accountId, author: 'buyer', staffId: null, text, sentAt: call.receivedAt } as const
        return answer({ data: await withTransaction(pool, (client) => addMessage(client, message)) })
      },
    },
    manager: {
      async conversations({ auction_id: auctionId }) {
        if (!(await isPublished(pool, auctionId))) return refuse('not_found')
        return answer({ data: { list: await listConversations(pool, auctionId), next_cursor: null } })
      },
      async chat({ auction_id: auctionId, user_id: accountId, ...paging }) {
        if (!(await isPublished(pool, auctionId)) || !(await isAccount(pool, accountId))) return refuse('not_found')
        return answer({ data: await listMessages(pool, { auctionId, accountId }, paging) })
      },
      async sendChat({ auction_id: auctionId, user_id: accountId, text }, call) {
        const { staffId } = staffOf(call)
        if (!(await isPublished(pool, auctionId)) || !(await isAccount(pool, accountId))) return refuse('not_found')
        const message = { auctionId, accountId, author: 'administrator', staffId, text, sentAt: call.receivedAt } as const
        return answer({ data: await withTransaction(pool, (client) => addMessage(client, message)) })
      },
    },
  }
}
