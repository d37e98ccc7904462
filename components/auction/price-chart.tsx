'use client'

import { useTranslations } from 'next-intl'
import { ChartTimes } from '@/components/auction/chart-times'
import { drawChart, type ChartGeometry } from '@/components/auction/chart-geometry'
import { useLiveAuction } from '@/components/auction/live-context'
import { useFormats } from '@/components/auction/use-formats'
import { useServerTime } from './live-context'
import { Card, CardHeader } from '@/components/ui/card'
import { Cell, HeadCell, Table } from '@/components/ui/table'
import { toPriceString } from '@/lib/domain/money'
import { countdownParts } from '@/lib/i18n/countdown'

/** How often the living end of the line moves. */
const PACE = 2_000

/**
 * The highest price over time. The drawing is stretched to its place, its words are not: they stand over it as text
 * of the page, at the size of the page, on any screen.
 */
export function PriceChart() {
  const t = useTranslations('Auction.chart')
  const auction = useLiveAuction()
  const { price, secondBeside } = useFormats(auction)
  const over = auction.state !== 'running'
  const now = useServerTime((time) => Math.floor(time / PACE) * PACE)
  if (auction.state === 'planned' || auction.history.length === 0) return null
  const lastKnown = Date.parse(auction.history.at(-1)?.at ?? auction.starts_at)
  const end = Date.parse(auction.cancelled_at ?? auction.effective_end)
  const drawing = drawChart(auction, over ? end : Math.max(now ?? 0, lastKnown))
  const unit = auction.category.price_unit
  const first = drawing.steps[0]
  const last = drawing.steps.at(-1)
  const words =
    first && last
      ? t('summary', {
          unit,
          from: price(toPriceString(first.kopecks)),
          to: price(toPriceString(last.kopecks)),
        })
      : ''
  return (
    <Card aria-labelledby="chart" className="@container" data-print="hide">
      <CardHeader id="chart" title={t('title')} aside={t('price', { unit })} />
      <div role="img" aria-label={words} className="mt-5">
        <Plot drawing={drawing} live={!over} />
      </div>
      <details className="group mt-3 text-small">
        <summary className="w-fit py-1 text-link hover:underline">{t('table')}</summary>
        <Table caption={words} className="mt-2 max-h-80 overflow-y-auto">
          <thead>
            <tr>
              <HeadCell>{t('time')}</HeadCell>
              <HeadCell numeric>{t('price', { unit })}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {drawing.steps.map((step, index) => (
              <tr key={index}>
                <Cell>{secondBeside(step.at, auction.starts_at)}</Cell>
                <Cell numeric>{price(toPriceString(step.kopecks))}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </details>
    </Card>
  )
}

function Plot({ drawing, live }: { drawing: ChartGeometry; live: boolean }) {
  const t = useTranslations('Auction.chart')
  const auction = useLiveAuction()
  const { price, secondBeside, locale } = useFormats(auction)
  const whole = (kopecks: number) => price(toPriceString(kopecks).replace(/\.00$/, ''))
  const { added, head } = drawing
  return (
    <div className="numbers grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 pr-2 text-fine text-soft">
      <div className="relative h-52 @2xl:h-60">
        <span aria-hidden className="invisible block">
          {whole(drawing.prices.at(-1)?.kopecks ?? 0)}
        </span>
        {drawing.prices.map(({ y, kopecks }) => (
          <span key={kopecks} className="absolute right-0 -translate-y-1/2 whitespace-nowrap" style={{ top: `${y}%` }}>
            {whole(kopecks)}
          </span>
        ))}
      </div>
      <div className="relative h-52 @2xl:h-60">
        {added && (
          <div
            className="absolute inset-y-0 border-l-2 border-dashed border-wait-mark bg-wait/70"
            style={{ left: `${added.x}%`, width: `${added.width}%` }}
          >
            {/* Low: bidding ends high, and the line would run through it. */}
            <span
              className={`absolute bottom-3.5 whitespace-nowrap font-semibold text-wait-text ${added.width < 30 ? 'right-full mr-2' : 'left-2'}`}
            >
              {t('added', { time: countdownParts(added.milliseconds).clock })}
            </span>
          </div>
        )}
        <svg
          aria-hidden
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          className="absolute inset-0 size-full overflow-visible"
        >
          {drawing.prices.map(({ y, kopecks }) => (
            <path key={kopecks} d={`M0 ${y}H100`} className="stroke-line" vectorEffect="non-scaling-stroke" />
          ))}
          <path d={drawing.area} className="fill-bar opacity-10" />
          <path
            d={drawing.line}
            fill="none"
            strokeWidth="2.25"
            strokeLinejoin="round"
            className="stroke-bar"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        {drawing.marks.map(({ x, at }) => (
          <span
            key={at}
            title={t('extension', { time: secondBeside(at, auction.starts_at) })}
            className="absolute bottom-0 h-2.5 w-0.5 -translate-x-1/2 translate-y-1/2 bg-wait-mark"
            style={{ left: `${x}%` }}
          />
        ))}
        {head && (
          <span
            className={`absolute size-3 -translate-1/2 rounded-full border-2 border-surface bg-bar ${live ? 'ring-4 ring-bar/20' : ''}`}
            style={{ left: `${head.x}%`, top: `${head.y}%` }}
          />
        )}
      </div>
      <span />
      <ChartTimes times={drawing.times} start={Date.parse(auction.starts_at)} locale={locale} />
    </div>
  )
}
