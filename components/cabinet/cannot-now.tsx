import { Lock } from 'lucide'
import type { ReactNode } from 'react'
import { Icon } from '@/components/ui/icon'

interface CannotNowProps {
  title: string
  reasons: readonly ReactNode[]
}

/** What the person cannot do for now, and why; nothing without a reason. */
export function CannotNow({ title, reasons }: CannotNowProps) {
  if (reasons.length === 0) return null
  return (
    <div className="grid w-full gap-2 rounded-md bg-sunken px-4 py-3 text-small">
      <p className="flex items-center gap-2 font-semibold">
        <Icon of={Lock} className="size-4 shrink-0 text-soft" />
        {title}
      </p>
      <ul className="grid list-disc gap-1 pl-5 marker:text-soft">
        {reasons.map((reason, index) => (
          <li key={index} className="break-words">
            {reason}
          </li>
        ))}
      </ul>
    </div>
  )
}
