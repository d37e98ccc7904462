'use client'

import dynamic from 'next/dynamic'
import type { DateValue } from '@/components/office/date-picker'
import { CONTROL_LOOK, Field, type FieldProps } from '@/components/ui/field'

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
