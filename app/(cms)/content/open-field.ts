'use client'

import { useForm } from '@payloadcms/ui'
import { useCallback, useEffect } from 'react'
import { fieldId, pathIn } from '@/app/(cms)/content/field-address'

/** The lists and rows that lead to a field: `blocks.0.items.2.title` is in row 0 of `blocks` and row 2 of `blocks.0.items`. */
function rowsOn(path: string): { list: string; index: number }[] {
  return [...path.matchAll(/\.(\d+)(?=\.)/g)].map((match) => ({
    list: path.slice(0, match.index),
    index: Number(match[1]),
  }))
}

/** Opens the rows that lead to a field, as its path names them. */
export function useRowOpening(): (path: string) => void {
  const { dispatchFields, getField } = useForm()
  return useCallback(
    (path) => {
      for (const { list, index } of rowsOn(path)) {
        const rows = getField(list)?.rows
        if (rows?.[index]?.collapsed !== true) continue
        const updatedRows = rows.map((row, at) => (at === index ? { ...row, collapsed: false } : row))
        dispatchFields({ type: 'SET_ROW_COLLAPSED', path: list, updatedRows })
      }
    },
    [dispatchFields, getField],
  )
}

/** Payload renders the fields of a row only once it is on the screen. */
const APPEARS_WITHIN_MS = 5_000

function findField(path: string): Element | null {
  const id = fieldId(path)
  return document.querySelector(`label[for="${id}"]`)?.closest('.field-type') ?? document.getElementById(id)
}

function findRow(path: string): Element | null {
  const { list, index } = rowsOn(path).at(-1) ?? {}
  return list === undefined ? null : document.getElementById(`${list.replaceAll('.', '-')}-row-${index}`)
}

/** Opens the rows of a field, and moves the focus to it. */
export function useFieldOpening(): (path: string) => void {
  const openRows = useRowOpening()
  return useCallback(
    (path) => {
      openRows(path)
      const until = performance.now() + APPEARS_WITHIN_MS
      const show = (): void => {
        const field = findField(path)
        if (field !== null) {
          field.scrollIntoView({ block: 'center' })
          field
            .querySelector<HTMLElement>('input, textarea, [contenteditable=true], button')
            ?.focus({ preventScroll: true })
          return
        }
        const row = findRow(path)
        // Another tab of the form is open: texts are in the first.
        if (row === null) document.querySelector<HTMLElement>('.tabs-field__tab-button')?.click()
        else row.scrollIntoView({ block: 'center' })
        if (performance.now() < until) requestAnimationFrame(show)
      }
      requestAnimationFrame(show)
    },
    [openRows],
  )
}

/** Opens the field that the page's address names. */
export function AddressedField() {
  const openField = useFieldOpening()
  useEffect(() => {
    const open = (): void => {
      const path = pathIn(location.hash)
      if (path !== null) openField(path)
    }
    open()
    window.addEventListener('hashchange', open)
    return () => window.removeEventListener('hashchange', open)
  }, [openField])
  return null
}
