import { Select as BaseSelect } from '@base-ui/react/select'
import { Check } from 'lucide'
import type { Ref } from 'react'
import { classNames } from '@/components/ui/class-names'
import type { ControlProps } from '@/components/ui/field'
import { Icon } from '@/components/ui/icon'
import { SELECT_LOOK, type SelectOption } from '@/components/ui/select'

export interface SelectListProps extends ControlProps {
  'aria-label'?: string | undefined
  ref: Ref<HTMLButtonElement>
  value: string
  options: readonly SelectOption[]
  placeholder?: string | undefined
  disabled?: boolean | undefined
  onValueChange: (value: string) => void
  onBlur: () => void
}

/** A button with the chosen option, and the list that it opens. */
export function SelectList({
  ref,
  value,
  options,
  placeholder,
  disabled,
  onValueChange,
  onBlur,
  ...control
}: SelectListProps) {
  return (
    <BaseSelect.Root
      value={value}
      items={options}
      modal={false}
      disabled={disabled}
      onValueChange={(chosen) => chosen !== null && onValueChange(chosen)}
    >
      <BaseSelect.Trigger
        {...control}
        ref={ref}
        onBlur={onBlur}
        className={classNames(SELECT_LOOK, 'block text-left', value === '' && 'text-soft')}
      >
        <BaseSelect.Value>
          {(chosen: string) => options.find((option) => option.value === chosen)?.label ?? placeholder ?? '\u00A0'}
        </BaseSelect.Value>
      </BaseSelect.Trigger>
      <BaseSelect.Portal>
        <BaseSelect.Positioner alignItemWithTrigger={false} sideOffset={6} className="z-60">
          <BaseSelect.Popup
            data-surface=""
            className="max-h-(--available-height) w-(--anchor-width) overflow-y-auto rounded-md border border-line bg-raised p-1.5 text-text shadow-float outline-none"
          >
            {options.map((option) => (
              <BaseSelect.Item
                key={option.value}
                value={option.value}
                className="flex min-h-11 cursor-default items-center justify-between gap-2.5 rounded-sm px-3 py-2 text-body data-highlighted:bg-hover data-selected:font-semibold"
              >
                <BaseSelect.ItemText className="min-w-0 break-words">{option.label}</BaseSelect.ItemText>
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
