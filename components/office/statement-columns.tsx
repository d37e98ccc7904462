'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { MutedText } from '@/components/office/kit'
import { useOfficeText } from '@/components/office/office-text'
import { Button } from '@/components/ui/button'
import { Select } from '@/components/ui/select'
import { type ColumnMapping, type StatementColumn, statementColumn } from '@/lib/contract/deposits'
import type { ProblemExtensions } from '@/lib/contract/errors'

interface Props {
  file: string
  table: NonNullable<ProblemExtensions['table']>
  onAnswer: (columns: ColumnMapping) => void
  onCancel: () => void
}

const REQUIRED: readonly StatementColumn[] = ['booked_on', 'purpose']
/** What every statement has comes first. */
const MAIN: readonly StatementColumn[] = ['booked_on', 'purpose', 'amount']
const ORDER = [...MAIN, ...statementColumn.options.filter((column) => !MAIN.includes(column))]

/** Asks which column of an unknown table holds what. */
export function ColumnsForm({ file, table, onAnswer, onCancel }: Props) {
  const { t } = useOfficeText()
  const tAccess = useTranslations('StaffAccess')
  const [chosen, setChosen] = useState<Partial<Record<StatementColumn, string>>>({})
  const [checked, setChecked] = useState(false)
  const options = table.headings.flatMap((heading, index) => {
    const sample = table.rows.map((row) => row[index] ?? '').find((cell) => cell !== '')
    const label = [heading || `${index + 1}`, sample].filter(Boolean).join(': ')
    return heading === '' && sample === undefined ? [] : [{ value: String(index), label }]
  })
  const given = Object.entries(chosen).filter(([, index]) => index !== '') as [StatementColumn, string][]

  function faultOf(column: StatementColumn): string | undefined {
    const index = chosen[column] ?? ''
    if (index === '') {
      if (REQUIRED.includes(column)) return t('columnMissing')
      const hasSum = Boolean(chosen.amount || chosen.credit)
      return column === 'amount' && !hasSum ? t('columnsSum') : undefined
    }
    return given.some(([other, taken]) => other !== column && taken === index) ? t('columnsTwice') : undefined
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    setChecked(true)
    if (statementColumn.options.some((column) => faultOf(column) !== undefined)) return
    onAnswer(Object.fromEntries(given.map(([column, index]) => [column, Number(index)])))
  }

  return (
    <form
      onSubmit={submit}
      noValidate
      className="grid gap-3 rounded-lg border border-line-strong p-4"
      aria-label={t('columnsTitle', { file })}
    >
      <h3 className="min-w-0 text-body font-semibold break-words">{t('columnsTitle', { file })}</h3>
      <MutedText>{t('columnsText')}</MutedText>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,260px),1fr))] items-start gap-3">
        {ORDER.map((column) => (
          <Select
            key={column}
            label={t(`column_${column}`)}
            value={chosen[column] ?? ''}
            options={[{ value: '', label: t(MAIN.includes(column) ? 'columnMissing' : 'columnNone') }, ...options]}
            error={checked ? faultOf(column) : undefined}
            onValueChange={(index) => setChosen({ ...chosen, [column]: index })}
          />
        ))}
      </div>
      <span className="flex flex-wrap gap-2">
        <Button size="sm" type="submit">
          {t('columnsSave')}
        </Button>
        <Button size="sm" tone="outline" onClick={onCancel}>
          {tAccess('cancel')}
        </Button>
      </span>
    </form>
  )
}
