'use client'

import { useEffect } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

/**
 * Keeps what is typed through a reload of the page, in this tab only; never what is in `except`. Cleared once the form
 * has been accepted.
 */
export function useFormDraft<Values extends FieldValues>(form: UseFormReturn<Values>, key: string, except: readonly string[], accepted: boolean): void {
  const { setValue, watch } = form

  useEffect(() => {
    for (const [name, value] of Object.entries(readDraft(key))) setValue(name as Path<Values>, value as never)
    const watching = watch((values) => {
      const kept = Object.entries(values).filter(([name, value]) => !except.includes(name) && value !== undefined && value !== '')
      write(key, JSON.stringify(Object.fromEntries(kept)))
    })
    return () => watching.unsubscribe()
    // Once a page: the draft belongs to the form that is there.
  }, [key])

  useEffect(() => {
    if (accepted) write(key, null)
  }, [accepted, key])
}

function readDraft(key: string): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** Storage may be full or forbidden; then a reload loses the draft and nothing else. */
function write(key: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {
    return
  }
}
