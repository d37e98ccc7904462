import { type ComponentProps, useRef } from 'react'
import { Field, type FieldProps, SELECT_LOOK } from '@/components/ui/field'

export interface SelectOption {
  value: string
  label: string
}

export interface SelectProps extends FieldProps, Omit<ComponentProps<'select'>, 'id' | 'value' | 'defaultValue'> {
  /** Empty: nothing is chosen yet. Without a value the browser keeps the choice, as it does for a registered field. */
  value?: string
  onValueChange?: (value: string) => void
  options: readonly SelectOption[]
  /** Shown while nothing is chosen. */
  placeholder?: string
}

/** One of several: the browser's own list, with the look of the other fields. */
export function Select({
  label,
  hint,
  error,
  aside,
  value,
  onValueChange,
  options,
  placeholder,
  ref,
  ...select
}: SelectProps) {
  const controlled = useEarlyChoice(value, onValueChange)
  return (
    <Field label={label} hint={hint} error={error} aside={aside}>
      {(control) => (
        <select
          {...control}
          {...select}
          {...(value === undefined ? { ref, defaultValue: '' } : controlled)}
          className={SELECT_LOOK}
        >
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
      )}
    </Field>
  )
}

/** Reports a choice that was made before the page's script ran, which raised no event of React's. */
function useEarlyChoice(
  value: string | undefined,
  onValueChange: SelectProps['onValueChange'],
): ComponentProps<'select'> {
  const seen = useRef(value)
  return {
    value,
    ref: (element) => {
      if (element === null || element.value === seen.current) return
      const chosen = element.value
      seen.current = chosen
      if (chosen !== value) queueMicrotask(() => onValueChange?.(chosen))
    },
    onChange: (event) => {
      seen.current = event.target.value
      onValueChange?.(event.target.value)
    },
  }
}
