import { authEndpoints } from '@/lib/contract/accounts'
import { auctionsEndpoints, bidsEndpoints } from '@/lib/contract/auctions'
import { chatEndpoints } from '@/lib/contract/chat'
import { depositsEndpoints } from '@/lib/contract/deposits'
import { questionsEndpoints } from '@/lib/contract/questions'
import type { ChatMessage } from '@/lib/contract/stream'
import { readAllPages } from './all-pages'
import { createGroupClient, createTransport } from './client'

const transport = createTransport({ prefixUrl: window.location.origin })
const { login, loginSecondFactor } = authEndpoints
const chat = createGroupClient(transport, chatEndpoints)

const MAX_PAGES = 50

function readConversation(auctionId: number): Promise<ChatMessage[]> {
  return readAllPages((page) => chat.list({ auction_id: auctionId, ...page }), MAX_PAGES)
}

export const auctionClient = {
  auctions: createGroupClient(transport, auctionsEndpoints),
  bids: createGroupClient(transport, bidsEndpoints),
  chat,
  deposits: createGroupClient(transport, depositsEndpoints),
  questions: createGroupClient(transport, questionsEndpoints),
  readConversation,
  auth: createGroupClient(transport, { login, loginSecondFactor }),
}
