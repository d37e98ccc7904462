import { classNames } from './class-names'

/** A placeholder, shown after 200 ms and hidden from screen readers. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden className="appear-late block">
      <span
        className={classNames('block animate-[pulse-soft_1.6s_ease-in-out_infinite] rounded-sm bg-sunken', className)}
      />
    </span>
  )
}

/** Appears after 200 ms. */
export function Spinner({ label }: { label?: string }) {
  return (
    <span className="appear-late inline-flex">
      <span
        aria-hidden
        className="size-4 animate-[turn_700ms_linear_infinite] rounded-full border-2 border-current border-r-transparent"
      />
      {label && <span className="sr-only">{label}</span>}
    </span>
  )
}
