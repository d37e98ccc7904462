'use client'

import { DatePicker } from '@payloadcms/ui'
import { useOfficeText } from '@/components/office/office-text'
import { CONTROL_LOOK, Field, type FieldProps } from '@/components/ui/field'

interface DateFieldProps extends Pick<FieldProps, 'label' | 'error' | 'aside' | 'hint'> {
  /** In the format of a browser's date field, as typed: "2026-11-27" or "2026-11-27T10:00". */
  value: string | undefined
  withTime?: boolean
  /** Called with an empty text when the date is cleared. */
  onChange: (value: string) => void
}

const pad = (part: number) => String(part).padStart(2, '0')

/** A day, or a day with its time, in the office's language; a native field would use the browser's. */
export function DateField({ value, withTime = false, onChange, ...field }: DateFieldProps) {
  const { t } = useOfficeText()

  function choose(date: Date | null): void {
    if (date === null) return onChange('')
    const day = `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
    onChange(withTime ? `${day}T${pad(date.getHours())}:${pad(date.getMinutes())}` : day)
  }

  return (
    <Field {...field}>
      {({ id, ...aria }) => (
        <DatePicker
          value={value && (withTime ? value : `${value}T12:00`)}
          onChange={choose}
          pickerAppearance={withTime ? 'dayAndTime' : 'dayOnly'}
          displayFormat={withTime ? 'dd.MM.yyyy HH:mm' : 'dd.MM.yyyy'}
          timeFormat="HH:mm"
          timeIntervals={15}
          overrides={{
            id,
            autoComplete: 'off',
            className: CONTROL_LOOK,
            ariaDescribedBy: aria['aria-describedby'],
            ariaInvalid: aria['aria-invalid'] && 'true',
            strictParsing: true,
            timeCaption: t('timeColumn'),
          }}
        />
      )}
    </Field>
  )
}
