import * as z from 'zod'
import { cacheTags } from '@/lib/config/constants'
import { endpoint } from './endpoint'
import { data, empty } from './primitives'

/** For each part of the site a text that is another one once something of it has changed; it says nothing else. */
export const revisions = z.record(z.enum(Object.values(cacheTags)), z.string())
export type Revisions = z.infer<typeof revisions>

export const revisionsEndpoints = {
  read: endpoint('/api/revisions', {
    summary: 'What has changed, part by part, for a site elsewhere that keeps pages made from this API',
    access: 'visitor',
    request: empty,
    response: data(revisions),
  }),
}
