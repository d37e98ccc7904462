import { Download } from 'lucide'
import { useLocale, useTranslations } from 'next-intl'
import { useRejectionReason } from '@/components/auction/bid/use-rejection-reason'
import { type RecordQuery, recordSearch } from '@/components/cabinet/record-query'
import {
  CardLabel,
  RECORD_CELL,
  RECORD_HEAD,
  RECORD_ROW,
  RecordTools,
  RecordTotalsStrip,
  SortHead,
  NoRecordsFound,
} from '@/components/cabinet/record-table'
import { classNames } from '@/components/ui/class-names'
import { LinkButton } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Icon } from '@/components/ui/icon'
import { AppLink } from '@/components/ui/link'
import { EmptyState } from '@/components/ui/notice'
import { Pill } from '@/components/ui/pill'
import { HeadCell, Table } from '@/components/ui/table'
import { FILES_PATH } from '@/lib/config/constants'
import type { CabinetAuction, cabinetEndpoints } from '@/lib/contract/cabinet'
import type { Answer } from '@/lib/contract/endpoint'
import type { Tone } from '@/lib/contract/tones'
import { formatSum, kopecksOf, sumOf, thousandthsOf } from '@/lib/domain/money'
import { formatDateNumeric, formatPrice, formatQuantity } from '@/lib/i18n/formats'
import { auctionPath, pathFor } from '@/lib/i18n/route-names'

type History = Answer<(typeof cabinetEndpoints)['history']>['data']

/** What selects the list in its address. */
const FIXED = { view: 'history' }

export function HistoryView({ history, query }: { history: History; query: RecordQuery }) {
  const t = useTranslations('Cabinet')
  const locale = useLocale()
  const path = pathFor('cabinet', locale)
  const sorts = {
    number: t('records.auction'),
    date: t('records.finished'),
    quantity: t('own.won'),
    sum: t('agreements.sum'),
  }
  const address = { path, query, fixed: FIXED, sorts }
  if (history.years.length === 0)
    return <EmptyState title={t('auctions.noneHistory.title')} text={t('auctions.noneHistory.text')} />
  return (
    <>
      <RecordTotalsStrip totals={history.totals} counts="auctions" />
      <RecordTools {...address} years={history.years}>
        <OwnFiles />
      </RecordTools>
      {history.list.length === 0 ? (
        <NoRecordsFound path={path} fixed={FIXED} />
      ) : (
        <Card as="div" padding="none" className="overflow-hidden tabular:px-3 tabular:py-1">
          <Table caption={t('auctions.history')} stacked>
            <thead role="rowgroup" className="hidden tabular:table-header-group">
              <tr role="row">
                <SortHead {...address} by="number" />
                <SortHead {...address} by="date" />
                <HeadCell role="columnheader" className={RECORD_HEAD}>
                  {t('records.result')}
                </HeadCell>
                <HeadCell role="columnheader" numeric className={RECORD_HEAD}>
                  {t('records.ownPrice')}
                </HeadCell>
                <SortHead {...address} by="quantity" numeric />
                <SortHead {...address} by="sum" numeric />
                <HeadCell role="columnheader" numeric className={RECORD_HEAD}>
                  {t('auctions.starting')}
                </HeadCell>
              </tr>
            </thead>
            <tbody role="rowgroup" className="block tabular:table-row-group">
              {history.list.map((entry) => (
                <HistoryRow key={entry.auction.id} entry={entry} />
              ))}
            </tbody>
          </Table>
        </Card>
      )}
      <p className="text-small text-soft">{t('auctions.note')}</p>
      {history.next_cursor && (
        <div className="text-center">
          <LinkButton tone="soft" href={`${path}${recordSearch({ ...query, cursor: history.next_cursor }, FIXED)}`}>
            {t('auctions.more')}
          </LinkButton>
        </div>
      )}
    </>
  )
}

export type Outcome = 'won' | 'lost' | 'rejected' | 'withdrawn' | 'cancelled' | 'unsuccessful'

const OUTCOME_TONES: Record<Outcome, Tone> = {
  won: 'go',
  lost: 'done',
  rejected: 'lose',
  withdrawn: 'done',
  cancelled: 'lose',
  unsuccessful: 'done',
}

/** How a finished auction ended for the company; the fate of its application only where that decided it. */
export function outcomeOf({ auction, own, won }: CabinetAuction): Outcome {
  if (won !== null && Number(won) > 0) return 'won'
  const status = own.application?.status
  if (status === 'rejected' || status === 'withdrawn') return status
  if (auction.state === 'cancelled' || auction.state === 'unsuccessful') return auction.state
  return 'lost'
}

function HistoryRow({ entry }: { entry: CabinetAuction }) {
  const t = useTranslations('Cabinet')
  const reasonIn = useRejectionReason()
  const locale = useLocale()
  const { auction, own, won } = entry
  const { unit } = auction.category
  const outcome = outcomeOf(entry)
  const bid = own.last_bid ?? own.application
  const reason = outcome === 'rejected' ? own.application?.reason : null
  const sum =
    won === null || own.last_bid === null ? null : formatSum(sumOf(kopecksOf(own.last_bid.price), thousandthsOf(won)))
  const numeric = classNames(RECORD_CELL, 'tabular:text-right')
  return (
    <tr role="row" className={RECORD_ROW}>
      <td role="cell" className={classNames(RECORD_CELL, 'col-span-full tabular:max-w-80 print:max-w-none')}>
        <span className="flex min-w-0 items-baseline gap-2">
          <span className="numbers min-w-[2ch] shrink-0 text-soft">{auction.number}</span>
          <AppLink
            href={auctionPath(auction, locale)}
            title={auction.title}
            lang={auction.title_language === locale ? undefined : auction.title_language}
            className="min-w-0 font-semibold hover:text-link hover:underline tabular:truncate print:overflow-visible! print:whitespace-normal!"
          >
            {auction.title}
          </AppLink>
        </span>
      </td>
      <td role="cell" className={RECORD_CELL}>
        <CardLabel>{t('records.finished')}</CardLabel>
        <time dateTime={auction.effective_end} className="whitespace-nowrap">
          {formatDateNumeric(auction.effective_end, locale)}
        </time>
      </td>
      <td role="cell" className={RECORD_CELL}>
        <span title={reason ? reasonIn(reason) : undefined}>
          <Pill tone={OUTCOME_TONES[outcome]}>{t(`records.outcome.${outcome}`)}</Pill>
        </span>
        {reason && <span className="block pt-1 text-fine text-soft tabular:sr-only">{reasonIn(reason)}</span>}
      </td>
      <td role="cell" className={numeric}>
        <CardLabel>{t('records.ownPrice')}</CardLabel>
        <span className="whitespace-nowrap">{bid ? formatPrice(bid.price, locale) : '—'}</span>
      </td>
      <td role="cell" className={numeric}>
        <CardLabel>{t('own.won')}</CardLabel>
        <span className="whitespace-nowrap font-semibold">{won ? formatQuantity(won, locale, unit) : '—'}</span>
      </td>
      <td role="cell" className={numeric}>
        <CardLabel>{t('agreements.sum')}</CardLabel>
        <span className="whitespace-nowrap font-semibold">{sum ? formatPrice(sum, locale) : '—'}</span>
      </td>
      <td role="cell" className={classNames(numeric, 'text-soft')}>
        <CardLabel>{t('auctions.starting')}</CardLabel>
        <span className="whitespace-nowrap">{formatPrice(auction.starting_price, locale)}</span>
      </td>
    </tr>
  )
}

const FILES = [
  ['auctions', 'xlsx'],
  ['auctions', 'csv'],
  ['bids', 'xlsx'],
  ['bids', 'csv'],
] as const

function OwnFiles() {
  const t = useTranslations('Cabinet.files')
  const locale = useLocale()
  return (
    <div role="group" aria-label={t('title')} className="flex flex-wrap gap-1.5">
      {FILES.map(([what, format]) => (
        <LinkButton
          key={`${what}.${format}`}
          tone="outline"
          size="sm"
          rel="nofollow"
          download=""
          href={`${FILES_PATH}/own-${what}.${format}?lang=${locale}`}
        >
          <Icon of={Download} className="size-4" />
          {t(what)}, {format.toUpperCase()}
        </LinkButton>
      ))}
    </div>
  )
}
