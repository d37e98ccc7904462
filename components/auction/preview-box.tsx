'use client'

import { useTranslations } from 'next-intl'
import type { BidPreview } from '@/components/auction/bid-preview'
import { useLiveState } from '@/components/auction/live-context'
import { useFormats } from '@/components/auction/use-formats'
import { classNames } from '@/components/ui/class-names'
import { formatQuantity } from '@/lib/domain/money'

const TONES: Record<BidPreview['kind'], string> = {
  full: 'bg-go text-go-text',
  partial: 'bg-wait text-wait-text',
  passed_over: 'bg-wait text-wait-text',
  none: 'bg-lose text-lose-text',
}

/** What this bid would get now, before the click. `null`: there is no bid to speak of yet. */
export function PreviewBox({ preview, hidden }: { preview: BidPreview | null; hidden: boolean }) {
  const t = useTranslations('BidPanel.preview')
  const { auction } = useLiveState()
  const { amount } = useFormats(auction)
  if (hidden || !preview) return <p className="grid min-h-20 content-center rounded-md bg-sunken px-4 py-3 text-small text-soft">{t(hidden ? 'hidden' : 'unread')}</p>
  const { kind, rank } = preview
  const given = amount(formatQuantity(preview.given))
  return (
    <div className={classNames('grid min-h-20 content-center gap-0.5 rounded-md px-4 py-3 transition-colors duration-150', TONES[kind])}>
      <p className="numbers font-semibold">{preview.given > 0 ? t('place', { rank, given }) : t('placeOnly', { rank })}</p>
      <p className="numbers text-small">{t(kind, { given, quantity: amount(formatQuantity(preview.quantity)) })}</p>
    </div>
  )
}
