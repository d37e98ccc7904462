'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { useFocusOnNew } from '@/components/forms/use-pages'
import { Button } from '@/components/ui/button'
import { ListSelect } from '@/components/ui/list-select'
import type { SelectOption } from '@/components/ui/select'
import { Table } from '@/components/ui/table'

/** On the page's ground, without a card around it. */
export function RowsTable({ caption, head, children }: { caption: string; head: ReactNode; children: ReactNode }) {
  return (
    <Table caption={caption} stacked className="[--surface:var(--ground)]">
      <thead role="rowgroup" className="hidden tabular:table-header-group">
        {head}
      </thead>
      <tbody role="rowgroup" className="block tabular:table-row-group">
        {children}
      </tbody>
    </Table>
  )
}

interface FilteredRowsProps {
  caption: string
  head: ReactNode
  rows: readonly { key: number; resource: string; month: SelectOption; content: ReactNode }[]
}

const ALL = ''
/** So many at first. */
const FIRST = 12

/** Without scripts all rows are shown, and no filter. */
export function FilteredRows({ caption, head, rows }: FilteredRowsProps) {
  const t = useTranslations('AuctionsList.past')
  const [resource, setResource] = useState(ALL)
  const [month, setMonth] = useState(ALL)
  const [isWhole, setWhole] = useState(false)
  const tList = useTranslations('AuctionsList')
  const shown = rows.filter(
    (row) => (resource === ALL || row.resource === resource) && (month === ALL || row.month.value === month),
  )
  const resources = [...new Set(rows.map((row) => row.resource))].filter((name) => name !== '').sort()
  const months = [...new Map(rows.map((row) => [row.month.value, row.month])).values()]
  const focusAfter = useFocusOnNew(isWhole ? shown.length : FIRST)
  // A resource of a single auction is no choice.
  const hasResources = resources.length > 1 && resources.length < rows.length
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div data-print="hide" className="flex flex-wrap items-end gap-x-5 gap-y-3 noscript:hidden">
        <div className="grid w-full grid-cols-2 gap-4 large-text:grid-cols-1 sm:max-w-[38rem]">
          {hasResources && (
            <ListSelect
              label={t('resource')}
              value={resource}
              onValueChange={setResource}
              options={[
                { value: ALL, label: t('allResources') },
                ...resources.map((name) => ({ value: name, label: name })),
              ]}
            />
          )}
          <ListSelect
            label={t('month')}
            value={month}
            onValueChange={setMonth}
            options={[{ value: ALL, label: t('allMonths') }, ...months]}
          />
        </div>
        <p role="status" className="pb-3 text-small text-soft">
          {shown.length === 0 ? t('none') : t('count', { count: shown.length })}
        </p>
      </div>
      <RowsTable caption={caption} head={head}>
        {(isWhole ? shown : shown.slice(0, FIRST)).map(({ content }) => content)}
      </RowsTable>
      {!isWhole && shown.length > FIRST && (
        <p data-print="hide" className="text-center noscript:hidden">
          <Button
            tone="soft"
            onClick={({ currentTarget: button }) => {
              const last = button.closest('div')?.querySelector('tbody')?.lastElementChild
              focusAfter(button, last)
              setWhole(true)
            }}
          >
            {tList('more')}
          </Button>
        </p>
      )}
    </div>
  )
}
