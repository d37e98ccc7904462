'use client'

import { useId, type FormEvent, type ReactNode } from 'react'
import { useOffice } from './use-office'

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
    <form key={stateKey} className="desk-filters" role="search" onSubmit={submit}>
      <div className="desk-filter desk-filter-wide">
        <label htmlFor={id}>{word('search')}</label>
        <input id={id} name="search" type="search" defaultValue={search} placeholder={searchHint} maxLength={100} enterKeyHint="search" />
      </div>
      {children}
      {active && <button type="button" className="desk-button" onClick={onClear}>{word('clear')}</button>}
    </form>
  )
}

type ChoiceProps = { label: string; value: string | undefined; none: string; options: readonly (readonly [string, string])[]; onChange: (value: string) => void }

export function FilterChoice({ label, value, none, options, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <div className="desk-filter">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value ?? ''} onChange={(event) => onChange(event.target.value)}>
        <option value="">{none}</option>
        {options.map(([key, name]) => (
          <option key={key} value={key}>{name}</option>
        ))}
      </select>
    </div>
  )
}

type DayProps = { label: string; value: string | undefined; onChange: (value: string) => void }

export function FilterDay({ label, value, onChange }: DayProps) {
  const id = useId()
  return (
    <div className="desk-filter">
      <label htmlFor={id}>{label}</label>
      <input id={id} type="date" defaultValue={value} onChange={(event) => onChange(event.target.value)} />
    </div>
  )
}
