'use client'

import { FileJson, FileText } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useLiveState } from '@/components/auction/live-context'
import { useFormats } from '@/components/auction/use-formats'
import { kopecksOf, thousandthsOf } from '@/components/auction/wire'
import { LinkButton } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { FigureValue } from '@/components/ui/figure-value'
import { Cell, HeadCell, Table } from '@/components/ui/table'
import { formatSum, sumOf } from '@/lib/domain/money'

/** The public result (R8.2): what was sold at which price, to whom by number, and the record that proves it. */
export function ResultCard() {
  const t = useTranslations('Auction.result')
  const tLadder = useTranslations('Auction.ladder')
  const { auction, own } = useLiveState()
  const { price, quantity, amount } = useFormats(auction)
  const { result, category } = auction
  if (auction.state !== 'completed' || !result) return null
  const winners = auction.ranking.filter((row) => thousandthsOf(row.given) > 0)
  const participant = own?.application?.participant
  return (
    <Card aria-labelledby="result" className="grid gap-5">
      <CardHeader id="result" title={t('title')} aside={`${t('participants')}: ${result.participants} · ${t('winners')}: ${result.winners}`} />
      {result.final_price && result.average_price ? (
        <div className="grid gap-5 sm:grid-cols-3">
          <FigureValue label={`${t('sold')}, ${t('ofVolume', { volume: amount(auction.volume) })}`} value={amount(result.volume_sold)} />
          <FigureValue label={t('average', { unit: category.price_unit })} value={price(result.average_price)} />
          <FigureValue label={t('final', { unit: category.price_unit })} value={price(result.final_price)} />
        </div>
      ) : (
        <p className="text-soft">{t('nothingSold')}</p>
      )}
      {winners.length > 0 && (
        <Table caption={t('table')}>
          <thead>
            <tr>
              <HeadCell>{tLadder('participant')}</HeadCell>
              <HeadCell numeric>{tLadder('price', { unit: category.price_unit })}</HeadCell>
              <HeadCell numeric>{tLadder('givenFinal', { unit: category.unit })}</HeadCell>
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

function ProtocolLinks() {
  const t = useTranslations('Auction.result')
  const { auction } = useLiveState()
  const { pdf, json } = protocolAddresses(auction)
  return (
    <div className="grid gap-3" data-print="hide">
      <div className="flex flex-wrap gap-2">
        <LinkButton tone="soft" href={pdf} target="_blank"><FileText aria-hidden className="size-4.5" />{t('protocolPdf')}</LinkButton>
        <LinkButton tone="soft" href={json} download><FileJson aria-hidden className="size-4.5" />{t('protocolJson')}</LinkButton>
      </div>
      <p className="text-fine text-soft">{t('protocol')}</p>
    </div>
  )
}

/** A page that was open when the auction completed knows the address by the auction’s number. */
function protocolAddresses({ protocol_pdf: known, number }: { protocol_pdf: string | null; number: number }) {
  const pdf = known ?? `/storage/files/protocol-${number}.pdf`
  return { pdf, json: pdf.replace(/\.pdf(?=\?|$)/, '.json') }
}
