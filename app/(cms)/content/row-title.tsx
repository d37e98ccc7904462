'use client'

import { localeOrDefault } from '@/lib/i18n/locales'
import { useRowLabel, useTranslation } from '@payloadcms/ui'
import type { Words } from '@/lib/server/cms/fields/basic-fields'

type Section = { value: string; label: Words }
type Row = Record<string, unknown>

/** Where a block or an item keeps the words that it is known by, the best first. */
const NAMED_BY = ['title', 'name', 'question', 'value', 'label', 'number'] as const
const MAX_LENGTH = 80

/** A closed row says what is in it: the kind of a block, and the first words of a block or an item. */
export function RowTitle({ kind, sections = [] }: { kind?: Words; sections?: Section[] }) {
  const { data, rowNumber } = useRowLabel<Row | undefined>()
  const { i18n } = useTranslation()
  const language = localeOrDefault(i18n.language)
  const section = sections.find(({ value }) => value === data?.section)
  const number = String((rowNumber ?? 0) + 1).padStart(2, '0')
  return (
    <span className="row-title">
      <span className="row-title__number">{number}</span>
      {kind ? <span className="row-title__kind">{kind[language]}</span> : null}
      <span className="row-title__words">{section?.label[language] ?? wordsOf(data ?? {})}</span>
    </span>
  )
}

function wordsOf(row: Row): string {
  const own = NAMED_BY.map((name) => row[name]).find(isText)
  if (own !== undefined) return own
  if (Array.isArray(row.cells))
    return (row.cells as Row[])
      .map(({ value }) => value)
      .filter(isText)
      .join(' · ')
  const written = textWithin(row.content).trim()
  return isText(row.text) ? row.text : written.length > MAX_LENGTH ? `${written.slice(0, MAX_LENGTH)}…` : written
}

/** The words of a rich text one after the other, as many as are shown. */
function textWithin(node: unknown): string {
  if (typeof node !== 'object' || node === null) return ''
  const { text, root, children } = node as Row
  if (typeof text === 'string') return text
  if (root !== undefined) return textWithin(root)
  let words = ''
  for (const child of Array.isArray(children) ? children : []) {
    words += `${textWithin(child)} `
    if (words.length > MAX_LENGTH) break
  }
  return words
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}
