import { authEndpoints } from '@/lib/contract/accounts'
import { auctionsEndpoints } from '@/lib/contract/auctions'
import { bidsEndpoints } from '@/lib/contract/bids'
import { chatEndpoints } from '@/lib/contract/chat'
import { createGroupClient, createTransport } from './client'

const transport = createTransport({ prefixUrl: window.location.origin })
const { login, loginSecondFactor } = authEndpoints

/** What an auction's page asks of the API. */
export const auctionCalls = {
  auctions: createGroupClient(transport, auctionsEndpoints),
  bids: createGroupClient(transport, bidsEndpoints),
  chat: createGroupClient(transport, chatEndpoints),
  auth: createGroupClient(transport, { login, loginSecondFactor }),
}
