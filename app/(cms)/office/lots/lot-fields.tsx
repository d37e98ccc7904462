'use client'

import { useOfficeText } from '@/app/(cms)/office/office-text'
import { formatWeekdayTime } from '@/lib/i18n/formats'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Checkbox, CONTROL_LOOK, Field, TextField } from '@/components/ui/field'
import { Pill } from '@/components/ui/pill'
import type { LotProposal } from '@/lib/contract/manager-auctions'
import { gapsOf, LANGUAGE_NAMES, LANGUAGES, type LotForm, NUMBERS, QUANTITIES, TEXTS, TIMES, timesOf } from './lot-form'

interface FieldsProps {
  form: LotForm
  faults: Readonly<Record<string, string>>
  onChange: (changes: Partial<LotForm>) => void
}

/** Whole numbers from one to this. */
const COUNTS = [
  ['minimum_participants', 1000],
  ['extension_minutes', 60],
] as const

/** Volume, prices and steps, each with its unit. */
export function NumberFields({ form, faults, onChange }: FieldsProps) {
  const { t: word } = useOfficeText()
  return (
    <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2 xl:grid-cols-3">
      {NUMBERS.map((name) => (
        <TextField
          key={name}
          label={word(`lot_${name}`)}
          aside={QUANTITIES.includes(name) ? form.unit : word('pricePerUnit', { unit: form.unit })}
          hint={name === 'maximum_step' ? word('maximumStepHint') : undefined}
          inputMode="decimal"
          value={form[name]}
          error={faults[name]}
          onChange={(event) => onChange({ [name]: event.target.value })}
        />
      ))}
      {COUNTS.map(([name, max]) => (
        <TextField
          key={name}
          label={word(`lot_${name}`)}
          type="number"
          min={1}
          max={max}
          value={form[name]}
          error={faults[name]}
          onChange={(event) => onChange({ [name]: event.target.value })}
        />
      ))}
      <Field label={word('lot_visibility')} error={faults.visibility}>
        {(control) => (
          <select
            {...control}
            className={CONTROL_LOOK}
            value={form.visibility}
            onChange={(event) => onChange({ visibility: event.target.value === 'closed' ? 'closed' : 'open' })}
          >
            <option value="open">{word('visibility_open')}</option>
            <option value="closed">{word('visibility_closed')}</option>
          </select>
        )}
      </Field>
    </div>
  )
}

/** The times in Kyiv, with days that fit into the working hours to choose from. */
export function DateFields({ form, faults, onChange, dates }: FieldsProps & { dates: LotProposal['dates'] }) {
  const { t: word, locale } = useOfficeText()
  return (
    <div className="grid gap-5">
      {dates.length > 0 && (
        <div className="grid gap-2">
          <p className="text-small text-soft">{word('proposedDates')}</p>
          <div className="flex flex-wrap gap-2">
            {dates.map((proposed) => {
              const times = timesOf(proposed)
              return (
                <Button
                  key={proposed.starts_at}
                  tone={times.starts_at === form.starts_at ? 'primary' : 'outline'}
                  size="sm"
                  aria-pressed={times.starts_at === form.starts_at}
                  onClick={() => onChange(times)}
                >
                  {formatWeekdayTime(proposed.starts_at, locale)}
                </Button>
              )
            })}
          </div>
        </div>
      )}
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
        {TIMES.map((name) => (
          <TextField
            key={name}
            label={word(`lot_${name}`)}
            aside={word('kyivTime')}
            type="datetime-local"
            value={form[name]}
            error={faults[name]}
            onChange={(event) => onChange({ [name]: event.target.value })}
          />
        ))}
      </div>
      <Checkbox
        label={word('outsideHours')}
        checked={form.outside_hours_confirmed}
        error={faults.outside_hours_confirmed}
        onChange={(event) => onChange({ outside_hours_confirmed: event.target.checked })}
      />
    </div>
  )
}

/** The three languages side by side; what is missing in one is marked where it is missing. */
export function TextFields({ form, faults, onChange }: FieldsProps) {
  const { t: word } = useOfficeText()
  return (
    <div className="grid gap-5">
      <ul className="flex flex-wrap gap-2">
        {LANGUAGES.map((language) => {
          const gaps = gapsOf(form, language)
          return (
            <li key={language}>
              <Pill tone={gaps === 0 ? 'go' : 'wait'}>
                {LANGUAGE_NAMES[language]}: {gaps === 0 ? word('textsWhole') : word('textsMissing', { count: gaps })}
              </Pill>
            </li>
          )
        })}
      </ul>
      {TEXTS.map((name) => (
        <fieldset key={name} className="grid gap-2">
          <legend className="px-0 pb-1 font-semibold">{word(`lot_${name}`)}</legend>
          <div className="grid grid-cols-1 items-start gap-3 lg:grid-cols-3">
            {LANGUAGES.map((language) => {
              const missing = form[name][language].trim() === ''
              return (
                <Field
                  key={language}
                  label={LANGUAGE_NAMES[language]}
                  aside={missing ? <span className="text-wait-text">{word('textMissing')}</span> : undefined}
                  error={language === 'uk' ? faults[name] : undefined}
                >
                  {(control) => (
                    <textarea
                      {...control}
                      lang={language}
                      rows={name === 'payment_terms' ? 4 : 2}
                      className={classNames(CONTROL_LOOK, 'resize-y', missing && 'border-dashed border-wait-mark')}
                      value={form[name][language]}
                      onChange={(event) => onChange({ [name]: { ...form[name], [language]: event.target.value } })}
                    />
                  )}
                </Field>
              )
            })}
          </div>
        </fieldset>
      ))}
    </div>
  )
}
