'use client'

import dynamic from 'next/dynamic'
import { type ControlProps, CONTROL_LOOK, Field, type FieldProps } from '@/components/ui/field'

interface DateValue {
  /** In the format of a browser's date field, as typed: "2026-11-27" or "2026-11-27T10:00". */
  value: string | undefined
  withTime?: boolean
  /** Called with an empty text when the date is cleared. */
  onChange: (value: string) => void
}

export type DateInputProps = DateValue & { control: ControlProps }

const DatePicker = dynamic(() => import('@/components/office/date-picker'), {
  ssr: false,
  loading: () => <span className={CONTROL_LOOK} />,
})

/** A day, or a day with its time, in the office's language; a native field would use the browser's. */
export function DateField({
  value,
  withTime = false,
  onChange,
  ...field
}: DateValue & Pick<FieldProps, 'label' | 'error' | 'aside' | 'hint'>) {
  return (
    <Field {...field}>
      {(control) => <DatePicker control={control} value={value} withTime={withTime} onChange={onChange} />}
    </Field>
  )
}
