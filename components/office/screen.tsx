'use client'

import { Columns3 } from 'lucide'
import { type ComponentProps, type ComponentType, type ReactNode, useSyncExternalStore } from 'react'
import { DateField } from '@/components/office/date-field'
import type { Fault } from '@/components/office/faults'
import { FaultNotice, OfficePage } from '@/components/office/kit'
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
      /** The name of the choice of none of them, "all" without it. */
      none?: OfficeTextKey
      /** Buttons in place of a list, with the screen's `counts`. */
      tabs?: true
    }
  | { label: OfficeTextKey; day: true }
  /** Its options come from the screen's `useChoices`; the address may hold others. `linked`: only links set it. */
  | { label: OfficeTextKey; loaded: true; linked?: true; none?: OfficeTextKey }

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

/** What every list has of its rows. */
interface Recorded {
  id: number | string
}

interface Choices {
  optionsOf: (filter: string) => readonly (readonly [value: string, name: string])[]
  /** The name of a value that is not (yet) among the options. */
  nameOf: (filter: string, value: string) => string
  fault: Fault | null
  refetch: () => void
}

/** A list of the office as data: the title, filters, columns, states and the export follow from it. */
export interface Screen<Row extends Recorded, F extends Filters, Further = unknown> {
  room: Room
  /** The name of a second list in the room. */
  part?: OfficeTextKey
  hint?: OfficeTextKey
  /** The example in the search field; without it the list has no search. */
  search?: OfficeTextKey
  filters: F
  read: (
    query: ScreenQuery<F>,
    cursor: string | undefined,
    office: OfficeText,
  ) => Promise<{ data: Listed<Row> & Further }>
  columns: readonly ScreenColumn<Row>[]
  /** The buttons at the end of a row. */
  RowActions?: ComponentType<{ row: Row }>
  /** What opens below a row; null for a row that has no more to show. */
  details?: (row: Row, office: OfficeText) => ReactNode
  useChoices?: () => Choices
  /** Counts of the records by the options of the filter with tabs; that of the first tab is under an empty name. */
  counts?: (page: Listed<Row> & Further) => Readonly<Record<string, number>>
  exportTable?: (query: ScreenQuery<F>, office: OfficeText) => Promise<File>
  /** Milliseconds between refreshes of a list that others change. */
  refreshInterval?: number
  empty?: OfficeTextKey | ((query: ScreenQuery<F>) => OfficeTextKey)
  /** At the right of the title. */
  Actions?: () => ReactNode
  /** Between the title and the list. */
  Above?: () => ReactNode
}

/** Infers a screen's types from its parts. */
export function defineScreen<Row extends Recorded, const F extends Filters, Further>(
  screen: Screen<Row, F, Further>,
): Screen<Row, F, Further> {
  return screen
}

const MAX_SEARCH = 100

export function ScreenPage<Row extends Recorded, F extends Filters, Further>({
  screen,
}: {
  screen: Screen<Row, F, Further>
}) {
  const { room, hint, Actions, Above } = screen
  const { t } = useOfficeText()
  return (
    <OfficePage title={t(`room_${room}`)} hint={hint && t(hint)} actions={Actions && <Actions />}>
      {Above && <Above />}
      <ScreenList screen={screen} />
    </OfficePage>
  )
}

const NO_CHOICES = (): Choices => ({ optionsOf: () => [], nameOf: (_, value) => value, fault: null, refetch() {} })

/** A screen without its title; `plain` inside a panel. */
export function ScreenList<Row extends Recorded, F extends Filters, Further>({
  screen,
  plain = false,
}: {
  screen: Screen<Row, F, Further>
  plain?: boolean
}) {
  const { room, part, search, counts, exportTable, refreshInterval, empty, RowActions, details } = screen
  const office = useOfficeText()
  const { t } = office
  const { useChoices = NO_CHOICES } = screen
  const choices = useChoices()
  const names = Object.keys(screen.filters)
  const isTab = (name: string) => 'tabs' in screen.filters[name]!
  // Clearing the bar leaves the chosen tab and the order.
  const filtering = useFilters([...names.filter((name) => !isTab(name)), ...(search ? ['search'] : [])])
  const { change } = filtering
  const { filters: further } = useFilters([...names.filter(isTab), 'sort'])
  const filters = { ...filtering.filters, ...further }
  const sortable = screen.columns.flatMap(({ key, sorts }) => (sorts ? [key, `-${key}`] : []))
  const read = (name: string, filter: Filter) =>
    'day' in filter
      ? dayOf(filters[name])
      : 'loaded' in filter
        ? filters[name]
        : oneOf(filters[name], Object.keys(filter.options))
  const query = {
    ...Object.fromEntries(Object.entries(screen.filters).map(([name, filter]) => [name, read(name, filter)])),
    search: filters.search?.slice(0, MAX_SEARCH),
    sort: oneOf(filters.sort, sortable),
  } as ScreenQuery<F>
  const page = useListQuery<Row, Listed<Row> & Further>(
    [room, part, query, office.locale],
    (cursor) => screen.read(query, cursor, office),
    { refetchInterval: refreshInterval },
  )
  const { shown, picker } = useColumns(screen)
  const caption = t(part ?? `room_${room}`)
  const optionsOf = (filter: { options: Readonly<Record<string, OfficeTextKey>> }) =>
    Object.entries(filter.options).map(([option, text]) => [option, t(text)] as const)
  const tools = (picker || exportTable) && (
    <div className="flex shrink-0 flex-wrap items-center gap-2">
      {picker}
      {exportTable && <ExportButton read={() => exportTable(query, office)} />}
    </div>
  )
  const tabs = Object.entries(screen.filters).map(
    ([name, filter]) =>
      'tabs' in filter && (
        <StateTabs
          key={name}
          label={t(filter.label)}
          chosen={read(name, filter)}
          counts={page.data && counts?.(page.data)}
          none={filter.none && t(filter.none)}
          options={optionsOf(filter)}
          onChoose={(value) => change({ [name]: value })}
        />
      ),
  )
  return (
    <>
      {choices.fault && <FaultNotice fault={choices.fault} onRetry={choices.refetch} />}
      {search || !names.every(isTab) ? (
        <>
          <FilterBar filtering={filtering} searchHint={search && t(search)} tools={tools}>
            {Object.entries(screen.filters).map(([name, filter]) =>
              'tabs' in filter || ('linked' in filter && read(name, filter) === undefined) ? null : 'day' in filter ? (
                <DateField
                  key={name}
                  label={t(filter.label)}
                  value={read(name, filter)}
                  onChange={(day) => change({ [name]: day })}
                />
              ) : (
                <FilterChoice
                  key={name}
                  label={t(filter.label)}
                  value={read(name, filter)}
                  none={t(filter.none ?? 'any')}
                  options={'loaded' in filter ? choices.optionsOf(name) : optionsOf(filter)}
                  nameOf={(value) => choices.nameOf(name, value)}
                  onChange={(value) => change({ [name]: value })}
                />
              ),
            )}
          </FilterBar>
          {tabs}
        </>
      ) : (
        <div className="grid items-start justify-between gap-3 empty:hidden sm:flex">
          {tabs}
          {tools}
        </div>
      )}
      <List<Row, Listed<Row> & Further>
        query={page}
        none={empty && t(typeof empty === 'string' ? empty : empty(query))}
        plain={plain}
      >
        {({ list }) => (
          <ScreenTable
            caption={caption}
            name={part ?? room}
            rows={list}
            columns={shown}
            sorting={{ current: oneOf(filters.sort, sortable), change: (sort) => change({ sort }) }}
            actions={RowActions && ((row) => <RowActions row={row} />)}
            details={details && ((row) => details(row, office))}
          />
        )}
      </List>
    </>
  )
}

interface ScreenTableProps<Row extends Recorded> extends Omit<ComponentProps<typeof RecordTable<Row>>, 'columns'> {
  columns: readonly ScreenColumn<Row>[]
}

/** Rows in the columns of a screen. */
export function ScreenTable<Row extends Recorded>({ columns, ...table }: ScreenTableProps<Row>) {
  const office = useOfficeText()
  return (
    <RecordTable
      {...table}
      columns={columns.map(({ key, head, cell, sorts, ...column }) => ({
        ...column,
        head: head && office.t(head),
        sortKey: sorts ? key : undefined,
        cell: (row: Row) => cell(row, office),
      }))}
    />
  )
}

const COLUMNS_CHANGED = 'office-columns'

function subscribeToColumns(onChange: () => void) {
  window.addEventListener(COLUMNS_CHANGED, onChange)
  return () => window.removeEventListener(COLUMNS_CHANGED, onChange)
}

/** The columns that the member of the staff chose in this browser, and the menu that chooses them. */
function useColumns<Row extends Recorded, F extends Filters, Further>({
  room,
  part,
  columns,
}: Screen<Row, F, Further>) {
  const { t } = useOfficeText()
  const name = `columns:${[room, part].filter(Boolean).join(':')}`
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
