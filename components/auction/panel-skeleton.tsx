import { Skeleton } from '@/components/ui/skeleton'

/** The shape of the form that is coming, so that nothing jumps when it does. */
export function PanelSkeleton() {
  return (
    <div aria-busy className="grid gap-5">
      {['h-16', 'h-16', 'h-20', 'h-10', 'h-12'].map((height, index) => (
        <Skeleton key={index} className={`${height} w-full`} />
      ))}
    </div>
  )
}
