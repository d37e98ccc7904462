'use client'

import { Columns3 } from 'lucide'
import { type ReactNode, useSyncExternalStore } from 'react'
import { DateField } from '@/components/office/date-field'
import { OfficePage } from '@/components/office/kit'
import {
  type Column,
  dayOf,
  ExportButton,
  FilterBar,
  FilterChoice,
  List,
  oneOf,
  RecordTable,
  StateTabs,
  useFilters,
} from '@/components/office/list'
import { type OfficeText, type OfficeTextKey, useOfficeText } from '@/components/office/office-text'
import { type Listed, useListQuery } from '@/components/office/queries'
import type { Room } from '@/components/office/rooms'
import { Icon } from '@/components/ui/icon'
import { DisclosureMenu } from '@/components/ui/menu'
import { localStore } from '@/lib/browser/storage'

type Filter =
  | {
      label: OfficeTextKey
      /** The values of the address and of the call, with their names. */
      options: Readonly<Record<string, OfficeTextKey>>
      /** Buttons in place of a list, with the screen's `counts`. */
      tabs?: true
    }
  | { label: OfficeTextKey; day: true }

type Filters = Record<string, Filter>

/** What the filters, the search and the sorting ask for, as the call takes it. */
export type ScreenQuery<F extends Filters> = {
  [Name in keyof F]?: F[Name] extends { options: infer Options } ? keyof Options & string : string
} & { search?: string; sort?: string }

export interface ScreenColumn<Row> extends Omit<Column<Row>, 'head' | 'cell'> {
  key: string
  /** The first column, the record's link, has a head too, and is always shown. */
  head?: OfficeTextKey
  cell: (row: Row, office: OfficeText) => ReactNode
  /** The call sorts by the column's key, or in reverse by `-key`. */
  sorts?: true
  /** Not shown until it is chosen. */
  spare?: true
}

type Rows = Listed<{ id: number | string }>
type RowOf<Page extends Rows> = Page['list'][number]

/** A list of the office as data: the title, filters, columns, states and the export follow from it. */
export interface Screen<Page extends Rows, F extends Filters> {
  room: Room
  hint?: OfficeTextKey
  /** The example in the search field; without it the list has no search. */
  search?: OfficeTextKey
  filters: F
  read: (query: ScreenQuery<F>, cursor: string | undefined, office: OfficeText) => Promise<{ data: Page }>
  columns: readonly ScreenColumn<RowOf<Page>>[]
  /** Counts of the records by the options of the filter with tabs. */
  counts?: (page: Page) => Readonly<Record<string, number>>
  exportTable?: (query: ScreenQuery<F>, office: OfficeText) => Promise<File>
  /** Milliseconds between refreshes of a list that others change. */
  refreshInterval?: number
  empty?: OfficeTextKey
  /** At the right of the title. */
  Actions?: () => ReactNode
}

/** Infers a screen's types from its parts. */
export function defineScreen<Page extends Rows, const F extends Filters>(screen: Screen<Page, F>): Screen<Page, F> {
  return screen
}

const MAX_SEARCH = 100

export function ScreenPage<Page extends Rows, F extends Filters>({ screen }: { screen: Screen<Page, F> }) {
  const { room, hint, search, counts, exportTable, refreshInterval, empty, Actions } = screen
  const office = useOfficeText()
  const { t } = office
  const filtering = useFilters([...Object.keys(screen.filters), 'search', 'sort'])
  const { filters, change } = filtering
  const sortable = screen.columns.flatMap(({ key, sorts }) => (sorts ? [key, `-${key}`] : []))
  const query = {
    ...Object.fromEntries(
      Object.entries(screen.filters).map(([name, filter]) => [
        name,
        'day' in filter ? dayOf(filters[name]) : oneOf(filters[name], Object.keys(filter.options)),
      ]),
    ),
    search: filters.search?.slice(0, MAX_SEARCH),
    sort: oneOf(filters.sort, sortable),
  } as ScreenQuery<F>
  const page = useListQuery<RowOf<Page>, Page>(
    [room, query, office.locale],
    (cursor) => screen.read(query, cursor, office),
    {
      refetchInterval: refreshInterval,
    },
  )
  const { shown, picker } = useColumns(screen)
  return (
    <OfficePage
      title={t(`room_${room}`)}
      hint={hint && t(hint)}
      actions={
        <>
          {picker}
          {exportTable && <ExportButton read={() => exportTable(query, office)} />}
          {Actions && <Actions />}
        </>
      }
    >
      <FilterBar filtering={filtering} searchHint={search && t(search)}>
        {Object.entries(screen.filters).map(([name, filter]) =>
          'day' in filter ? (
            <DateField
              key={name}
              label={t(filter.label)}
              value={dayOf(filters[name])}
              onChange={(day) => change({ [name]: day })}
            />
          ) : filter.tabs ? null : (
            <FilterChoice
              key={name}
              label={t(filter.label)}
              value={oneOf(filters[name], Object.keys(filter.options))}
              none={t('any')}
              options={Object.entries(filter.options).map(([option, text]) => [option, t(text)])}
              onChange={(value) => change({ [name]: value })}
            />
          ),
        )}
      </FilterBar>
      {Object.entries(screen.filters).map(
        ([name, filter]) =>
          'tabs' in filter && (
            <StateTabs
              key={name}
              label={t(filter.label)}
              chosen={oneOf(filters[name], Object.keys(filter.options))}
              counts={page.data && counts?.(page.data)}
              options={Object.entries(filter.options).map(([option, text]) => [option, t(text)] as const)}
              onChoose={(value) => change({ [name]: value })}
            />
          ),
      )}
      <List<RowOf<Page>, Page> query={page} none={empty && t(empty)}>
        {({ list }) => (
          <RecordTable
            caption={t(`room_${room}`)}
            rows={list}
            sorting={{ current: oneOf(filters.sort, sortable), change: (sort) => change({ sort }) }}
            columns={shown.map(({ key, head, cell, sorts, ...column }) => ({
              ...column,
              head: head && t(head),
              sortKey: sorts ? key : undefined,
              cell: (row: RowOf<Page>) => cell(row, office),
            }))}
          />
        )}
      </List>
    </OfficePage>
  )
}

const COLUMNS_CHANGED = 'office-columns'

function subscribeToColumns(onChange: () => void) {
  window.addEventListener(COLUMNS_CHANGED, onChange)
  return () => window.removeEventListener(COLUMNS_CHANGED, onChange)
}

/** The columns that the member of the staff chose in this browser, and the menu that chooses them. */
function useColumns<Page extends Rows, F extends Filters>({ room, columns }: Screen<Page, F>) {
  const { t } = useOfficeText()
  const name = `columns:${room}`
  const stored = useSyncExternalStore(
    subscribeToColumns,
    () => localStore.getItem(name),
    () => null,
  )
  const choices = columns.filter(({ head }, index) => index > 0 && head !== undefined)
  const hidden = new Set(
    stored === null ? columns.flatMap(({ key, spare }) => (spare ? [key] : [])) : stored.split(',').filter(Boolean),
  )

  function toggle(key: string): void {
    if (!hidden.delete(key)) hidden.add(key)
    localStore.setItem(name, [...hidden].join(','))
    window.dispatchEvent(new Event(COLUMNS_CHANGED))
  }

  const picker = choices.length > 2 && (
    <div className="hidden tabular:block">
      <DisclosureMenu
        width="user-menu"
        align="end"
        className="rounded-md border border-line-strong bg-surface px-3 text-small font-semibold hover:bg-hover [&]:min-h-9"
        label={
          <>
            <Icon of={Columns3} className="size-4" />
            {t('columns')}
          </>
        }
      >
        {choices.map(({ key, head }) => (
          <label
            key={key}
            className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-sm px-3 py-1.5 text-small hover:bg-hover"
          >
            <input type="checkbox" checked={!hidden.has(key)} onChange={() => toggle(key)} className="size-4" />
            {head && t(head)}
          </label>
        ))}
      </DisclosureMenu>
    </div>
  )
  return { shown: columns.filter(({ key }) => !hidden.has(key)), picker }
}
