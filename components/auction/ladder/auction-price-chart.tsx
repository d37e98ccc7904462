import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { PriceChart, useDrawing } from '@/components/auction/ladder/price-chart'
import { useFormats, useLiveState } from '@/components/auction/live/live-context'
import { Card, CardHeader } from '@/components/ui/card'
import { Pill } from '@/components/ui/pill'
import { Cell, HeadCell, Table } from '@/components/ui/table'
import { toPriceString } from '@/lib/domain/money'
import type { Reading } from '@/lib/i18n/chart-geometry'

export function AuctionPriceChart() {
  const t = useTranslations('Auction.chart')
  const { auction, ownBids } = useLiveState()
  const { locale, price, secondBeside } = useFormats(auction)
  const drawing = useDrawing(auction, ownBids)
  if (auction.state === 'planned' || auction.history.length === 0) return null
  const unit = auction.category.price_unit
  const first = drawing.steps[0]
  const last = drawing.steps.at(-1)
  const summary =
    first && last
      ? t('summary', {
          unit,
          from: price(toPriceString(first.kopecks)),
          to: price(toPriceString(last.kopecks)),
        })
      : ''
  const textOf = ({ at, kopecks, automatic, bid }: Reading) =>
    [
      secondBeside(at, auction.starts_at),
      price(toPriceString(kopecks)),
      bid !== null && t('ownBid', { seq: String(bid) }),
      automatic && t('automatic'),
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <Card
      aria-labelledby="chart"
      className="@container"
      data-print={auction.state === 'completed' ? undefined : 'hide'}
    >
      <CardHeader id="chart" title={t('title')} aside={<Key line="bg-bar">{t('price', { unit })}</Key>} />
      <PriceChart
        label={summary}
        drawing={drawing}
        auction={auction}
        locale={locale}
        addedText={(time) => t('added', { time })}
        extensionText={(at) => t('extension', { time: secondBeside(at, auction.starts_at) })}
        haltText={(at) => t('halt', { time: secondBeside(at, auction.starts_at) })}
        explore={{ label: t('explore'), textOf }}
        className="mt-5 grid-rows-[208px_auto] pr-2 @2xl:grid-rows-[240px_auto]"
      />
      {/* Beside the summary, where its arrival moves nothing. */}
      {ownBids.length > 0 && (
        <p className="float-right mt-3 py-1 text-small text-soft">
          <Key line="bg-[repeating-linear-gradient(90deg,var(--color-go-mark)_0_4px,transparent_4px_7px)]">
            {t('own')}
          </Key>
        </p>
      )}
      <details data-print="hide" className="group mt-3 text-small">
        <summary className="w-fit py-1 text-link hover:underline max-sm:py-2.5">{t('table')}</summary>
        <Table caption={summary} className="mt-2 max-h-80 overflow-y-auto">
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
                <Cell numeric>
                  {step.automatic && <Pill tone="plan">{t('automatic')}</Pill>} {price(toPriceString(step.kopecks))}
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </details>
    </Card>
  )
}

function Key({ line, children }: { line: string; children: ReactNode }) {
  return (
    <>
      <span aria-hidden className={`mr-1.5 inline-block h-0.5 w-4 align-middle ${line}`} />
      {children}
    </>
  )
}
