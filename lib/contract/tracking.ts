import * as z from 'zod'
import { endpoint } from './endpoint'
import { data, empty } from './primitives'

export const trackingEndpoints = {
  settings: endpoint('/api/tracking/settings', {
    summary: 'Where visits of signed-in people who accept cookies are counted; null: nowhere',
    access: 'account',
    request: empty,
    response: data(z.object({ matomo: z.object({ url: z.url(), site_id: z.int() }).nullable() })),
  }),
}
