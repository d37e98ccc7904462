'use client'

import { ChartTimes } from '@/components/auction/chart-times'
import { drawChart } from '@/components/auction/chart-geometry'
import { Panel, Quiet } from '@/app/(cms)/office/kit'
import { useOffice } from '@/app/(cms)/office/lists/use-office'
import { useServerNow } from '@/app/(cms)/office/ticking'
import { toPriceString } from '@/lib/domain/money'
import type { AuctionDetail } from '@/lib/contract/auctions'
import { formatPrice } from '@/lib/i18n/formats'

/** The highest price from the start to the effective end, with what extended it. */
export function ChartPanel({ auction }: { auction: AuctionDetail }) {
  const { word, locale } = useOffice()
  const now = useServerNow()
  const drawing = drawChart(
    auction,
    auction.state === 'running' ? (now ?? Date.parse(auction.starts_at)) : Date.parse(auction.effective_end),
  )
  const price = (kopecks: number) => formatPrice(toPriceString(kopecks), locale)
  const first = drawing.steps[0]
  const last = drawing.steps.at(-1)
  return (
    <Panel title={word('priceChart')}>
      {first === undefined || last === undefined ? (
        <Quiet>{word('noChart')}</Quiet>
      ) : (
        <div
          role="img"
          aria-label={word('chartSummary', {
            from: price(first.kopecks),
            to: price(last.kopecks),
          })}
          className="grid min-h-44 grow grid-cols-[minmax(0,1fr)_auto] grid-rows-[minmax(0,1fr)_auto] gap-x-2 gap-y-1 text-fine text-soft"
        >
          <div className="relative">
            <svg
              aria-hidden
              viewBox="0 0 100 100"
              preserveAspectRatio="none"
              className="absolute inset-0 size-full overflow-visible"
            >
              {drawing.added && (
                <rect x={drawing.added.x} width={drawing.added.width} height="100" className="fill-(--wait-ground)" />
              )}
              {drawing.prices.map(({ y, kopecks }) => (
                <path key={kopecks} d={`M0 ${y}H100`} stroke="var(--line)" vectorEffect="non-scaling-stroke" />
              ))}
              {drawing.marks.map(({ x, at }) => (
                <path
                  key={at}
                  d={`M${x} 0V100`}
                  stroke="var(--wait-mark)"
                  strokeDasharray="3 3"
                  vectorEffect="non-scaling-stroke"
                />
              ))}
              <path d={drawing.area} fill="var(--bar)" opacity="0.14" />
              <path
                d={drawing.line}
                fill="none"
                stroke="var(--bar)"
                strokeWidth="2.5"
                vectorEffect="non-scaling-stroke"
              />
            </svg>
            {drawing.head && (
              <span
                aria-hidden
                className="absolute size-2.5 -translate-1/2 rounded-full bg-bar"
                style={{ left: `${drawing.head.x}%`, top: `${drawing.head.y}%` }}
              />
            )}
          </div>
          <div aria-hidden className="relative w-20">
            {drawing.prices.map(({ y, kopecks }) => (
              <span key={kopecks} className="absolute -translate-y-1/2" style={{ top: `${y}%` }}>
                {price(kopecks)}
              </span>
            ))}
          </div>
          <ChartTimes times={drawing.times} start={Date.parse(auction.starts_at)} locale={locale} />
        </div>
      )}
    </Panel>
  )
}
