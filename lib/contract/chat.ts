import * as z from 'zod'
import { endpoint } from './endpoint'
import { data, done, id, list, paging, text } from './primitives'
import { chatMessage } from './stream'

const agreementId = { agreement_id: id }
const ofAgreement = z.strictObject({ ...agreementId, ...paging })
const toAgreement = z.strictObject({ ...agreementId, text: text(2000) })

/** The correspondence about an agreement goes on in the chat of its auction: there is one conversation, shown in both places. */
export const agreementChatEndpoints = {
  messages: endpoint('/api/agreements/chat', {
    summary:
      'The company’s conversation with the administrator about an own agreement, which began in its auction, the oldest first',
    access: 'account',
    request: ofAgreement,
    // `unread` counts messages from the administrator that no owner or trader of the company has read.
    response: list(chatMessage, { unread: z.int() }),
    errors: ['not_found'],
  }),
  writeMessage: endpoint('/api/agreements/chat/send', {
    summary:
      'Write to the administrator about an own agreement; repeating the header Idempotency-Key sends no second message',
    access: 'buyer',
    role: 'trader',
    request: toAgreement,
    response: data(chatMessage),
    idempotent: 'optional',
    errors: ['not_found', 'idempotency_key_missing', 'idempotency_key_reused'],
    rateLimit: { requests: 20, seconds: 60 },
  }),
  markRead: endpoint('/api/agreements/chat/read', {
    summary:
      'Count the conversation as read up to a message, for the whole company: someone who may answer has seen it',
    access: 'account',
    role: 'trader',
    request: z.strictObject({ ...agreementId, message_id: id }),
    response: done,
    errors: ['not_found'],
  }),
}

/** An accountant, who sees an agreement, reads its conversation; a manager answers. */
export const managerAgreementChatEndpoints = {
  agreementMessages: endpoint('/api/manager/fulfilment/chat', {
    summary: 'The buyer’s conversation about an agreement, the oldest first',
    access: 'accountant',
    request: ofAgreement,
    response: list(chatMessage),
    errors: ['not_found'],
  }),
  writeAgreementMessage: endpoint('/api/manager/fulfilment/chat/send', {
    summary: 'Write to the buyer about an agreement; repeating the header Idempotency-Key sends no second message',
    access: 'manager',
    request: toAgreement,
    response: data(chatMessage),
    idempotent: 'optional',
    errors: ['not_found', 'idempotency_key_missing', 'idempotency_key_reused'],
  }),
}

export const chatEndpoints = {
  list: endpoint('/api/chat/list', {
    summary: 'The buyer’s conversation with the administrator in one auction, the oldest first',
    access: 'buyer',
    request: z.strictObject({ auction_id: id, ...paging }),
    response: list(chatMessage),
    errors: ['not_found'],
  }),
  send: endpoint('/api/chat/send', {
    summary: 'Write to the administrator; repeating the header Idempotency-Key sends no second message',
    access: 'buyer',
    role: 'trader',
    request: z.strictObject({ auction_id: id, text: text(2000) }),
    response: data(chatMessage),
    idempotent: 'optional',
    errors: ['not_found', 'idempotency_key_missing', 'idempotency_key_reused'],
    rateLimit: { requests: 20, seconds: 60 },
  }),
}
