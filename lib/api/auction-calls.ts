import { authEndpoints } from '@/lib/contract/accounts'
import { auctionsEndpoints, bidsEndpoints } from '@/lib/contract/auctions'
import { chatEndpoints } from '@/lib/contract/chat'
import type { ChatMessage } from '@/lib/contract/stream'
import { createGroupClient, createTransport } from './client'

const transport = createTransport({ prefixUrl: window.location.origin })
const { login, loginSecondFactor } = authEndpoints
const chat = createGroupClient(transport, chatEndpoints)

const PAGE = 100
/** Five thousand messages: a conversation that is longer is nobody's to read here. */
const MAX_PAGES = 50

/** All that a buyer and the administrator have written to each other, the oldest first. */
async function readConversation(auctionId: number): Promise<ChatMessage[]> {
  const messages: ChatMessage[] = []
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { data } = await chat.list({ auction_id: auctionId, limit: PAGE, cursor })
    messages.push(...data.list)
    if (data.next_cursor === null) break
    cursor = data.next_cursor
  }
  return messages
}

/** What an auction's page asks of the API. */
export const auctionCalls = {
  auctions: createGroupClient(transport, auctionsEndpoints),
  bids: createGroupClient(transport, bidsEndpoints),
  chat,
  readConversation,
  auth: createGroupClient(transport, { login, loginSecondFactor }),
}
