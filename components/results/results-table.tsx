import { useLocale, useTranslations } from 'next-intl'
import { MoreResults, type MoreResultsProps } from '@/components/results/more-results'
import { ResultsFiles } from '@/components/results/results-files'
import { ResultsRows } from '@/components/results/results-rows'
import { Card } from '@/components/ui/card'
import { HeadCell, Table } from '@/components/ui/table'
import type { AuctionSummary } from '@/lib/contract/auctions'

export interface ResultsTableProps {
  auctions: AuctionSummary[]
  nextCursor: string | null
  filter: MoreResultsProps['filter']
}

export function ResultsTable({ auctions, nextCursor, filter }: ResultsTableProps) {
  const t = useTranslations('Results')
  const locale = useLocale()
  const words = {
    number: t.raw('table.number') as string,
    ofVolume: t.raw('table.ofVolume') as string,
    more: t('more'),
    loading: t('loading'),
    failed: t('loadFailed'),
  }
  return (
    <Card padding="none" as="div" className="px-2 py-2 sm:px-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-3 pb-1 pt-3">
        <h2 className="text-h3">
          {t('table.caption')}
        </h2>
        <ResultsFiles filter={filter} />
      </div>
      <Table caption={t('table.caption')}>
        <thead>
          <tr>
            <HeadCell>{t('table.auction')}</HeadCell>
            <HeadCell numeric>{t('table.volume')}</HeadCell>
            <HeadCell numeric className="hidden lg:table-cell">
              {t('table.starting')}
            </HeadCell>
            <HeadCell numeric>{t('table.average')}</HeadCell>
            <HeadCell numeric className="hidden sm:table-cell">
              {t('table.final')}
            </HeadCell>
            <HeadCell numeric className="hidden md:table-cell">
              {t('table.winners')}
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          <ResultsRows auctions={auctions} locale={locale} words={words} />
          {nextCursor && <MoreResults key={nextCursor} filter={filter} cursor={nextCursor} locale={locale} words={words} />}
        </tbody>
      </Table>
    </Card>
  )
}
