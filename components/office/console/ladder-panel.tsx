'use client'

import { Fragment } from 'react'
import { Panel, MutedText } from '@/components/office/kit'
import { useOfficeText } from '@/components/office/office-text'
import { classNames } from '@/components/ui/class-names'
import type { AuctionDetail } from '@/lib/contract/auctions'
import type { RankingRow } from '@/lib/contract/stream'
import { toQuantityString, thousandthsOf } from '@/lib/domain/money'
import { formatPrice, formatQuantity, numberSign } from '@/lib/i18n/formats'
import { useApplications } from './console-queries'
import { RelatedCompanies } from './related-companies'

interface Props {
  auction: AuctionDetail
  className?: string
}

/** The allocation if the auction ended now (R7.4), with company names. */
export function LadderPanel({ auction, className }: Props) {
  const { t, locale } = useOfficeText()
  const { data: applications = [] } = useApplications(auction.id)
  const applicationOf = new Map(applications.map((application) => [application.participant, application]))
  const { ranking } = auction
  const last = ranking.map(({ allocated }) => thousandthsOf(allocated) > 0).lastIndexOf(true)
  return (
    <Panel title={t('ladder')} className={className}>
      {ranking.length === 0 ? (
        <MutedText>{t('noLadder')}</MutedText>
      ) : (
        <ol tabIndex={0} aria-label={t('ladder')} className="overflow-y-auto @min-[860px]:grow @min-[860px]:basis-0">
          {ranking.map((row, index) => (
            <Fragment key={row.participant}>
              <li
                className={classNames(
                  'grid grid-cols-[24px_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 border-b border-line py-1.5',
                  thousandthsOf(row.allocated) === 0 && 'text-soft',
                )}
              >
                <span className="text-soft">{row.rank}</span>
                <span className="min-w-0 break-words font-semibold">
                  <span className="text-soft">{numberSign(row.participant, locale)}</span>{' '}
                  {applicationOf.get(row.participant)?.company.company_short_name}{' '}
                  <RelatedCompanies auctionId={auction.id} application={applicationOf.get(row.participant)} />
                </span>
                <span className="whitespace-nowrap text-right font-semibold">{formatPrice(row.price, locale)}</span>
                <Share row={row} unit={auction.category.unit} />
              </li>
              {index === last && <Cut auction={auction} beforeLast={last < ranking.length - 1} />}
            </Fragment>
          ))}
        </ol>
      )}
    </Panel>
  )
}

function Share({ row, unit }: { row: RankingRow; unit: string }) {
  const { locale } = useOfficeText()
  // Used only for the width of a bar, so rounding is harmless.
  const share = Math.round((thousandthsOf(row.allocated) / thousandthsOf(row.quantity)) * 100)
  return (
    <span className="col-span-2 col-start-2 flex items-center gap-3 text-small">
      <span aria-hidden className="h-1.5 grow rounded-full bg-bar-rest">
        <span
          className={classNames('block h-full rounded-full', share === 100 ? 'bg-bar' : 'bg-wait-mark')}
          style={{ width: `${share}%` }}
        />
      </span>
      <span className="min-w-28 whitespace-nowrap text-right">
        {formatQuantity(row.allocated, locale)} / {formatQuantity(row.quantity, locale, unit)}
      </span>
    </span>
  )
}

/** Where the volume ends: the unallocated volume, or a line above the participants without volume. */
function Cut({ auction, beforeLast }: { auction: AuctionDetail; beforeLast: boolean }) {
  const { t, locale } = useOfficeText()
  const allocated = auction.ranking.reduce((sum, row) => sum + thousandthsOf(row.allocated), 0)
  const left = thousandthsOf(auction.volume) - allocated
  if (left <= 0 && !beforeLast) return null
  return (
    <li className="flex items-center gap-3 py-1.5 text-fine font-semibold text-wait-text before:grow before:border-0 before:border-t-2 before:border-dashed before:border-wait-mark after:grow after:border-0 after:border-t-2 after:border-dashed after:border-wait-mark">
      {left > 0
        ? t('unallocated', { quantity: formatQuantity(toQuantityString(left), locale, auction.category.unit) })
        : t('allAllocated')}
    </li>
  )
}
