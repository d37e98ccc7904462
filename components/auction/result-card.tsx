'use client'

import { FileJson, FileText } from 'lucide'
import { Icon } from '@/components/ui/icon'
import { useTranslations } from 'next-intl'
import { LinkButton } from '@/components/ui/button'
import { Card, CardHeader, FigureValue } from '@/components/ui/card'
import { Notice } from '@/components/ui/notice'
import { DEFAULT_LOCALE, FILES_PATH } from '@/lib/config/constants'
import type { RankingRow } from '@/lib/contract/stream'
import { useLiveAuction } from './live-context'
import { useFormats } from './use-formats'
import { comparePrices, thousandthsOf } from '@/lib/domain/money'

/** What became of an auction that is over, or never was. */
export function OutcomeNotice() {
  const t = useTranslations('Auction.outcome')
  const auction = useLiveAuction()
  // Null for whoever may not read it: in a closed auction without a result all but its participants.
  const protocol = auction.protocol_pdf !== null && (
    <div className="mt-4">
      <ProtocolLinks />
    </div>
  )
  switch (auction.state) {
    case 'selection':
      return (
        <Notice
          tone={auction.winners_confirmed ? 'go' : 'wait'}
          title={t(auction.winners_confirmed ? 'confirmed' : 'selection')}
        >
          {t(auction.winners_confirmed ? 'confirmedText' : 'selectionText')}
        </Notice>
      )
    case 'cancelled':
      return (
        <Notice tone="lose" title={t('cancelled')}>
          {auction.cancel_reason &&
            t.rich('reason', {
              reason: auction.cancel_reason,
              // The manager’s own words, which nobody translates.
              words: (text) => <span lang={DEFAULT_LOCALE}>{text}</span>,
            })}
          {protocol}
        </Notice>
      )
    case 'unsuccessful':
      return (
        <Notice tone="wait" title={t('unsuccessful')}>
          {t('unsuccessfulText', { confirmed: auction.participants, minimum: auction.minimum_participants })}
          {protocol}
        </Notice>
      )
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

/** The record of the auction (R8.4): to read as PDF, and as JSON whose chain of hashes anybody can check. */
function ProtocolLinks() {
  const t = useTranslations('Auction.result')
  const auction = useLiveAuction()
  const { locale } = useFormats(auction)
  // A page that was open when the auction completed knows the address by the auction’s number.
  const pdf = auction.protocol_pdf ?? `${FILES_PATH}/protocol-${auction.number}.pdf`
  return (
    <div className="grid gap-3" data-print="hide">
      <div className="flex flex-wrap gap-2">
        <LinkButton tone="soft" href={`${pdf}?lang=${locale}`} target="_blank">
          <Icon of={FileText} className="size-4.5" />
          {t('protocolPdf')}
        </LinkButton>
        <LinkButton tone="soft" href={pdf.replace(/pdf$/, 'json')} download>
          <Icon of={FileJson} className="size-4.5" />
          {t('protocolJson')}
        </LinkButton>
      </div>
      <p className="text-fine text-soft">{t('protocol')}</p>
    </div>
  )
}

/** The lowest and the highest price that won; null where nobody did. */
export function winningPrices(ranking: readonly RankingRow[]): { lowest: string; highest: string } | null {
  const prices = ranking.filter((row) => thousandthsOf(row.given) > 0).map((row) => row.price)
  const [lowest, highest] = [prices.toSorted(comparePrices)[0], prices.toSorted(comparePrices).at(-1)]
  return lowest === undefined || highest === undefined ? null : { lowest, highest }
}

/** The public result (R8.2): what was sold at which price, and the record that proves it; the ranking below tells to whom. */
export function ResultCard() {
  const t = useTranslations('Auction.result')
  const auction = useLiveAuction()
  const { price, amount, priceUnit } = useFormats(auction)
  const { result } = auction
  if (auction.state !== 'completed' || !result) return null
  const prices = winningPrices(auction.ranking)
  return (
    <Card aria-labelledby="result" className="grid gap-5">
      <CardHeader
        id="result"
        title={t('title')}
        aside={`${t('participants')}: ${result.participants} · ${t('winners')}: ${result.winners}`}
      />
      {result.final_price && result.average_price ? (
        <div className="grid items-end gap-5 sm:grid-cols-2 xl:grid-cols-4">
          <FigureValue
            label={`${t('sold')}, ${t('ofVolume', { volume: amount(auction.volume) })}`}
            value={amount(result.volume_sold)}
          />
          <FigureValue label={t('average', { unit: priceUnit })} value={price(result.average_price)} />
          <FigureValue label={t('final', { unit: priceUnit })} value={price(result.final_price)} />
          {prices && <FigureValue label={t('lowest', { unit: priceUnit })} value={price(prices.lowest)} />}
        </div>
      ) : (
        <p className="text-soft">{t('nothingSold')}</p>
      )}
      <ProtocolLinks />
    </Card>
  )
}
