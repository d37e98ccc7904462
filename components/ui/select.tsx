'use client'

import { lazy, type Ref, Suspense, useRef, useSyncExternalStore } from 'react'
import { type ControlProps, Field, type FieldProps, SELECT_LOOK } from '@/components/ui/field'

export interface SelectOption {
  value: string
  label: string
}

export interface SelectControlProps {
  /** Also what a form without JavaScript sends it as. */
  name?: string
  /** Empty: nothing is chosen yet. */
  value: string
  onValueChange: (value: string) => void
  options: readonly SelectOption[]
  /** Stands where nothing is chosen. */
  placeholder?: string
  required?: boolean
  disabled?: boolean
  /** The name to screen readers where the label alone does not say it. */
  ariaLabel?: string
  /** What gets the focus. */
  ref?: Ref<HTMLElement>
}

export interface SelectProps extends FieldProps, SelectControlProps {}

const CustomSelect = lazy(() =>
  import('@/components/ui/custom-select').then((module) => ({ default: module.CustomSelect })),
)
const neverChanges = () => () => undefined

/**
 * One of several, in a list that opens. As the server sends it, and until its script is there, it is the browser's own list, which
 * works without JavaScript; what was chosen in it stays chosen.
 */
export function Select({ label, hint, error, aside, ...select }: SelectProps) {
  const inBrowser = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
  return (
    <Field label={label} hint={hint} error={error} aside={aside}>
      {(control) => {
        const native = <NativeSelect {...select} control={control} />
        return inBrowser ? (
          <Suspense fallback={native}>
            <CustomSelect {...select} control={control} />
          </Suspense>
        ) : (
          native
        )
      }}
    </Field>
  )
}

function NativeSelect({
  name,
  value,
  onValueChange,
  options,
  placeholder,
  required,
  disabled,
  ariaLabel,
  ref,
  control,
}: SelectControlProps & { control: ControlProps }) {
  const seen = useRef(value)
  return (
    <select
      {...control}
      // What was chosen before the page's script ran is told as soon as it does.
      ref={(element) => {
        if (typeof ref === 'function') ref(element)
        else if (ref) ref.current = element
        if (element && element.value !== seen.current) {
          seen.current = element.value
          if (element.value !== value) queueMicrotask(() => onValueChange(element.value))
        }
      }}
      name={name}
      aria-label={ariaLabel}
      required={required}
      disabled={disabled}
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
  )
}
