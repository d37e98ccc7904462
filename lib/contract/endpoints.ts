import { authEndpoints } from './accounts'
import { auctionsEndpoints, bidsEndpoints } from './auctions'
import { cabinetEndpoints } from './cabinet'
import { agreementChatEndpoints, chatEndpoints, managerAgreementChatEndpoints } from './chat'
import { certificatesEndpoints, contentEndpoints, newsEndpoints, pagesEndpoints, revisionsEndpoints } from './content'
import { depositsEndpoints, managerDepositsEndpoints } from './deposits'
import { documentsEndpoints } from './documents'
import { feedbackEndpoints, managerFeedbackEndpoints } from './feedback'
import { fulfilmentEndpoints, managerFulfilmentEndpoints } from './fulfilment'
import { managerEndpoints } from './manager'
import { notificationsEndpoints, subscriptionsEndpoints, trackingEndpoints } from './notifications'
import { peopleEndpoints } from './people'
import { personalDataEndpoints } from './personal-data'
import { profileEndpoints, timeEndpoints } from './profile'
import { protocolEndpoints } from './protocol'
import { questionsEndpoints } from './questions'
import { shopEndpoints } from './shop'
import { agreementSigningEndpoints, managerSignaturesEndpoints, ownSignaturesEndpoints } from './signatures'
import { tokensEndpoints } from './tokens'
import { twoFactorEndpoints } from './two-factor'

/** Every call of the API: the router, the clients, the test doubles and the OpenAPI document are made from it. */
export const endpoints = {
  auth: authEndpoints,
  auctions: { ...auctionsEndpoints, ...protocolEndpoints, ...questionsEndpoints },
  bids: bidsEndpoints,
  cabinet: { ...cabinetEndpoints, ...agreementSigningEndpoints },
  certificates: certificatesEndpoints,
  chat: chatEndpoints,
  content: contentEndpoints,
  deposits: depositsEndpoints,
  documents: { ...documentsEndpoints, ...ownSignaturesEndpoints },
  feedback: feedbackEndpoints,
  fulfilment: { ...fulfilmentEndpoints, ...agreementChatEndpoints },
  manager: {
    ...managerEndpoints,
    ...managerAgreementChatEndpoints,
    ...managerDepositsEndpoints,
    ...managerFeedbackEndpoints,
    ...managerFulfilmentEndpoints,
    ...managerSignaturesEndpoints,
  },
  news: newsEndpoints,
  notifications: notificationsEndpoints,
  pages: pagesEndpoints,
  people: peopleEndpoints,
  personalData: personalDataEndpoints,
  profile: profileEndpoints,
  revisions: revisionsEndpoints,
  shop: shopEndpoints,
  subscriptions: subscriptionsEndpoints,
  time: timeEndpoints,
  tokens: tokensEndpoints,
  twoFactor: twoFactorEndpoints,
  tracking: trackingEndpoints,
} as const

export type Endpoints = typeof endpoints
