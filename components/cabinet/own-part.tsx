import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { ownOffer } from '@/components/cabinet/own-standing'
import { Notice } from '@/components/ui/notice'
import { Pill, type PillTone } from '@/components/ui/pill'
import type { Application } from '@/lib/contract/auctions'
import type { CabinetAuction } from '@/lib/contract/cabinet'
import { formatDayTime, formatPrice, formatQuantity, wholeUnit } from '@/lib/i18n/formats'
const APPLICATION_TONES: Record<Application['status'], PillTone> = {
  submitted: 'plan',
  awaiting_confirmation: 'wait',
  confirmed: 'go',
  rejected: 'lose',
  withdrawn: 'done',
}

/** The buyer's own part in an auction: application, last bid, what it would get or got. */
export function OwnPart({ entry }: { entry: CabinetAuction }) {
  const t = useTranslations('Cabinet.own')
  const tKinds = useTranslations('DocumentKinds')
  const locale = useLocale()
  const { auction, own, won } = entry
  const { unit, price_unit: priceUnit } = auction.category
  const offer = ownOffer(entry)
  const short = (quantity: string) => formatQuantity(quantity, locale, unit)
  const hasWon = won !== null && Number(won) > 0
  const over = auction.state === 'completed'
  const given = own.provisional_quantity
  if (own.application === null || offer === null) return <p className="text-soft">{t('none')}</p>
  const { status, participant, reason, missing_documents: missing } = own.application
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        {over ? <Pill tone={hasWon ? 'go' : 'done'}>{hasWon ? t('wonPill') : t('lost')}</Pill> : <Pill tone={APPLICATION_TONES[status]}>{t(`application.${status}`)}</Pill>}
        {participant !== null && <span className="text-small font-medium">{t('participant', { participant })}</span>}
      </div>
      {missing.length > 0 && !over && <p className="text-small text-soft">{t('missing', { documents: missing.map((kind) => tKinds(kind)).join(', ') })}</p>}
      {status === 'rejected' && reason && <p className="text-small text-soft">{t('reason', { reason })}</p>}
      {own.partial_until !== null && given !== null && (
        <Notice tone="wait">
          <p className="font-medium">{t('partial', { quantity: short(given), until: formatDayTime(own.partial_until, locale) })}</p>
        </Notice>
      )}
      <dl className="grid gap-1.5 text-small">
        <Row label={offer.kind === 'bid' ? t('lastBid') : t('preliminary')}>
          {formatPrice(offer.price, locale)} {wholeUnit(priceUnit)} × {short(offer.quantity)}
          {offer.final && <span className="ml-1.5 font-regular text-soft">({t('final')})</span>}
        </Row>
        {own.rank !== null && !over && <Row label={t('rank')}>{own.rank}</Row>}
        {hasWon ? (
          <Row label={t('won')} strong>
            {short(won)}
          </Row>
        ) : (
          given !== null && !over && (
            <Row label={t('gets')} strong={Number(given) > 0}>
              {Number(given) > 0 ? short(given) : t('nothing')}
            </Row>
          )
        )}
      </dl>
    </div>
  )
}

function Row({ label, strong = false, children }: { label: string; strong?: boolean; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-soft">{label}</dt>
      <dd className={`numbers text-right font-semibold ${strong ? 'text-go-text' : ''}`}>{children}</dd>
    </div>
  )
}
