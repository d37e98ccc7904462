import { SubscriptionCard } from '@/components/content/auction-sections'
import { ClientMessages } from '@/components/layout/client-messages'
import type { CategoryKey } from '@/lib/contract/primitives'

/** Apart from the lot's live page, which does not need its messages. */
export function LotSubscription({ kind }: { kind: CategoryKey }) {
  return (
    <ClientMessages namespaces={['Fields', 'Subscription']}>
      <SubscriptionCard kind={kind} />
    </ClientMessages>
  )
}
