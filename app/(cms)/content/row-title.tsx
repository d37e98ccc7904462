'use client'

import { Pill as PayloadPill, useFormFields, useRowLabel, useTranslation } from '@payloadcms/ui'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useCmsText } from '@/app/(cms)/content/cms-text'
import { useRowOpening } from '@/app/(cms)/content/open-field'
import { localeOrDefault } from '@/lib/i18n/locales'
import type { LocalizedText } from '@/lib/server/cms/fields/basic-fields'

type Section = { value: string; label: LocalizedText }
type Row = Record<string, unknown>

const PAYLOAD_FIELDS = new Set(['id', 'blockType'])

function isFilled(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value)
}

/** The fields whose text names a block or an item, in order of preference. */
const NAMED_BY = ['title', 'name', 'question', 'value', 'label', 'number'] as const
const MAX_LENGTH = 80

/** The title of a collapsed row: the kind of a block, and the first words of a block or an item. */
export function RowTitle({ kind, sections = [] }: { kind?: LocalizedText; sections?: Section[] }) {
  const { data, path, rowNumber } = useRowLabel<Row | undefined>()
  const { i18n } = useTranslation()
  const { t } = useCmsText()
  const isEmpty = !Object.entries(data ?? {}).some(([name, value]) => !PAYLOAD_FIELDS.has(name) && isFilled(value))
  useOpenNewRow(path, isEmpty)
  const language = localeOrDefault(i18n.language)
  const section = sections.find(({ value }) => value === data?.section)
  // All languages share the address of a menu item; its name is missing in this one.
  const isUntranslated = data?.url !== undefined && !isEmpty && !isText(data.name)
  const number = String((rowNumber ?? 0) + 1).padStart(2, '0')
  return (
    <span className="blocks-field__block-header">
      <span className="blocks-field__block-number">{number}</span>
      {kind && (
        <PayloadPill className="blocks-field__block-pill" pillStyle="white" size="small">
          {kind[language]}
        </PayloadPill>
      )}
      <span>{section?.label[language] ?? rowText(data ?? {})}</span>
      {isUntranslated && (
        <PayloadPill pillStyle="warning" size="small">
          {t('untranslatedRow')}
        </PayloadPill>
      )}
    </span>
  )
}

/** What an editor presses to collapse a row, or all of them. */
const COLLAPSING = '.collapsible__toggle, .array-field__header-action, .blocks-field__header-action'

/** Payload 3.90 collapses all rows, even a new one, each time the form's state arrives from the server: it stays open until the editor collapses it. */
function useOpenNewRow(path: string, isEmpty: boolean): void {
  const list = path.slice(0, path.lastIndexOf('.'))
  const index = Number(path.slice(list.length + 1))
  const openRows = useRowOpening()
  const isCollapsed = useFormFields(([fields]) => fields[list]?.rows?.[index]?.collapsed === true)
  const isNew = useRef(isEmpty)
  const open = useEffectEvent(() => openRows(`${path}.`))
  useEffect(() => {
    if (!isNew.current) return
    const leaveToEditor = ({ target }: MouseEvent): void => {
      if (target instanceof Element && target.closest(COLLAPSING)) isNew.current = false
    }
    document.addEventListener('click', leaveToEditor, true)
    return () => document.removeEventListener('click', leaveToEditor, true)
  }, [])
  useEffect(() => {
    if (isNew.current && isCollapsed) open()
  }, [isCollapsed])
}

function rowText(row: Row): string {
  const namingText = NAMED_BY.map((name) => row[name]).find(isText)
  if (namingText !== undefined) return namingText
  if (Array.isArray(row.cells))
    return (row.cells as Row[])
      .map(({ value }) => value)
      .filter(isText)
      .join(' · ')
  const content = textWithin(row.content).trim()
  return isText(row.text) ? row.text : content.length > MAX_LENGTH ? `${content.slice(0, MAX_LENGTH)}…` : content
}

/** The first words of a rich text. */
function textWithin(node: unknown): string {
  if (typeof node !== 'object' || node === null) return ''
  const { text, root, children } = node as Row
  if (typeof text === 'string') return text
  if (root !== undefined) return textWithin(root)
  let joined = ''
  for (const child of Array.isArray(children) ? children : []) {
    joined += `${textWithin(child)} `
    if (joined.length > MAX_LENGTH) break
  }
  return joined
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}
