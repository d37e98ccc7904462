import * as z from 'zod'
import { email } from './company'
import { endpoint } from './endpoint'
import { categoryKey, data, language } from './primitives'

export const subscriptionRequest = z.strictObject({
  lang: language.default('uk'),
  email,
  auction_kind: categoryKey,
  /** Hidden from people; what is written here gives a robot away. */
  website: z.string().max(500).default(''),
})

export const subscriptionsEndpoints = {
  ask: endpoint('/api/subscriptions/ask', {
    summary:
      'Ask to be emailed about new auctions of a type; mails the link that confirms it. The answer says nothing of whether the address is known',
    access: 'visitor',
    request: subscriptionRequest,
    response: data(z.object({ email: z.string() })),
    rateLimit: { requests: 5, seconds: 600, by: 'address' },
  }),
  confirm: endpoint('/api/subscriptions/confirm', {
    summary: 'Confirm a subscription by the link of its email',
    access: 'visitor',
    request: z.strictObject({ token: z.string().trim().min(1, 'required').max(200) }),
    response: data(z.object({ email: z.string(), auction_kind: categoryKey })),
    errors: ['link_invalid', 'link_expired'],
    rateLimit: { requests: 20, seconds: 600, by: 'address' },
  }),
}
