'use client'

import { useSearchParams } from 'next/navigation'

export type Filters = Readonly<Record<string, string>>

/** What a list is narrowed by stands in the address: it can be sent to a colleague, and “back” works. */
export function useFilters<Name extends string>(names: readonly Name[]): { filters: Partial<Record<Name, string>>; key: string; change: (changes: Partial<Record<Name, string>>) => void } {
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
  return value !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined
}
