import * as z from 'zod'
import { endpoint } from './endpoint'
import { data, id, instant, list, paging, text } from './primitives'

export const chatMessage = z.object({
  id,
  auction_id: id,
  /** `system`: the portal itself, for instance an extension. */
  from: z.enum(['buyer', 'administrator', 'system']),
  text: z.string(),
  sent_at: instant,
})
export type ChatMessage = z.infer<typeof chatMessage>

export const chatEndpoints = {
  list: endpoint('/api/chat/list', {
    summary: 'The buyer’s conversation with the administrator in one auction, the oldest first',
    access: 'buyer',
    request: z.strictObject({ auction_id: id, ...paging }),
    response: list(chatMessage),
    errors: ['not_found'],
  }),
  send: endpoint('/api/chat/send', {
    summary: 'Write to the administrator',
    access: 'buyer',
    request: z.strictObject({ auction_id: id, text: text(2000) }),
    response: data(chatMessage),
    errors: ['not_found'],
    rateLimit: { requests: 20, seconds: 60 },
  }),
}
