import { type ComponentProps, useRef } from 'react'
import { classNames } from '@/components/ui/class-names'
import { CONTROL_LOOK, Field, type FieldProps } from '@/components/ui/field'

export interface SelectOption {
  value: string
  label: string
}

/** Empty: nothing is chosen yet. Without a value the browser keeps the choice, as it does for a registered field. */
type Choice =
  | { value: string; onValueChange: (value: string) => void; onChange?: undefined }
  | { value?: undefined; onValueChange?: undefined }

export type SelectProps = FieldProps &
  Omit<ComponentProps<'select'>, 'id' | 'value' | 'defaultValue'> &
  Choice & {
    options: readonly SelectOption[]
    /** Shown while nothing is chosen. */
    placeholder?: string
  }

/** One of several: the browser's own list, with the look of the other fields. */
export function Select({ label, hint, error, aside, ...list }: SelectProps) {
  return (
    <Field label={label} hint={hint} error={error} aside={aside}>
      {(control) => <NativeList {...list} {...control} className={SELECT_LOOK} />}
    </Field>
  )
}

export const SELECT_LOOK = classNames(CONTROL_LOOK, 'select-chevron appearance-none truncate pr-11')

export type NativeListProps = Omit<SelectProps, keyof FieldProps> & { id?: string }

export function NativeList({ value, onValueChange, options, placeholder, ref, ...select }: NativeListProps) {
  const controlled = useEarlyChoice(value, onValueChange)
  return (
    <select {...select} {...(value === undefined ? { ref, defaultValue: '' } : controlled)}>
      {!options.some((option) => option.value === '') && (
        <option value="" disabled={!placeholder} hidden={!placeholder}>
          {placeholder}
        </option>
      )}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}

/** Reports a choice that was made before the page's script ran, which raised no event of React's. */
function useEarlyChoice(
  value: string | undefined,
  onValueChange: SelectProps['onValueChange'],
): ComponentProps<'select'> {
  const lastValue = useRef(value)
  return {
    value,
    ref: (element) => {
      if (element === null || element.value === lastValue.current) return
      const chosen = element.value
      lastValue.current = chosen
      if (chosen !== value) queueMicrotask(() => onValueChange?.(chosen))
    },
    onChange: (event) => {
      lastValue.current = event.target.value
      onValueChange?.(event.target.value)
    },
  }
}
