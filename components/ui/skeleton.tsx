import { classNames } from '@/components/ui/class-names'

/** The shape of what is coming. Shown after 200 ms, hidden from screen readers (the region itself says that it is busy). */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden className="appear-late block">
      <span className={classNames('block animate-[pulse-soft_1.6s_ease-in-out_infinite] rounded-sm bg-sunken', className)} />
    </span>
  )
}
