'use client'

import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from '@/components/ui/class-names'

export interface RadioChoiceProps extends Omit<ComponentProps<'input'>, 'type' | 'id' | 'value' | 'defaultValue'> {
  legend: ReactNode
  options: { value: string; label: string }[]
  defaultValue?: string
  error?: ReactNode
}

/** One of a few, all of them in view. */
export function RadioChoice({ legend, options, defaultValue, error, ...input }: RadioChoiceProps) {
  const errorId = useId()
  return (
    <fieldset aria-describedby={error ? errorId : undefined} className="grid gap-1.5">
      <legend className="mb-1.5 text-small font-semibold">{legend}</legend>
      <div className="grid gap-2">
        {options.map(({ value, label }) => (
          <label
            key={value}
            className={classNames(
              'flex min-h-11 cursor-pointer items-center gap-3 rounded-md border border-control bg-surface px-3.5 py-2 transition-colors duration-150 hover:border-soft',
              'has-checked:border-action has-checked:bg-hover',
            )}
          >
            <input {...input} type="radio" value={value} defaultChecked={defaultValue === value} className="size-4.5 shrink-0 cursor-pointer accent-(--action)" />
            {label}
          </label>
        ))}
      </div>
      <p id={errorId} role="alert" className={classNames('text-fine font-medium text-lose-text', !error && 'hidden')}>
        {error}
      </p>
    </fieldset>
  )
}
