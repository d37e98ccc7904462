'use client'

import { enGB } from 'date-fns/locale/en-GB'
import { ru } from 'date-fns/locale/ru'
import { uk } from 'date-fns/locale/uk'
import DatePicker from 'react-datepicker'
import 'react-datepicker/dist/react-datepicker.css'
import './date-picker.css'
import { useOfficeText } from '@/components/office/office-text'
import { CONTROL_LOOK, type ControlProps } from '@/components/ui/field'

export interface DateValue {
  /** In the format of a browser's date field, as typed: "2026-11-27" or "2026-11-27T10:00". */
  value: string | undefined
  withTime?: boolean
  /** Called with an empty text when the date is cleared. */
  onChange: (value: string) => void
}

const CALENDARS = { uk, en: enGB, ru }
const pad = (part: number) => String(part).padStart(2, '0')

/** The calendar; loaded with the first date field, since it weighs as much as a screen. */
export default function DatePickerInput({
  value,
  withTime,
  onChange,
  control: { id, ...aria },
}: DateValue & { control: ControlProps }) {
  const { t, locale } = useOfficeText()

  function choose(date: Date | null): void {
    if (date === null) return onChange('')
    const day = `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
    onChange(withTime ? `${day}T${pad(date.getHours())}:${pad(date.getMinutes())}` : day)
  }

  return (
    <DatePicker
      id={id}
      ariaDescribedBy={aria['aria-describedby']}
      ariaInvalid={aria['aria-invalid'] && 'true'}
      selected={value ? new Date(withTime ? value : `${value}T12:00`) : null}
      onChange={choose}
      locale={CALENDARS[locale]}
      dateFormat={withTime ? 'dd.MM.yyyy HH:mm' : 'dd.MM.yyyy'}
      showTimeSelect={withTime}
      timeFormat="HH:mm"
      timeIntervals={15}
      timeCaption={t('timeColumn')}
      calendarClassName="office-calendar"
      isClearable
      clearButtonTitle={t('clear')}
      showPopperArrow={false}
      popperPlacement="bottom-start"
      strictParsing
      autoComplete="off"
      className={CONTROL_LOOK}
    />
  )
}
