'use client'

import { MutedText } from '@/components/office/kit'
import { useOfficeText } from '@/components/office/office-text'
import { PriceChart, useDrawing } from '@/components/auction/ladder/price-chart'
import { classNames } from '@/components/ui/class-names'
import type { AuctionDetail } from '@/lib/contract/auctions'
import { toPriceString } from '@/lib/domain/money'
import { formatPrice, formatTimeWithSeconds } from '@/lib/i18n/formats'

/** The highest price over time; it grows with its panel. */
export function AuctionChart({ auction, compact = false }: { auction: AuctionDetail; compact?: boolean }) {
  const { t, locale } = useOfficeText()
  const drawing = useDrawing(auction)
  const price = (kopecks: number) => formatPrice(toPriceString(kopecks), locale)
  const first = drawing.steps[0]
  const last = drawing.steps.at(-1)
  if (first === undefined || last === undefined) return <MutedText>{t('noChart')}</MutedText>
  return (
    <PriceChart
      label={t('chartSummary', { from: price(first.kopecks), to: price(last.kopecks) })}
      drawing={drawing}
      auction={auction}
      locale={locale}
      addedText={(time) => `+${time}`}
      extensionText={(at) => t('eventExtended', { at: formatTimeWithSeconds(at, locale) })}
      className={classNames(
        'grow',
        compact ? 'grid-rows-[minmax(96px,1fr)_auto]' : 'grid-rows-[minmax(176px,1fr)_auto]',
      )}
    />
  )
}
