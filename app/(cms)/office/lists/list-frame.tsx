'use client'

import { toast } from '@payloadcms/ui'
import { useSearchParams } from 'next/navigation'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { type Fault, faultOf, useResource } from '@/app/(cms)/office/resource'
import type { Listed, Listing } from './listing'
import { useOffice } from './use-office'

export type Filters = Readonly<Record<string, string>>

/** What a list is narrowed by stands in the address: it can be sent to a colleague, and “back” works. */
export function useFilters<Name extends string>(
  names: readonly Name[],
): { filters: Partial<Record<Name, string>>; key: string; change: (changes: Partial<Record<Name, string>>) => void } {
  const params = useSearchParams()
  const filters: Partial<Record<Name, string>> = {}
  for (const name of names) {
    const value = params.get(name)
    if (value) filters[name] = value
  }

  function change(changes: Partial<Record<Name, string>>): void {
    const next = new URLSearchParams(params)
    for (const [name, value] of Object.entries(changes)) {
      if (typeof value === 'string' && value !== '') next.set(name, value)
      else next.delete(name)
    }
    window.history.pushState(null, '', next.size > 0 ? `?${next.toString()}` : window.location.pathname)
  }

  return { filters, key: JSON.stringify(filters), change }
}

/** One of a closed set of values, or nothing: an address is typed by anybody. */
export function oneOf<Value extends string>(value: string | undefined, values: readonly Value[]): Value | undefined {
  return values.find((known) => known === value)
}

/** A day as the address and date fields write it. */
export function dayOf(value: string | undefined): string | undefined {
  return value !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined
}

type BarProps = {
  /** Of the filters' state: another one starts the fields anew. */
  stateKey: string
  search: string | undefined
  searchHint: string
  active: boolean
  onSearch: (text: string) => void
  onClear: () => void
  children: ReactNode
}

/** The filters above a list. What is chosen counts at once; what is typed, with Enter. */
export function FilterBar({ stateKey, search, searchHint, active, onSearch, onClear, children }: BarProps) {
  const { word } = useOffice()
  const id = useId()

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const text = new FormData(event.currentTarget).get('search')
    onSearch(typeof text === 'string' ? text.trim() : '')
  }

  return (
    <form key={stateKey} className="office-filters" role="search" onSubmit={submit}>
      <div className="office-filter office-filter-wide">
        <label htmlFor={id}>{word('search')}</label>
        <input
          id={id}
          name="search"
          type="search"
          defaultValue={search}
          placeholder={searchHint}
          maxLength={100}
          enterKeyHint="search"
        />
      </div>
      {children}
      {active && (
        <button type="button" className="office-button" onClick={onClear}>
          {word('clear')}
        </button>
      )}
    </form>
  )
}

type ChoiceProps = {
  label: string
  value: string | undefined
  none: string
  options: readonly (readonly [string, string])[]
  onChange: (value: string) => void
}

export function FilterChoice({ label, value, none, options, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <div className="office-filter">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value ?? ''} onChange={(event) => onChange(event.target.value)}>
        <option value="">{none}</option>
        {options.map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}

type DayProps = { label: string; value: string | undefined; onChange: (value: string) => void }

export function FilterDay({ label, value, onChange }: DayProps) {
  const id = useId()
  return (
    <div className="office-filter">
      <label htmlFor={id}>{label}</label>
      <input id={id} type="date" defaultValue={value} onChange={(event) => onChange(event.target.value)} />
    </div>
  )
}

/** Fetches a table as a file and hands it to the browser; a refusal comes in words. */
export function ExportButton({ read, label }: { read: () => Promise<File>; label?: string }) {
  const office = useOffice()
  const running = useRef(false)
  const [busy, setBusy] = useState(false)

  async function fetchTable(): Promise<void> {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      save(await read())
    } catch (error) {
      toast.error(office.faultOf(faultOf(error)))
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  return (
    <button type="button" className="office-button" disabled={busy} onClick={() => void fetchTable()}>
      {busy ? office.word('exporting') : (label ?? office.word('exportTable'))}
    </button>
  )
}

function save(file: File): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  URL.revokeObjectURL(link.href)
}

type Props<Item, Page extends Listed<Item>> = {
  listing: Listing<Page>
  none?: string
  children: (page: Page) => ReactNode
}

/** A list as it comes: waiting, refused, empty, or its rows with the way to more of them. */
export function ListFrame<Item, Page extends Listed<Item>>({ listing, none, children }: Props<Item, Page>) {
  const { word, faultOf } = useOffice()
  const { data, fault } = useResource(listing.resource)
  const [moreFault, setMoreFault] = useState<Fault | null>(null)
  const [busy, setBusy] = useState(false)
  const trouble = fault ?? moreFault

  async function more(): Promise<void> {
    setBusy(true)
    setMoreFault(await listing.more())
    setBusy(false)
  }

  return (
    <>
      {trouble && (
        <p className="office-fault" role="alert">
          {faultOf(trouble)}{' '}
          <button type="button" className="office-button" onClick={() => void listing.resource.refresh()}>
            {word('retry')}
          </button>
        </p>
      )}
      {!data && !fault && (
        <p className="office-empty" role="status">
          {word('loading')}
        </p>
      )}
      {data && data.list.length === 0 && <p className="office-empty">{none ?? word('nothingFound')}</p>}
      {data && data.list.length > 0 && children(data)}
      {data?.next_cursor && (
        <button type="button" className="office-button office-more" disabled={busy} onClick={() => void more()}>
          {word('more')}
        </button>
      )}
    </>
  )
}
