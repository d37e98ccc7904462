'use client'

import { useTranslations } from 'next-intl'
import { ProtocolLinks } from '@/components/auction/protocol-links'
import { useLiveState } from '@/components/auction/live-context'
import { useFormats } from '@/components/auction/use-formats'
import { kopecksOf, thousandthsOf } from '@/components/auction/wire'
import { Card, CardHeader } from '@/components/ui/card'
import { FigureValue } from '@/components/ui/figure-value'
import { Cell, HeadCell, Table } from '@/components/ui/table'
import { formatSum, sumOf } from '@/lib/domain/money'

/** The public result (R8.2): what was sold at which price, to whom by number, and the record that proves it. */
export function ResultCard() {
  const t = useTranslations('Auction.result')
  const tLadder = useTranslations('Auction.ladder')
  const { auction, own } = useLiveState()
  const { price, quantity, amount, unit, priceUnit } = useFormats(auction)
  const { result } = auction
  if (auction.state !== 'completed' || !result) return null
  const winners = auction.ranking.filter((row) => thousandthsOf(row.given) > 0)
  const participant = own?.application?.participant
  return (
    <Card aria-labelledby="result" className="grid gap-5">
      <CardHeader id="result" title={t('title')} aside={`${t('participants')}: ${result.participants} · ${t('winners')}: ${result.winners}`} />
      {result.final_price && result.average_price ? (
        <div className="grid gap-5 sm:grid-cols-3">
          <FigureValue label={`${t('sold')}, ${t('ofVolume', { volume: amount(auction.volume) })}`} value={amount(result.volume_sold)} />
          <FigureValue label={t('average', { unit: priceUnit })} value={price(result.average_price)} />
          <FigureValue label={t('final', { unit: priceUnit })} value={price(result.final_price)} />
        </div>
      ) : (
        <p className="text-soft">{t('nothingSold')}</p>
      )}
      {winners.length > 0 && (
        <Table caption={t('table')} className="max-sm:-mx-2 [&_td]:max-sm:text-fine">
          <thead>
            <tr>
              <HeadCell>{tLadder('participant')}</HeadCell>
              <HeadCell numeric>{tLadder('price', { unit: priceUnit })}</HeadCell>
              <HeadCell numeric>{tLadder('givenFinal', { unit })}</HeadCell>
              <HeadCell numeric>{t('sum')}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {winners.map((row) => (
              <tr key={row.participant} className={row.participant === participant ? 'bg-own' : undefined}>
                <Cell className="whitespace-nowrap font-semibold">{tLadder('number', { participant: String(row.participant) })}{row.participant === participant && ` · ${tLadder('you')}`}</Cell>
                <Cell numeric>{price(row.price)}</Cell>
                <Cell numeric>{quantity(row.given)}</Cell>
                <Cell numeric>{price(formatSum(sumOf(kopecksOf(row.price), thousandthsOf(row.given))))}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      <ProtocolLinks />
    </Card>
  )
}
