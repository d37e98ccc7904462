'use client'

import { type FormEvent, useRef, useState } from 'react'
import * as z from 'zod'
import { FieldRefusal } from '@/components/office/cms-api'
import { DateField } from '@/components/office/date-field'
import { type OfficeTextKey, useOfficeText } from '@/components/office/office-text'
import { useOfficeMutation } from '@/components/office/queries'
import { type Collection, saveRecord } from '@/components/office/records'
import { useStaff } from '@/components/office/staff-context'
import { Button } from '@/components/ui/button'
import { TextAreaField, TextField } from '@/components/ui/field'
import { FailureNotice, Notice } from '@/components/ui/notice'
import { Select } from '@/components/ui/select'
import { toast } from '@/components/ui/toast'
import { draftOf } from '@/lib/browser/storage'

/** A field that the staff may change, as a row of the form. */
export interface RecordField {
  name: string
  label: OfficeTextKey
  hint?: OfficeTextKey
  kind?: 'line' | 'text' | 'day' | 'choice'
  /** The values of a choice. */
  options?: Readonly<Record<string, OfficeTextKey>>
  rows?: number
  inputMode?: 'decimal' | 'numeric' | 'tel'
}

export type RecordValues = Readonly<Record<string, string>>

interface RecordFormProps {
  collection: Collection
  record: { id: number; updatedAt: string }
  fields: readonly RecordField[]
  /** What the record holds, as the fields show it; empty texts where it holds nothing. */
  values: RecordValues
  /** The changes as Payload stores them; without it an empty text is null. */
  toStored?: (changes: RecordValues) => Record<string, unknown>
  /** The language of translated fields. */
  lang?: string
  verb?: OfficeTextKey
  onSaved: () => void
}

const typedValues = z.object({ updatedAt: z.string(), values: z.record(z.string(), z.string()) })

const emptyAsNull = (changes: RecordValues) =>
  Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, value.trim() === '' ? null : value]))

/**
 * Changes some fields of a record. Input is kept in the tab until it is saved; a save on top of somebody else's is refused, with the input
 * still in the form.
 */
export function RecordForm({
  collection,
  record,
  fields,
  values,
  toStored = emptyAsNull,
  lang = 'uk',
  verb = 'save',
  onSaved,
}: RecordFormProps) {
  const { t } = useOfficeText()
  const form = useRef<HTMLFormElement>(null)
  const draft = draftOf(
    `record:${useStaff().id}:${collection}:${record.id}:${lang}`,
    (stored) => typedValues.safeParse(stored).data ?? null,
  )
  const [typed, setTyped] = useState<RecordValues>(() => draft.read()?.values ?? {})
  const [refusal, setRefusal] = useState<FieldRefusal | null>(null)
  const changes = Object.fromEntries(Object.entries(typed).filter(([name, value]) => value !== (values[name] ?? '')))
  const isChanged = Object.keys(changes).length > 0

  function type(name: string, value: string): void {
    const next = { ...typed, [name]: value }
    setTyped(next)
    draft.save({ updatedAt: record.updatedAt, values: next })
  }

  function forget(): void {
    setTyped({})
    setRefusal(null)
    draft.save(null)
  }

  const save = useOfficeMutation(async () => {
    setRefusal(null)
    try {
      await saveRecord(collection, record, toStored(changes), lang)
    } catch (error) {
      if (error instanceof FieldRefusal) {
        setRefusal(error)
        focusField(form.current, Object.keys(error.faults))
      }
      throw error
    }
    forget()
    toast.success(t('saved'))
    onSaved()
  })

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (isChanged) void save.run()
  }

  const faults = refusal?.faults ?? {}
  const known = new Set(fields.map(({ name }) => name))
  const further = Object.entries(faults).flatMap(([name, text]) => (known.has(name) ? [] : [text]))
  return (
    <form ref={form} className="grid gap-4" onSubmit={submit} noValidate>
      {refusal?.isStale() ? (
        <Notice tone="wait" role="alert" title={refusal.message}>
          <Button
            type="button"
            tone="outline"
            size="sm"
            onClick={() => {
              setRefusal(null)
              onSaved()
            }}
          >
            {t('loadTheirs')}
          </Button>
        </Notice>
      ) : (
        <FailureNotice>{refusal === null ? save.failure : further.join(' ') || null}</FailureNotice>
      )}
      {fields.map((field) => {
        const common = { label: t(field.label), hint: field.hint && t(field.hint), error: faults[field.name] }
        const value = typed[field.name] ?? values[field.name] ?? ''
        const change = (next: string) => type(field.name, next)
        switch (field.kind) {
          case 'day':
            return <DateField key={field.name} {...common} value={value} onChange={change} />
          case 'choice':
            return (
              <Select
                key={field.name}
                {...common}
                name={field.name}
                value={value}
                options={Object.entries(field.options ?? {}).map(([option, text]) => ({
                  value: option,
                  label: t(text),
                }))}
                onValueChange={change}
              />
            )
          case 'text':
            return (
              <TextAreaField
                key={field.name}
                {...common}
                name={field.name}
                rows={field.rows ?? 4}
                value={value}
                onChange={({ target }) => change(target.value)}
              />
            )
          default:
            return (
              <TextField
                key={field.name}
                {...common}
                name={field.name}
                inputMode={field.inputMode}
                autoComplete="off"
                value={value}
                onChange={({ target }) => change(target.value)}
              />
            )
        }
      })}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" pending={save.pending} paused={!isChanged}>
          {t(verb)}
        </Button>
        {isChanged && (
          <Button tone="quiet" size="sm" onClick={forget}>
            {t('discardChanges')}
          </Button>
        )}
      </div>
    </form>
  )
}

function focusField(form: HTMLFormElement | null, names: readonly string[]): void {
  for (const name of names) {
    const field = form?.elements.namedItem(name)
    if (field instanceof HTMLElement) return field.focus()
  }
}
