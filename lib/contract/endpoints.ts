import { authEndpoints } from './accounts'
import { auctionsEndpoints } from './auctions'
import { bidsEndpoints } from './bids'
import { cabinetEndpoints } from './cabinet'
import { chatEndpoints } from './chat'
import { contentEndpoints } from './content'
import { documentsEndpoints } from './documents'
import { managerEndpoints } from './manager'
import { certificatesEndpoints, newsEndpoints, pagesEndpoints } from './pages'
import { profileEndpoints, timeEndpoints } from './profile'
import { shopEndpoints } from './shop'

/** Every call of the API: the router, the clients, the test doubles and the OpenAPI document are made from it. */
export const endpoints = {
  auth: authEndpoints,
  auctions: auctionsEndpoints,
  bids: bidsEndpoints,
  cabinet: cabinetEndpoints,
  certificates: certificatesEndpoints,
  chat: chatEndpoints,
  content: contentEndpoints,
  documents: documentsEndpoints,
  manager: managerEndpoints,
  news: newsEndpoints,
  pages: pagesEndpoints,
  profile: profileEndpoints,
  shop: shopEndpoints,
  time: timeEndpoints,
} as const

export type Endpoints = typeof endpoints
