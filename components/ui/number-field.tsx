import { Minus, Plus } from 'lucide'
import type { KeyboardEvent } from 'react'
import { Field, type FieldProps } from '@/components/ui/field'
import { Icon } from '@/components/ui/icon'

export interface NumberStepperProps extends FieldProps {
  /** The text of the input; the owner parses it. */
  value: string
  onValueChange: (typed: string) => void
  /** One step up or down; `large` for Page Up and Page Down. */
  onStep: (direction: 1 | -1, large: boolean) => void
  onBlur?: () => void
  decreaseLabel: string
  increaseLabel: string
  decreaseDisabled?: boolean
  increaseDisabled?: boolean
  /** Nothing can be changed for now. The input is not disabled, so that it keeps the focus. */
  busy?: boolean
  name?: string
}

const KEYS: Record<string, { direction: 1 | -1; large: boolean }> = {
  ArrowUp: { direction: 1, large: false },
  ArrowDown: { direction: -1, large: false },
  PageUp: { direction: 1, large: true },
  PageDown: { direction: -1, large: true },
}

const STEP_LOOK =
  'grid size-11 shrink-0 place-items-center rounded-sm bg-sunken transition-colors duration-150 hover:bg-hover aria-disabled:cursor-not-allowed aria-disabled:opacity-45 large-text:grow'

/** A number with step buttons and arrow keys, for prices and quantities on a grid. */
export function NumberStepper(props: NumberStepperProps) {
  const {
    value,
    onValueChange,
    onStep,
    onBlur,
    busy,
    name,
    decreaseLabel,
    increaseLabel,
    decreaseDisabled,
    increaseDisabled,
    ...field
  } = props

  function stepByKey(event: KeyboardEvent<HTMLInputElement>) {
    const step = KEYS[event.key]
    if (!step) return
    event.preventDefault()
    if (!busy) onStep(step.direction, step.large)
  }

  /** At a bound the button is not disabled, so that it keeps the focus. */
  function stepByButton(direction: 1 | -1) {
    if (!busy && !(direction === 1 ? increaseDisabled : decreaseDisabled)) onStep(direction, false)
  }

  return (
    <Field {...field}>
      {(control) => (
        // In large text the buttons move below the number, which they would cut.
        <div className="flex items-center gap-2 rounded-md border border-control bg-surface p-1 large-text:flex-wrap has-aria-invalid:border-lose-mark">
          <button
            type="button"
            className={STEP_LOOK}
            aria-label={decreaseLabel}
            aria-disabled={busy || decreaseDisabled || undefined}
            onClick={() => stepByButton(-1)}
          >
            <Icon of={Minus} className="size-4.5" />
          </button>
          <input
            {...control}
            name={name}
            value={value}
            readOnly={busy}
            aria-disabled={busy || undefined}
            inputMode="decimal"
            autoComplete="off"
            onChange={(event) => onValueChange(event.target.value)}
            onKeyDown={stepByKey}
            onBlur={onBlur}
            className="numbers min-h-11 w-full min-w-0 rounded-sm bg-transparent text-center text-[1.375rem] font-display tracking-tight large-text:-order-1 large-text:basis-full large-text:text-h3"
          />
          <button
            type="button"
            className={STEP_LOOK}
            aria-label={increaseLabel}
            aria-disabled={busy || increaseDisabled || undefined}
            onClick={() => stepByButton(1)}
          >
            <Icon of={Plus} className="size-4.5" />
          </button>
        </div>
      )}
    </Field>
  )
}
