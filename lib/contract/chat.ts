import * as z from 'zod'
import { endpoint } from './endpoint'
import { data, id, list, paging, text } from './primitives'
import { chatMessage } from './stream'

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
