'use client'

import { OfficePage } from '@/components/office/kit'
import { useOfficeText } from '@/components/office/office-text'
import { useOfficeQuery } from '@/components/office/queries'
import { roomPath } from '@/components/office/rooms'
import { defineScreen, ScreenList, type ScreenColumn } from '@/components/office/screen'
import { api } from '@/lib/api/browser'
import type { FulfilmentTotals } from '@/lib/contract/fulfilment'
import { formatMonth, formatPrice, formatQuantity } from '@/lib/i18n/formats'

interface Row extends FulfilmentTotals {
  id: string
}

/** The address may hold anything. */
const numberOf = (value: string | undefined) => (value && /^[1-9]\d{0,8}$/.test(value) ? Number(value) : undefined)
function filtersOf({ year, product }: { year?: string; product?: string }) {
  const [asked, category_id] = [numberOf(year), numberOf(product)]
  return { year: asked && asked >= 2000 && asked <= 2999 ? asked : undefined, category_id }
}

const sumColumn = (key: 'agreed' | 'invoiced' | 'received', head: ScreenColumn<Row>['head']): ScreenColumn<Row> => ({
  ...{ key, head, numeric: true },
  cell: (row, { locale }) => (isTotal(row) ? <b>{formatPrice(row[key], locale)}</b> : formatPrice(row[key], locale)),
})

const isTotal = ({ month, product }: FulfilmentTotals) => month === null || product === null

/** What the agreements of each month and product are worth, and how far they are paid and shipped. */
const TOTALS = defineScreen({
  room: 'fulfilment',
  part: 'fulfilmentTotals',
  filters: { year: { label: 'year', loaded: true }, product: { label: 'soldProduct', loaded: true } },
  useChoices,
  async read(query, _cursor, { locale }) {
    const { data } = await api.manager.fulfilmentTotals({ ...filtersOf(query), lang: locale })
    const list = data.list.map((row): Row => ({ ...row, id: `${row.month ?? ''}-${row.product?.id ?? ''}` }))
    return { data: { ...data, list } }
  },
  exportTable: (query, { locale }) => api.manager.exportFulfilmentTotals({ ...filtersOf(query), lang: locale }),
  columns: [
    {
      key: 'month',
      head: 'month',
      cellClass: 'whitespace-nowrap',
      cell: (row, { t, locale }) => {
        const name = row.month === null ? t('allMonths') : formatMonth(row.month, locale, 'month')
        return isTotal(row) ? <b>{name}</b> : name
      },
    },
    {
      key: 'product',
      head: 'soldProduct',
      cell: (row, { t }) => {
        const name = row.product?.name ?? t('allProducts')
        return isTotal(row) ? <b>{name}</b> : name
      },
    },
    { key: 'agreements', head: 'agreements', numeric: true, spare: true, cell: ({ agreements }) => agreements },
    sumColumn('agreed', 'agreedUah'),
    sumColumn('invoiced', 'invoicedUah'),
    sumColumn('received', 'receivedUah'),
    {
      key: 'outstanding',
      head: 'missingUah',
      numeric: true,
      cell: (row, { t, locale }) => (
        <>
          {isTotal(row) ? <b>{formatPrice(row.outstanding, locale)}</b> : formatPrice(row.outstanding, locale)}
          {row.overdue !== '0.00' && (
            <span className="block whitespace-nowrap text-fine text-lose-text">
              {t('overdueOf', { sum: formatPrice(row.overdue, locale) })}
            </span>
          )}
        </>
      ),
    },
    {
      key: 'volume',
      head: 'loadedOf',
      numeric: true,
      cellClass: 'tabular:whitespace-normal',
      cell: ({ volume }, { locale }) =>
        volume && (
          <>
            <span className="whitespace-nowrap">{formatQuantity(volume.shipped, locale)} /</span>{' '}
            <span className="whitespace-nowrap">{formatQuantity(volume.agreed, locale, volume.unit)}</span>
          </>
        ),
    },
    {
      key: 'left',
      head: 'leftVolume',
      numeric: true,
      spare: true,
      cell: ({ volume }, { locale }) => volume && formatQuantity(volume.left, locale, volume.unit),
    },
  ],
})

/** The years and products of all agreements. */
function useChoices() {
  const { locale } = useOfficeText()
  const { data, fault, refetch } = useOfficeQuery(
    ['fulfilment-totals-choices', locale],
    async () => (await api.manager.fulfilmentTotals({ lang: locale })).data,
  )
  const rows = data?.list ?? []
  const years = [...new Set(rows.flatMap(({ month }) => month?.slice(0, 4) ?? []))]
  const products = new Map(rows.flatMap(({ product }) => (product ? [[String(product.id), product.name]] : [])))
  return {
    optionsOf: (filter: string) =>
      filter === 'year' ? years.map((year) => [year, year] as const) : [...products.entries()],
    nameOf: (_: string, value: string) => products.get(value) ?? value,
    ...{ fault, refetch },
  }
}

export function FulfilmentTotalsScreen() {
  const { t } = useOfficeText()
  return (
    <OfficePage title={t('fulfilmentTotals')} hint={t('fulfilmentTotalsHint')} back={roomPath('fulfilment')}>
      <ScreenList screen={TOTALS} />
    </OfficePage>
  )
}
