import { authEndpoints } from './accounts'
import { auctionsEndpoints } from './auctions'
import { bidsEndpoints } from './bids'
import { cabinetEndpoints } from './cabinet'
import { chatEndpoints } from './chat'
import { contentEndpoints } from './content'
import { documentsEndpoints } from './documents'
import { managerEndpoints } from './manager'
import { profileEndpoints, timeEndpoints } from './profile'

/** Every call of the API: the router, the clients, the test doubles and the OpenAPI document are made from it. */
export const endpoints = {
  auth: authEndpoints,
  auctions: auctionsEndpoints,
  bids: bidsEndpoints,
  cabinet: cabinetEndpoints,
  chat: chatEndpoints,
  content: contentEndpoints,
  documents: documentsEndpoints,
  manager: managerEndpoints,
  profile: profileEndpoints,
  time: timeEndpoints,
} as const

export type Endpoints = typeof endpoints
