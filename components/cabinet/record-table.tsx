import { ArrowDown, ArrowUp } from 'lucide'
import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { type RecordQuery, recordSearch } from '@/components/cabinet/record-query'
import { RecordSearch } from '@/components/cabinet/record-search'
import { Card, LabelledValue } from '@/components/ui/card'
import { LinkButton } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { AppLink } from '@/components/ui/link'
import { DisclosureMenu, MENU_ENTRY_LOOK } from '@/components/ui/menu'
import { EmptyState } from '@/components/ui/notice'
import { HeadCell } from '@/components/ui/table'
import type { RecordSort, RecordTotals } from '@/lib/contract/cabinet'
import { formatPrice, formatQuantity } from '@/lib/i18n/formats'

/** Where the columns do not fit, a row is a card with labelled figures. */
export const RECORD_ROW =
  'grid grid-cols-2 items-baseline gap-x-4 gap-y-2 border-t border-line px-4 py-3.5 sm:grid-cols-4 tabular:table-row tabular:hover:bg-hover'
export const RECORD_CELL =
  'block min-w-0 text-small tabular:table-cell tabular:border-t tabular:border-line tabular:px-2.5 tabular:py-2 tabular:align-middle print:px-1! print:text-[0.625rem]!'

interface RecordTotalsStripProps {
  totals: RecordTotals
  /** Every agreement is won. */
  counts: 'auctions' | 'agreements'
}

export function RecordTotalsStrip({ totals, counts }: RecordTotalsStripProps) {
  const t = useTranslations('Cabinet.records')
  const tCommon = useTranslations('Common')
  const locale = useLocale()
  const count = (records: number) => formatQuantity(`${records}.000`, locale)
  const figures = [
    [t(counts, { count: totals.records }), count(totals.records)],
    ...(counts === 'auctions' ? [[t('won'), count(totals.won)]] : []),
    ...totals.volumes.map(({ unit, quantity }) => [t('volume'), formatQuantity(quantity, locale, unit)]),
    [t('sum'), `${formatPrice(totals.sum, locale)}\u00A0${tCommon('currency')}`],
  ] as const
  return (
    <Card padding="sm" aria-label={t('totals')}>
      <dl className="flex flex-wrap gap-x-10 gap-y-3 sm:px-2">
        {figures.map(([label, value], index) => (
          <LabelledValue key={index} size="sm" label={label} value={value} />
        ))}
      </dl>
    </Card>
  )
}

/** What a list can be sorted by, with the heads of these columns. */
type Sorts = Partial<Record<RecordSort, string>>

interface RecordToolsProps {
  path: string
  query: RecordQuery
  fixed: Readonly<Record<string, string>>
  years: readonly number[]
  sorts: Sorts
  /** Exports. */
  children?: ReactNode
}

/** No record matches the filters; a link clears them. */
export function NoRecordsFound({ path, fixed }: Pick<RecordToolsProps, 'path' | 'fixed'>) {
  const t = useTranslations('Cabinet.records')
  return (
    <EmptyState
      title={t('noneFound')}
      action={
        <LinkButton tone="soft" href={`${path}${recordSearch({}, fixed)}`}>
          {t('showAll')}
        </LinkButton>
      }
    />
  )
}

/** Search, years, sorting where there are no heads, and export above a list. */
export function RecordTools({ path, query, fixed, years, sorts, children }: RecordToolsProps) {
  const t = useTranslations('Cabinet.records')
  const { cursor: _cursor, ...kept } = query
  return (
    <div data-print="hide" className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <RecordSearch path={path} query={query} fixed={fixed} />
      {years.length > 1 && (
        <nav aria-label={t('year')} className="flex flex-wrap gap-1.5">
          {[null, ...years].map((year) => (
            <AppLink
              key={year ?? 'all'}
              href={`${path}${recordSearch({ ...kept, year }, fixed)}`}
              aria-current={year === query.year ? 'true' : undefined}
              className="inline-flex min-h-9 items-center rounded-full border border-line-strong bg-surface px-3.5 text-small font-medium text-soft max-sm:min-h-11 hover:bg-hover aria-[current=true]:border-transparent aria-[current=true]:bg-plan aria-[current=true]:font-semibold aria-[current=true]:text-plan-text"
            >
              {year ?? t('allYears')}
            </AppLink>
          ))}
        </nav>
      )}
      <SortMenu path={path} query={query} fixed={fixed} sorts={sorts} />
      {children && <div className="sm:ml-auto">{children}</div>}
    </div>
  )
}

interface SortProps {
  path: string
  query: RecordQuery
  fixed: Readonly<Record<string, string>>
  sorts: Sorts
}

/** Sorts by a column, from the largest down; by the current one, the other way around. */
function sortAddress(by: RecordSort, { path, query, fixed }: SortProps): string {
  const { cursor: _cursor, ...kept } = query
  const order = query.sort === by && query.order === 'desc' ? 'asc' : 'desc'
  return `${path}${recordSearch({ ...kept, sort: by, order }, fixed)}`
}

/** Where rows are cards: what the heads of the columns do elsewhere. */
function SortMenu(props: SortProps) {
  const t = useTranslations('Cabinet.records')
  const { query, sorts } = props
  const arrow = <Icon of={query.order === 'asc' ? ArrowUp : ArrowDown} className="size-4 shrink-0" />
  const direction = <span className="sr-only">{`, ${t(query.order)}`}</span>
  return (
    <div className="tabular:hidden">
      <DisclosureMenu
        width="user-menu"
        className="rounded-full border border-line-strong bg-surface px-3.5 text-small font-medium"
        label={
          <>
            <span className="text-soft">{t('sort')}</span>
            <span>
              {sorts[query.sort]}
              {direction}
            </span>
            {arrow}
          </>
        }
      >
        {(Object.keys(sorts) as RecordSort[]).map((by) => (
          <AppLink
            key={by}
            href={sortAddress(by, props)}
            aria-current={by === query.sort ? 'true' : undefined}
            className={MENU_ENTRY_LOOK}
          >
            <span>
              {sorts[by]}
              {by === query.sort && direction}
            </span>
            {by === query.sort && arrow}
          </AppLink>
        ))}
      </DisclosureMenu>
    </div>
  )
}

/** The head of a column that orders the list; a second press turns the order around. */
export function SortHead({ by, numeric, ...props }: SortProps & { by: RecordSort; numeric?: boolean }) {
  const { query, sorts } = props
  const isCurrent = query.sort === by
  return (
    <HeadCell
      role="columnheader"
      numeric={numeric}
      aria-sort={isCurrent ? (query.order === 'asc' ? 'ascending' : 'descending') : undefined}
      className={RECORD_HEAD}
    >
      <AppLink
        href={sortAddress(by, props)}
        className={`inline-flex items-baseline gap-1 rounded-sm hover:text-text ${numeric ? 'flex-row-reverse' : ''}`}
      >
        {sorts[by]}
        <Icon
          of={isCurrent && query.order === 'asc' ? ArrowUp : ArrowDown}
          className={`size-3.5 translate-y-0.5 ${isCurrent ? '' : 'opacity-0'}`}
        />
      </AppLink>
    </HeadCell>
  )
}

export const RECORD_HEAD = 'tabular:px-2.5 tabular:py-2 print:px-1! print:text-[0.625rem]!'

/** The label of a figure where rows are cards. */
export function CardLabel({ children }: { children: ReactNode }) {
  return <span className="block text-fine font-regular text-soft tabular:hidden">{children}</span>
}
