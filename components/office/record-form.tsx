'use client'

import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import * as z from 'zod'
import { LeaveDialog } from '@/components/office/leave-dialog'
import { FieldRefusal } from '@/components/office/cms-client'
import { DateField } from '@/components/office/date-field'
import { type OfficeTextKey, useOfficeText } from '@/components/office/office-text'
import { useOfficeMutation } from '@/components/office/queries'
import { type Collection, saveRecord } from '@/components/office/records'
import { useStaff } from '@/components/office/staff-context'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
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
  /** A password is never kept in the tab. */
  kind?: 'line' | 'text' | 'day' | 'choice' | 'password'
  autoComplete?: 'name' | 'email' | 'new-password' | 'current-password'
  /** Asked for only with such changes. */
  when?: (changes: RecordValues) => boolean
  /** The values of a choice. */
  options?: Readonly<Record<string, OfficeTextKey>>
  rows?: number
  inputMode?: 'decimal' | 'email'
}

export type RecordValues = Readonly<Record<string, string>>

interface RecordFormProps {
  collection: Collection
  /** Null for a new one. */
  record: { id: number; updatedAt: string } | null
  fields: readonly RecordField[]
  /** What the record holds, as the fields show it; empty texts where it holds nothing. */
  values: RecordValues
  /** The changes as Payload stores them; without it an empty text is null. */
  toStored?: (changes: RecordValues) => Record<string, unknown>
  /** The language of translated fields. */
  lang?: string
  verb?: OfficeTextKey
  onSaved?: (id: number) => void
}

/** `updatedAt`: the version that was typed into; null for the one that is shown. */
const typedValues = z.object({ updatedAt: z.string().nullable(), values: z.record(z.string(), z.string()) })
type TypedValues = z.infer<typeof typedValues>
const NOTHING: TypedValues = { updatedAt: null, values: {} }

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
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const draft = draftOf(
    `record:${useStaff().id}:${collection}:${record?.id ?? 'new'}:${lang}`,
    (stored) => typedValues.safeParse(stored).data ?? null,
  )
  const [typed, setTyped] = useState(() => draft.read() ?? NOTHING)
  const [refusal, setRefusal] = useState<FieldRefusal | null>(null)
  const changes = Object.fromEntries(
    Object.entries(typed.values).filter(([name, value]) => value !== (values[name] ?? '')),
  )
  const isChanged = Object.keys(changes).length > 0
  const shown = fields.filter(({ when }) => when === undefined || when(changes))

  function keep(next: TypedValues): void {
    setTyped(next)
    const secret = fields.flatMap(({ name, kind }) => (kind === 'password' ? [name] : []))
    const kept = Object.entries(next.values).filter(([name]) => !secret.includes(name))
    draft.save(kept.length === 0 ? null : { ...next, values: Object.fromEntries(kept) })
  }

  function type(name: string, value: string): void {
    // A change belongs to the version that it was typed into, whatever is read meanwhile.
    const updatedAt = isChanged ? typed.updatedAt : (record?.updatedAt ?? null)
    keep({ updatedAt, values: { ...(isChanged && typed.values), [name]: value } })
  }

  function forget(): void {
    keep(NOTHING)
    setRefusal(null)
  }

  const save = useOfficeMutation(async () => {
    setRefusal(null)
    const read = record && { id: record.id, updatedAt: typed.updatedAt ?? record.updatedAt }
    let id: number
    try {
      id = await saveRecord(collection, read, toStored(changes), lang)
    } catch (error) {
      if (error instanceof FieldRefusal) {
        setRefusal(error)
        focusField(form.current, Object.keys(error.faults))
      }
      throw error
    }
    toast.success(t('saved'))
    await client.invalidateQueries()
    forget()
    onSaved?.(id)
  })

  /** The newer record, with what was typed over it. */
  async function takeTheirs(): Promise<void> {
    await client.invalidateQueries()
    keep({ ...typed, updatedAt: null })
    setRefusal(null)
    save.clear()
  }

  function discard(): void {
    forget()
    save.clear()
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (isChanged) void save.run()
  }

  const faults = refusal?.faults ?? {}
  const known = new Set(shown.map(({ name }) => name))
  const further = Object.entries(faults).flatMap(([name, text]) => (known.has(name) ? [] : [text]))
  return (
    <form ref={form} className="@container grid grid-cols-[minmax(0,1fr)] gap-4" onSubmit={submit} noValidate>
      <LeaveDialog active={isChanged && !save.pending} onLeave={() => draft.save(null)} />
      {refusal?.isStale() ? (
        <Notice tone="wait" role="alert" title={refusal.message}>
          <Button tone="outline" size="sm" onClick={() => void takeTheirs()}>
            {t('loadTheirs')}
          </Button>
        </Notice>
      ) : (
        <FailureNotice>{refusal === null ? save.failure : further.join(' ') || null}</FailureNotice>
      )}
      <div className="grid items-start gap-4 @min-[640px]:grid-cols-2">
        {shown.map((field) => (
          <div
            key={field.name}
            className={classNames('min-w-0', field.kind === 'text' && '@min-[640px]:col-span-full')}
          >
            <FieldControl
              field={field}
              error={faults[field.name]}
              value={changes[field.name] ?? values[field.name] ?? ''}
              onChange={(value) => type(field.name, value)}
            />
          </div>
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" pending={save.pending} paused={!isChanged}>
          {t(verb)}
        </Button>
        {isChanged && (
          <Button tone="quiet" size="sm" onClick={discard}>
            {t('discardChanges')}
          </Button>
        )}
      </div>
    </form>
  )
}

interface ControlProps {
  field: RecordField
  error: string | undefined
  value: string
  onChange: (value: string) => void
}

function FieldControl({ field, error, value, onChange }: ControlProps) {
  const { t } = useOfficeText()
  const { name, kind, options = {}, rows = 4, inputMode, autoComplete = 'off' } = field
  const common = { label: t(field.label), hint: field.hint && t(field.hint), error }
  if (kind === 'day') return <DateField {...common} value={value} onChange={onChange} />
  if (kind === 'choice')
    return (
      <Select
        {...common}
        name={name}
        value={value}
        options={Object.entries(options).map(([option, text]) => ({ value: option, label: t(text) }))}
        onValueChange={onChange}
      />
    )
  if (kind === 'text')
    return (
      <TextAreaField
        {...common}
        name={name}
        rows={rows}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    )
  return (
    <TextField
      {...common}
      name={name}
      type={kind === 'password' ? 'password' : 'text'}
      inputMode={inputMode}
      autoComplete={autoComplete}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

function focusField(form: HTMLFormElement | null, names: readonly string[]): void {
  for (const name of names) {
    const field = form?.elements.namedItem(name)
    if (field instanceof HTMLElement) return field.focus()
  }
}
