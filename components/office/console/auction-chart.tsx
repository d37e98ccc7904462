'use client'

import { MutedText } from '@/components/office/kit'
import { useOfficeText } from '@/components/office/office-text'
import { drawChart, PriceChart, redrawTime } from '@/components/auction/ladder/price-chart'
import { classNames } from '@/components/ui/class-names'
import { useServerTime } from '@/lib/api/use-server-time'
import type { AuctionDetail } from '@/lib/contract/auctions'
import { toPriceString } from '@/lib/domain/money'
import { formatPrice, formatTimeWithSeconds } from '@/lib/i18n/formats'

/** The highest price over time; it grows with its panel. */
export function AuctionChart({ auction, compact = false }: { auction: AuctionDetail; compact?: boolean }) {
  const { t, locale } = useOfficeText()
  const now = useServerTime(redrawTime)
  const end = Date.parse(auction.cancelled_at ?? auction.effective_end)
  const drawing = drawChart(auction, auction.state === 'running' ? (now ?? Date.parse(auction.starts_at)) : end)
  const price = (kopecks: number) => formatPrice(toPriceString(kopecks), locale)
  const first = drawing.steps[0]
  const last = drawing.steps.at(-1)
  if (first === undefined || last === undefined) return <MutedText>{t('noChart')}</MutedText>
  return (
    <PriceChart
      label={t('chartSummary', { from: price(first.kopecks), to: price(last.kopecks) })}
      drawing={drawing}
      start={auction.starts_at}
      locale={locale}
      isLive={auction.state === 'running'}
      addedText={(time) => `+${time}`}
      extensionText={(at) => t('eventExtended', { at: formatTimeWithSeconds(at, locale) })}
      className={classNames(
        'grow',
        compact ? 'grid-rows-[minmax(96px,1fr)_auto]' : 'grid-rows-[minmax(176px,1fr)_auto]',
      )}
    />
  )
}
