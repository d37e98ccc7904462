import type { Payload } from 'payload'
import { inTransaction } from '@/lib/server/cms/in-transaction'
import type { FeedbackDependencies } from '@/lib/server/feedback/endpoints'

/** Companies' messages written through Payload, in a transaction of the portal's own. */
export function createFeedbackWriter(cms: () => Promise<Payload>): FeedbackDependencies<never>['create'] {
  return async (client, message) => {
    const payload = await cms()
    return inTransaction(payload, client, async (req) => {
      const { id } = await payload.create({ collection: 'feedback', data: { ...message, status: 'new' }, depth: 0, req })
      return id
    })
  }
}
