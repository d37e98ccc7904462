'use client'

import { Select as BaseSelect } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide'
import { Icon } from '@/components/ui/icon'
import { classNames } from '@/components/ui/class-names'
import { CONTROL_LOOK, type ControlProps } from '@/components/ui/field'
import type { SelectControlProps } from '@/components/ui/select'

/** The list of the site's own look, with the keys and names of a native one. */
export function CustomSelect({
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
  return (
    <BaseSelect.Root
      items={options}
      name={name}
      value={value === '' ? null : value}
      onValueChange={(next) => next !== null && onValueChange(next)}
      required={required}
      disabled={disabled}
      modal={false}
    >
      <BaseSelect.Trigger
        {...control}
        ref={ref as React.Ref<HTMLButtonElement>}
        aria-label={ariaLabel}
        className={classNames(
          CONTROL_LOOK,
          'flex items-center justify-between gap-3 text-left data-popup-open:border-action',
        )}
      >
        <BaseSelect.Value placeholder={<span className="text-soft">{placeholder}</span>} className="min-w-0 truncate" />
        <BaseSelect.Icon className="shrink-0 text-soft transition-transform duration-150 in-data-popup-open:rotate-180">
          <Icon of={ChevronDown} className="size-4.5" />
        </BaseSelect.Icon>
      </BaseSelect.Trigger>
      <BaseSelect.Portal>
        <BaseSelect.Positioner sideOffset={6} alignItemWithTrigger={false} className="z-50 outline-none">
          <BaseSelect.Popup
            data-surface=""
            className="max-h-(--available-height) max-w-[calc(100vw-2rem)] min-w-(--anchor-width) overflow-y-auto rounded-md border border-line bg-raised p-1.5 text-text shadow-float transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0"
          >
            {options.map((option) => (
              <BaseSelect.Item
                key={option.value}
                value={option.value}
                className="flex min-h-10 cursor-pointer items-center justify-between gap-4 rounded-sm px-3 py-1.5 outline-none data-highlighted:bg-hover data-selected:font-semibold"
              >
                <BaseSelect.ItemText>{option.label}</BaseSelect.ItemText>
                <BaseSelect.ItemIndicator>
                  <Icon of={Check} className="size-4" />
                </BaseSelect.ItemIndicator>
              </BaseSelect.Item>
            ))}
          </BaseSelect.Popup>
        </BaseSelect.Positioner>
      </BaseSelect.Portal>
    </BaseSelect.Root>
  )
}
