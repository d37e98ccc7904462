import { type ComponentProps, type Ref, useRef } from 'react'
import { Field, type FieldProps, SELECT_LOOK } from '@/components/ui/field'

export interface SelectOption {
  value: string
  label: string
}

export interface SelectProps
  extends FieldProps, Pick<ComponentProps<'select'>, 'name' | 'required' | 'disabled' | 'aria-label'> {
  /** Empty: nothing is chosen yet. */
  value: string
  onValueChange: (value: string) => void
  options: readonly SelectOption[]
  /** Shown while nothing is chosen. */
  placeholder?: string
  ref?: Ref<HTMLSelectElement>
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
  const seen = useRef(value)
  return (
    <Field label={label} hint={hint} error={error} aside={aside}>
      {(control) => (
        <select
          {...control}
          {...select}
          // A choice made before the page's script ran raised no event.
          ref={(element) => {
            if (typeof ref === 'function') ref(element)
            else if (ref) ref.current = element
            if (element === null || element.value === seen.current) return
            const chosen = element.value
            seen.current = chosen
            if (chosen !== value) queueMicrotask(() => onValueChange(chosen))
          }}
          className={SELECT_LOOK}
          value={value}
          onChange={(event) => {
            seen.current = event.target.value
            onValueChange(event.target.value)
          }}
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
