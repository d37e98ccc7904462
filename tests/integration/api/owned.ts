import { randomUUID } from 'node:crypto'
import type { Endpoints } from '@/lib/contract/endpoints'

/** The ids of one company's data, for an attacker who knows them. */
export interface Owned {
  auctionId: number
  documentId: number
  agreementId: number
  sessionId: string
  tokenId: number
  personId: number
  invitationId: string
  accessRequestId: number
  email: string
}

/** A call by another company with the owner's ids; `code`: the expected refusal, if any. */
export interface Trespass {
  input: (owned: Owned) => unknown
  code?: string
  form?: true
}

type CallName = { [Group in keyof Endpoints]: `${Group}.${keyof Endpoints[Group] & string}` }[keyof Endpoints]
type BuyerCallName = Exclude<CallName, `manager.${string}`>

const withoutInput: Trespass = { input: () => ({}) }
const inUkrainian: Trespass = { input: () => ({ lang: 'uk' }) }
const withAuctionId: Trespass = { input: ({ auctionId }) => ({ auction_id: auctionId }) }
const ownPassword = 'Eight-Gas-Meters'
const offer = ({ auctionId }: Owned) => ({ auction_id: auctionId, price: '14100.00', quantity: '20.000' })

/** Every call outside the back office, as another company makes it. A missing one does not compile. */
export const trespasses: Record<BuyerCallName, Trespass> = {
  'auctions.protocolKey': withoutInput,
  'auth.register': { input: ({ email }) => ({ email }), code: 'invalid_input' },
  'auth.emailConfirm': { input: () => ({ token: randomUUID() }), code: 'link_invalid' },
  'auth.emailLink': { input: () => ({ token: randomUUID() }), code: 'link_invalid' },
  'auth.resendConfirmation': { input: () => ({ email: 'nobody@other.test' }) },
  'auth.requestPasswordReset': { input: () => ({ email: 'nobody@other.test' }), code: 'email_not_registered' },
  'auth.passwordResetLink': { input: () => ({ token: randomUUID() }), code: 'link_invalid' },
  'auth.confirmPasswordReset': {
    input: () => ({ token: randomUUID(), password: 'Nine-Gas-Meters' }),
    code: 'link_invalid',
  },
  'auth.login': { input: ({ email }) => ({ email, password: ownPassword }), code: 'invalid_credentials' },
  'auth.loginSecondFactor': { input: () => ({ ticket: randomUUID(), code: '123456' }), code: 'sign_in_expired' },
  'auth.logout': withoutInput,
  'auth.userProfile': withoutInput,
  'auth.sessions': withoutInput,
  'auth.revokeSession': { input: ({ sessionId }) => ({ id: sessionId }), code: 'not_found' },
  'auctions.list': inUkrainian,
  'auctions.get': { input: ({ auctionId }) => ({ id: auctionId, lang: 'uk' }) },
  'auctions.draft': { input: () => ({ slug: 'nothing', lang: 'uk', preview: 'guessed' }), code: 'not_found' },
  'auctions.results': inUkrainian,
  'auctions.resultPoints': withoutInput,
  'auctions.exportResults': { input: () => ({ lang: 'uk', format: 'csv' }) },
  'auctions.protocol': { input: ({ auctionId }) => ({ id: auctionId, lang: 'uk' }), code: 'auction_not_completed' },
  'auctions.own': withAuctionId,
  'deposits.own': withAuctionId,
  'auctions.apply': { input: offer },
  // Withdraws the attacker's own application, which it has just made.
  'auctions.withdraw': withAuctionId,
  'auctions.answerPartial': {
    input: ({ auctionId }) => ({ auction_id: auctionId, accept: true, quantity: '20.000' }),
    code: 'partial_not_pending',
  },
  'auctions.questions': withAuctionId,
  'auctions.ownQuestions': withAuctionId,
  'auctions.ask': { input: ({ auctionId }) => ({ auction_id: auctionId, text: 'Чи є залізнична естакада?' }) },
  'auctions.follow': { input: ({ auctionId }) => ({ auction_id: auctionId, follow: true }) },
  'bids.place': { input: (owned) => ({ ...offer(owned), final: false }), code: 'auction_not_started' },
  'bids.leaveAutomatic': {
    input: ({ auctionId }) => ({
      auction_id: auctionId,
      ceiling: '15000.00',
      quantity: '20.000',
      minimum_quantity: '20.000',
    }),
    code: 'automatic_bids_not_allowed',
  },
  'bids.withdrawAutomatic': { ...withAuctionId, code: 'automatic_order_not_found' },
  'bids.list': withAuctionId,
  'cabinet.auctions': { input: () => ({ lang: 'uk', scope: 'mine' }) },
  'cabinet.agreements': inUkrainian,
  'cabinet.history': inUkrainian,
  'cabinet.agreementSigning': { input: ({ agreementId }) => ({ agreement_id: agreementId }), code: 'not_found' },
  'cabinet.signAgreement': {
    input: ({ agreementId }) => ({ agreement_id: String(agreementId) }),
    code: 'not_found',
    form: true,
  },
  'fulfilment.read': { input: ({ agreementId }) => ({ agreement_id: agreementId }), code: 'not_found' },
  'fulfilment.messages': { input: ({ agreementId }) => ({ agreement_id: agreementId }), code: 'not_found' },
  'fulfilment.writeMessage': {
    input: ({ agreementId }) => ({ agreement_id: agreementId, text: 'Коли буде рахунок?' }),
    code: 'not_found',
  },
  'fulfilment.markRead': {
    input: ({ agreementId }) => ({ agreement_id: agreementId, message_id: 1 }),
    code: 'not_found',
  },
  'fulfilment.requestLoading': {
    input: ({ agreementId }) => ({ agreement_id: agreementId, on: '2099-01-01', volume: '1.000', place: 'AA 1234' }),
    code: 'not_found',
  },
  'fulfilment.answerLoading': {
    input: ({ agreementId }) => ({ agreement_id: agreementId, loading_id: 1, version: 1, answer: 'agree' }),
    code: 'not_found',
  },
  'cabinet.exportOwn': { input: () => ({ lang: 'uk', what: 'auctions', format: 'csv' }) },
  'certificates.list': inUkrainian,
  'chat.list': withAuctionId,
  'chat.send': { input: ({ auctionId }) => ({ auction_id: auctionId, text: 'Чи є залізнична естакада?' }) },
  'content.categories': inUkrainian,
  'content.settings': inUkrainian,
  'content.menus': { input: () => ({ ids: [1], lang: 'uk' }) },
  'documents.list': withoutInput,
  'tokens.list': withoutInput,
  'tokens.create': { input: () => ({ name: 'Robot', scope: 'bid', days: 30, password: ownPassword }) },
  'tokens.end': { input: ({ tokenId }) => ({ id: tokenId }), code: 'not_found' },
  'documents.upload': {
    input: ({ documentId }) => ({ kind: 'charter', replaces: String(documentId) }),
    code: 'not_found',
    form: true,
  },
  'documents.signatures': { input: ({ documentId }) => ({ id: documentId }), code: 'not_found' },
  'documents.delete': { input: ({ documentId }) => ({ id: documentId }), code: 'not_found' },
  'feedback.send': {
    input: () => ({ topic: 'question', subject: 'Пропуск', message: 'Чи потрібен пропуск?' }),
    form: true,
  },
  'feedback.list': withoutInput,
  'news.list': inUkrainian,
  'news.get': { input: () => ({ slug: 'no-such-news', lang: 'uk' }), code: 'not_found' },
  'notifications.choices': withoutInput,
  'notifications.choose': { input: () => ({ changes: [{ topic: 'outbid', channel: 'email', wanted: false }] }) },
  'notifications.unsubscribing': { input: () => ({ token: randomUUID() }), code: 'unsubscribe_link_invalid' },
  'notifications.unsubscribe': { input: () => ({ token: randomUUID() }), code: 'unsubscribe_link_invalid' },
  'pages.get': { input: () => ({ slug: 'no-such-page', lang: 'uk' }), code: 'not_found' },
  'pages.list': withoutInput,
  'pages.auctionPage': { input: () => ({ kind: 'rules', lang: 'uk' }) },
  'pages.redirect': { input: () => ({ path: '/no-such-path' }) },
  'personalData.export': { input: () => ({ password: ownPassword }) },
  'personalData.deletionStatus': withoutInput,
  'personalData.withdrawDeletion': withoutInput,
  'personalData.requestDeletion': { input: () => ({ password: ownPassword }) },
  'people.list': withoutInput,
  'people.activity': withoutInput,
  'people.invite': { input: ({ email }) => ({ email, role: 'viewer' }), code: 'email_already_used' },
  'people.withdrawInvitation': { input: ({ invitationId }) => ({ id: invitationId }), code: 'not_found' },
  'people.changeRole': { input: ({ personId }) => ({ id: personId, role: 'viewer' }), code: 'not_found' },
  'people.remove': { input: ({ personId }) => ({ id: personId }), code: 'not_found' },
  'people.decideAccess': {
    input: ({ accessRequestId }) => ({ id: accessRequestId, decision: 'admit', role: 'owner' }),
    code: 'not_found',
  },
  'people.setDocumentsEmail': { input: () => ({ email: 'documents@other.test' }) },
  'people.invitation': { input: () => ({ token: randomUUID() }), code: 'link_invalid' },
  'people.accept': {
    input: () => ({
      token: randomUUID(),
      name: 'Ганна',
      surname: 'Чужа',
      phone: '+380441234567',
      password: 'Nine-Gas-Meters',
      accept_rules: true,
    }),
    code: 'link_invalid',
  },
  'profile.update': { input: () => ({ name: 'Ганна' }) },
  'profile.changeEmail': { input: ({ email }) => ({ email, password: ownPassword }), code: 'email_already_used' },
  'profile.cancelEmailChange': withoutInput,
  'profile.resendLink': { input: () => ({ link: 'email_change' }), code: 'email_nothing_to_confirm' },
  'profile.changePassword': {
    input: () => ({ current_password: 'Seven-Gas-Meters', password: 'Nine-Gas-Meters' }),
    code: 'password_incorrect',
  },
  'profile.addPushId': { input: () => ({ push_id: 'of the other' }) },
  'profile.removePushId': { input: () => ({ push_id: 'of the owner' }) },
  'shop.products': inUkrainian,
  'shop.ticket': withoutInput,
  'subscriptions.ask': { input: ({ email }) => ({ email, auction_kind: 'natural_gas' }) },
  'subscriptions.pushKey': withoutInput,
  'subscriptions.browser': { input: () => ({ push_id: 'of the owner' }) },
  'subscriptions.addBrowser': {
    input: () => ({ push_id: 'of the other', auction_kind: 'natural_gas' }),
    code: 'push_service_unknown',
  },
  'subscriptions.removeBrowser': { input: () => ({ push_id: 'of the owner', auction_kind: 'natural_gas' }) },
  'subscriptions.link': { input: () => ({ token: randomUUID() }), code: 'link_invalid' },
  'subscriptions.confirm': { input: () => ({ token: randomUUID() }), code: 'link_invalid' },
  'shop.order': { input: ({ email }) => ({ email }), code: 'invalid_input' },
  'revisions.read': withoutInput,
  'time.now': withoutInput,
  'twoFactor.status': withoutInput,
  'twoFactor.begin': { input: () => ({ password: ownPassword }) },
  'twoFactor.enable': { input: () => ({ code: '123456' }), code: 'second_factor_code_invalid' },
  'twoFactor.disable': { input: () => ({ password: ownPassword, code: '123456' }), code: 'second_factor_not_enabled' },
  'twoFactor.renewRecoveryCodes': {
    input: () => ({ password: ownPassword, code: '123456' }),
    code: 'second_factor_not_enabled',
  },
  'tracking.settings': withoutInput,
}
