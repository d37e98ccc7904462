'use client'

import { Select as BaseSelect } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'
import { classNames } from '@/components/ui/class-names'
import { CONTROL_LOOK, Field, type FieldProps } from '@/components/ui/field'

export interface SelectProps extends FieldProps {
  name?: string
  value?: string
  defaultValue?: string
  onValueChange?: (value: string) => void
  options: { value: string; label: string }[]
  placeholder?: string
  required?: boolean
  disabled?: boolean
}

/** One of several, in a list that opens; its value goes with the form under `name`. */
export function Select({ label, hint, error, aside, name, value, defaultValue, onValueChange, options, placeholder, required, disabled }: SelectProps) {
  return (
    <Field label={label} hint={hint} error={error} aside={aside}>
      {(control) => (
        <BaseSelect.Root
          items={options}
          name={name}
          value={value}
          defaultValue={defaultValue ?? null}
          onValueChange={(next) => next !== null && onValueChange?.(next)}
          required={required}
          disabled={disabled}
        >
          <BaseSelect.Trigger {...control} className={classNames(CONTROL_LOOK, 'flex items-center justify-between gap-3 text-left data-popup-open:border-action')}>
            <BaseSelect.Value placeholder={placeholder} />
            <BaseSelect.Icon className="text-soft">
              <ChevronDown aria-hidden className="size-4.5" />
            </BaseSelect.Icon>
          </BaseSelect.Trigger>
          <BaseSelect.Portal>
            <BaseSelect.Positioner sideOffset={6} alignItemWithTrigger={false} className="z-50 outline-none">
              <BaseSelect.Popup className="max-h-(--available-height) min-w-(--anchor-width) overflow-y-auto rounded-md border border-line bg-raised p-1.5 text-text shadow-float transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0">
                {options.map((option) => (
                  <BaseSelect.Item
                    key={option.value}
                    value={option.value}
                    className="flex min-h-10 cursor-pointer items-center justify-between gap-4 rounded-sm px-3 py-1.5 outline-none data-highlighted:bg-hover data-selected:font-semibold"
                  >
                    <BaseSelect.ItemText>{option.label}</BaseSelect.ItemText>
                    <BaseSelect.ItemIndicator>
                      <Check aria-hidden className="size-4" />
                    </BaseSelect.ItemIndicator>
                  </BaseSelect.Item>
                ))}
              </BaseSelect.Popup>
            </BaseSelect.Positioner>
          </BaseSelect.Portal>
        </BaseSelect.Root>
      )}
    </Field>
  )
}
