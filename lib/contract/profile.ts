import * as z from 'zod'
import { endpoint } from './endpoint'
import { data, done, empty, instant, text } from './primitives'

export const profileEndpoints = {
  addPushId: endpoint('/api/profile/push/add-id', {
    summary: 'Remember the browser’s push subscription',
    access: 'account',
    request: z.strictObject({ push_id: text(500) }),
    response: done,
  }),
}

export const timeEndpoints = {
  now: endpoint('/api/time', {
    summary: 'The server’s clock, for the countdown’s offset',
    access: 'visitor',
    request: empty,
    response: data(z.object({ now: instant })),
  }),
}
