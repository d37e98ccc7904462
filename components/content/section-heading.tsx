import type { ReactNode } from 'react'

/** The head of a page's section, with the way on at its right. */
export function SectionHeading({ title, action, id }: { title: ReactNode; action?: ReactNode; id?: string }) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <h2 id={id} className="text-h2">
        {title}
      </h2>
      {action && <div className="flex flex-wrap gap-2">{action}</div>}
    </div>
  )
}
