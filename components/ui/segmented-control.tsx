import { useId } from 'react'

interface SegmentedControlProps<Value extends string> {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** One of a few, side by side: radio buttons, so that arrow keys move between them. */
export function SegmentedControl<Value extends string>({
  label,
  options,
  value,
  onChange,
}: SegmentedControlProps<Value>) {
  const name = useId()
  return (
    <fieldset className="grid auto-cols-fr grid-flow-col rounded-md bg-sunken p-1 large-text:grid-flow-row">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="grid min-h-10 cursor-pointer place-items-center rounded-sm px-2 text-center text-small font-semibold text-soft transition-colors duration-150 hover:text-text has-checked:bg-surface has-checked:text-text has-checked:shadow-card has-focus-visible:outline-2 has-focus-visible:outline-action forced-colors:has-checked:border"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
            className="sr-only"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
