'use client'

import { ChevronDown, ChevronsUpDown, ChevronUp } from 'lucide'
import { useSearchParams } from 'next/navigation'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { FaultNotice } from '@/components/office/kit'
import { useOfficeText } from '@/components/office/office-text'
import { rowId, usePlace } from '@/components/office/place'
import { type Listed, type ListQuery, useOfficeMutation } from '@/components/office/queries'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { TextField } from '@/components/ui/field'
import { Icon } from '@/components/ui/icon'
import { useListFocus } from '@/components/ui/removed-focus'
import { Select } from '@/components/ui/select'
import { HeadCell, Table } from '@/components/ui/table'
import { saveFile } from '@/lib/browser/save-file'

interface Filtering<Name extends string> {
  filters: Partial<Record<Name, string>>
  change(changes: Partial<Record<Name, string>>): void
  clear(): void
}

/** The filters of a list, kept in the address, which can be sent to a colleague and makes "back" work. */
export function useFilters<Name extends string>(names: readonly Name[]): Filtering<Name> {
  const params = useSearchParams()
  const filters: Partial<Record<Name, string>> = {}
  for (const name of names) {
    const value = params.get(name)
    if (value) filters[name] = value
  }

  function change(changes: Partial<Record<Name, string>>): void {
    // The current address: `params` follow a render later, and a second change may come before that.
    const current = new URLSearchParams(window.location.search)
    const next = new URLSearchParams(current)
    for (const [name, value] of Object.entries(changes)) {
      if (typeof value === 'string' && value !== '') next.set(name, value)
      else next.delete(name)
    }
    if (next.toString() === current.toString()) return
    window.history.pushState(null, '', next.size > 0 ? `?${next.toString()}` : window.location.pathname)
  }

  const clear = () => change(Object.fromEntries(names.map((name) => [name, ''])) as Partial<Record<Name, string>>)
  return { filters, change, clear }
}

/** One of a closed set of values; undefined for any other, since the address may hold anything. */
export function oneOf<Value extends string>(value: string | undefined, values: readonly Value[]): Value | undefined {
  return values.find((candidate) => candidate === value)
}

/** A day as the address and date fields write it. */
export function dayOf(value: string | undefined): string | undefined {
  return value !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined
}

type BarProps = {
  filtering: Filtering<string>
  /** Without it the list has no search. */
  searchHint?: string | undefined
  /** At the right. */
  tools?: ReactNode
  children: ReactNode
}

/** The filters above a list. A choice applies immediately, a text on Enter. */
export function FilterBar({ filtering, searchHint, tools, children }: BarProps) {
  const { t } = useOfficeText()
  const { filters, change, clear } = filtering
  const applied = filters.search ?? ''
  const [field, setField] = useState({ applied, typed: applied })
  // The search in the address may change, by this field or by navigating back.
  if (field.applied !== applied) setField({ applied, typed: applied })
  const typeSearch = (typed: string) => setField({ applied, typed })

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    change({ search: field.typed.trim() })
  }

  function clearAll(): void {
    clear()
    typeSearch('')
  }

  return (
    <form
      className="grid grid-cols-2 items-end gap-3 *:min-w-0 sm:flex sm:flex-wrap sm:*:max-w-60 sm:*:grow sm:*:basis-32"
      role="search"
      onSubmit={submit}
    >
      {searchHint !== undefined && (
        <div className="col-span-2 sm:max-w-90! sm:basis-72!">
          <TextField
            label={t('searchEverything')}
            name="search"
            type="search"
            value={field.typed}
            onChange={(event) => typeSearch(event.target.value)}
            placeholder={searchHint}
            maxLength={100}
            enterKeyHint="search"
          />
        </div>
      )}
      {children}
      {Object.keys(filters).length > 0 && (
        <div>
          <Button tone="quiet" onClick={clearAll}>
            {t('clear')}
          </Button>
        </div>
      )}
      {tools && <div className="sm:ml-auto sm:max-w-none! sm:grow-0! sm:basis-auto! sm:pb-1">{tools}</div>}
    </form>
  )
}

type ChoiceProps = {
  label: string
  value: string | undefined
  none: string
  options: readonly (readonly [string, string])[]
  /** The name of a value in the address that is not (yet) among the options. */
  nameOf?: (value: string) => string
  onChange: (value: string) => void
}

export function FilterChoice({ label, value = '', none, options, nameOf = String, onChange }: ChoiceProps) {
  const choices = [{ value: '', label: none }, ...options.map(([key, name]) => ({ value: key, label: name }))]
  const isKnown = choices.some((option) => option.value === value)
  return (
    <Select
      label={label}
      value={value}
      options={isKnown ? choices : [...choices, { value, label: nameOf(value) }]}
      onValueChange={onChange}
    />
  )
}

interface TabsProps<State extends string> {
  label: string
  chosen: State | undefined
  /** Counts by state; that of the first tab is their sum unless it is given under an empty name. */
  counts: Readonly<Partial<Record<string, number>>> | undefined
  /** The name of the first tab, which no state chooses. */
  none?: string | undefined
  options: readonly (readonly [State, string])[]
  /** Empty: the first tab. */
  onChoose: (state: State | '') => void
}

/** Filters a list by state, with the number of records in each. */
export function StateTabs<State extends string>({ label, chosen, counts, none, options, onChoose }: TabsProps<State>) {
  const { t } = useOfficeText()
  const first = counts && (counts[''] ?? options.reduce<number>((sum, [state]) => sum + (counts[state] ?? 0), 0))
  return (
    <div
      className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 *:shrink-0 sm:mx-0 sm:flex-wrap sm:overflow-visible sm:p-0"
      role="group"
      aria-label={label}
    >
      <StateTab pressed={chosen === undefined} count={first} onPress={() => onChoose('')}>
        {none ?? t('all')}
      </StateTab>
      {options.map(([state, name]) => (
        <StateTab key={state} pressed={chosen === state} count={counts?.[state]} onPress={() => onChoose(state)}>
          {name}
        </StateTab>
      ))}
    </div>
  )
}

interface TabProps {
  pressed: boolean
  count?: number | undefined
  onPress: () => void
  children: string
}

function StateTab({ pressed, count, onPress, children }: TabProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className="min-h-9 rounded-full border border-line-strong bg-surface px-3.5 py-1.5 text-small hover:bg-hover aria-pressed:border-action aria-pressed:bg-own aria-pressed:font-semibold"
    >
      {children} {count !== undefined && <span className="text-soft">{count}</span>}
    </button>
  )
}

interface ListProps<Item, Page extends Listed<Item>> {
  query: ListQuery<Page>
  none?: string | undefined
  /** Set inside a panel. */
  plain?: boolean
  children: (page: Page) => ReactNode
}

const MESSAGE = 'text-small text-soft tabular:p-3'

/** A list with its loading, error and empty states, and the button for more rows. */
export function List<Item, Page extends Listed<Item>>({ query, none, plain, children }: ListProps<Item, Page>) {
  const { t } = useOfficeText()
  const { data, fault } = query
  // A decision removes its row, or the row's buttons.
  const { list, leaveOnClick } = useListFocus<HTMLDivElement>(data)
  usePlace(data !== undefined)
  const content = (
    <>
      {fault && <FaultNotice fault={fault} onRetry={query.refetch} />}
      {!data && !fault && (
        <p role="status" className={MESSAGE}>
          {t('loading')}
        </p>
      )}
      {data && data.list.length === 0 && <p className={MESSAGE}>{none ?? t('nothingFound')}</p>}
      {data && data.list.length > 0 && children(data)}
      {data?.next_cursor && (
        <Button
          tone="outline"
          size="sm"
          className="justify-self-center tabular:mb-3"
          pending={query.isLoadingMore}
          onClick={() => void query.loadMore()}
        >
          {t('more')}
        </Button>
      )}
    </>
  )
  const rows = (
    <div
      ref={list}
      tabIndex={-1}
      onClickCapture={leaveOnClick}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3 outline-none"
    >
      {content}
    </div>
  )
  if (plain) return rows
  return (
    <Card padding="none" as="div" className="p-4 tabular:p-1">
      {rows}
    </Card>
  )
}

export interface Column<Row> {
  head?: string | undefined
  /** Pressing the head sorts by this key. */
  sortKey?: string | undefined
  numeric?: boolean
  /** On one line, which ends where the column does. */
  cut?: true
  /** Class of the head cell, which sets the column's width. */
  headClass?: string
  cellClass?: string
  cell: (row: Row) => ReactNode
}

interface RecordTableProps<Row> {
  caption: string
  /** With which an address leads to a row. */
  name?: string | undefined
  sorting?: { current: string | undefined; change: (sort: string) => void }
  rows: readonly Row[]
  /** False columns are left out. */
  columns: readonly (Column<Row> | false)[]
  /** The buttons at the end of a row. */
  actions?: ((row: Row) => ReactNode) | undefined
  /** What opens below a row; null where there is nothing more to show. */
  details?: ((row: Row) => ReactNode) | undefined
}

const SORT_ICONS = { none: ChevronsUpDown, ascending: ChevronUp, descending: ChevronDown } as const

function directionOf(current: string | undefined, key: string): keyof typeof SORT_ICONS {
  if (current === key) return 'ascending'
  return current === `-${key}` ? 'descending' : 'none'
}

/** Where the columns do not fit, a row is a card with labelled values. */
export function RecordTable<Row extends { id: number | string }>({
  caption,
  name,
  rows,
  columns,
  sorting,
  actions,
  details,
}: RecordTableProps<Row>) {
  const shown = columns.filter((column) => column !== false)
  return (
    <Table caption={caption} stacked>
      <thead role="rowgroup" className="hidden tabular:table-header-group">
        <tr role="row">
          {shown.map(({ head, numeric, headClass, sortKey }, index) => (
            <HeadCell
              key={index}
              role={head ? 'columnheader' : 'cell'}
              aria-sort={sortKey === undefined ? undefined : directionOf(sorting?.current, sortKey)}
              numeric={numeric}
              className={headClass}
            >
              {sortKey === undefined || sorting === undefined ? (
                head
              ) : (
                <button
                  type="button"
                  onClick={() => sorting.change(sorting.current === sortKey ? `-${sortKey}` : sortKey)}
                  className="inline-flex items-center gap-1 rounded-sm hover:text-text"
                >
                  {head}
                  <Icon of={SORT_ICONS[directionOf(sorting.current, sortKey)]} className="size-3.5" />
                </button>
              )}
            </HeadCell>
          ))}
          {(actions ?? details) && <HeadCell role="cell" />}
        </tr>
      </thead>
      <tbody role="rowgroup" className="block divide-y divide-line tabular:table-row-group">
        {rows.map((row) => (
          <RecordRow
            key={row.id}
            name={name}
            row={row}
            columns={shown}
            actions={actions?.(row)}
            details={details?.(row)}
            hasEnd={actions !== undefined || details !== undefined}
          />
        ))}
      </tbody>
    </Table>
  )
}

interface RecordRowProps<Row> {
  name: string | undefined
  row: Row
  columns: readonly Column<Row>[]
  actions: ReactNode
  details: ReactNode
  /** Whether some row has buttons. */
  hasEnd: boolean
}

function RecordRow<Row extends { id: number | string }>({
  name,
  row,
  columns,
  actions,
  details = null,
  hasEnd,
}: RecordRowProps<Row>) {
  const { t } = useOfficeText()
  const [isOpen, setIsOpen] = useState(false)
  const detailsId = useId()
  return (
    <>
      <tr
        id={name && rowId(name, row.id)}
        role="row"
        className="grid scroll-mt-24 data-sought:bg-own grid-cols-2 gap-x-4 gap-y-3 py-4 hover:bg-hover sm:grid-cols-3 tabular:table-row tabular:align-baseline"
      >
        {columns.map(({ head, cell, numeric, cut, cellClass }, index) => {
          const value = cell(row)
          return (
            <td
              key={index}
              role="cell"
              className={classNames(
                value === null || value === '' ? 'hidden' : 'block',
                'min-w-0 text-small wrap-anywhere first:col-span-full tabular:table-cell tabular:h-[2.5rem] tabular:border-t tabular:border-line tabular:px-3 tabular:py-[0.4375rem] tabular:wrap-normal',
                numeric && 'whitespace-nowrap tabular:text-right',
                cut && 'tabular:max-w-0 tabular:truncate',
                cellClass,
              )}
            >
              {index > 0 && head && <span className="block text-fine text-soft tabular:hidden">{head}</span>}
              {value}
            </td>
          )
        })}
        {hasEnd && (
          <td
            role="cell"
            className="col-span-full block empty:hidden tabular:table-cell tabular:border-t tabular:border-line tabular:py-px tabular:pl-3"
          >
            {(actions || details !== null) && (
              <span className="flex flex-wrap items-center gap-2 tabular:flex-nowrap tabular:justify-end tabular:whitespace-nowrap">
                {actions}
                {details !== null && (
                  <button
                    type="button"
                    aria-expanded={isOpen}
                    aria-controls={isOpen ? detailsId : undefined}
                    aria-label={t('rowDetails')}
                    onClick={() => setIsOpen(!isOpen)}
                    className="grid size-11 place-items-center rounded-md text-soft hover:bg-hover hover:text-text tabular:size-9"
                  >
                    <Icon of={isOpen ? ChevronUp : ChevronDown} className="size-4.5" />
                  </button>
                )}
              </span>
            )}
          </td>
        )}
      </tr>
      {isOpen && details !== null && (
        <tr id={detailsId} role="row" className="block border-t-0! tabular:table-row">
          <td
            role="cell"
            colSpan={columns.length + 1}
            className="block pb-4 text-small text-soft tabular:table-cell tabular:px-3 tabular:pt-1"
          >
            {details}
          </td>
        </tr>
      )}
    </>
  )
}

export function ExportButton({ read }: { read: () => Promise<File> }) {
  const { t } = useOfficeText()
  const table = useOfficeMutation(async () => saveFile(await read()), { toastFailure: true })
  return (
    <Button tone="outline" size="sm" pending={table.pending} onClick={() => void table.run()}>
      {t(table.pending ? 'exporting' : 'exportTable')}
    </Button>
  )
}
