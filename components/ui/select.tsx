'use client'

import { lazy, type Ref, startTransition, Suspense, useEffect, useRef, useState } from 'react'
import { type ControlProps, Field, type FieldProps, SELECT_LOOK } from '@/components/ui/field'
import { whenTouched } from '@/lib/browser/when-idle'

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
/** Whoever points with a mouse sees the list under the pointer at once; a phone's first script need not bring it. */
const POINTS_WITH_A_MOUSE = '(hover: hover) and (pointer: fine)'

/**
 * One of several, in a list that opens. As the server sends it, and until its script is there, it is the browser's own list, which
 * works without JavaScript; what was chosen in it stays chosen, and it is not replaced while a finger or the keyboard holds it. On a
 * phone the script comes with the first touch of the page.
 */
export function Select({ label, hint, error, aside, ...select }: SelectProps) {
  const [isCustom, setCustom] = useState(false)
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    // As a transition: the native list stays where it is until the other one's script is there.
    const replace = (): void => startTransition(() => setCustom(true))
    if (!window.matchMedia(POINTS_WITH_A_MOUSE).matches) return whenTouched(replace)
    replace()
    return undefined
  }, [])
  return (
    <Field label={label} hint={hint} error={error} aside={aside}>
      {(control) => {
        const native = <NativeSelect {...select} control={control} onHold={setHeld} />
        return (
          <Suspense fallback={native}>
            {isCustom && !isHeld ? <CustomSelect {...select} control={control} /> : native}
          </Suspense>
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
  onHold,
}: SelectControlProps & { control: ControlProps; onHold: (isHeld: boolean) => void }) {
  const seen = useRef(value)
  return (
    <select
      {...control}
      // What was chosen before the page's script ran is told as soon as it does, and whether it is open.
      ref={(element) => {
        if (typeof ref === 'function') ref(element)
        else if (ref) ref.current = element
        if (element && element === document.activeElement) onHold(true)
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
      onPointerDown={() => onHold(true)}
      onPointerCancel={() => onHold(false)}
      onFocus={() => onHold(true)}
      onBlur={() => onHold(false)}
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
