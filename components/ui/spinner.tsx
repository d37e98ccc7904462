import { VisuallyHidden } from '@/components/ui/visually-hidden'

/** A waiting mark that appears only after 200 ms, so that quick answers never flicker. */
export function Spinner({ label }: { label?: string }) {
  return (
    <span className="appear-late inline-flex">
      <span
        aria-hidden
        className="size-4 animate-[turn_700ms_linear_infinite] rounded-full border-2 border-current border-r-transparent"
      />
      {label && <VisuallyHidden>{label}</VisuallyHidden>}
    </span>
  )
}
