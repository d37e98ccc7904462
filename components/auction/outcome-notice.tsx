'use client'

import { useTranslations } from 'next-intl'
import { ProtocolLinks } from '@/components/auction/protocol-links'
import { useLiveState } from '@/components/auction/live-context'
import { Notice } from '@/components/ui/notice'

/** What became of an auction that is over, or never was. */
export function OutcomeNotice() {
  const t = useTranslations('Auction.outcome')
  const { auction } = useLiveState()
  // Null for whoever may not read it: in a closed auction without a result all but its participants.
  const protocol = auction.protocol_pdf !== null && <div className="mt-4"><ProtocolLinks /></div>
  switch (auction.state) {
    case 'selection':
      return <Notice tone="wait" title={t('selection')}>{t('selectionText')}</Notice>
    case 'cancelled':
      return <Notice tone="lose" title={t('cancelled')}>{auction.cancel_reason && t('reason', { reason: auction.cancel_reason })}{protocol}</Notice>
    case 'unsuccessful':
      return <Notice tone="wait" title={t('unsuccessful')}>{t('unsuccessfulText', { minimum: auction.minimum_participants })}{protocol}</Notice>
    case 'planned':
    case 'running':
    // The panel says it.
    case 'closing':
    case 'completed':
      return null
    default:
      return auction.state satisfies never
  }
}
