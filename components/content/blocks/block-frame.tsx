import { type ReactNode, useId } from 'react'

/** A block with its heading; without one it is only a part of the page. */
export function BlockFrame({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  if (title === '') return <div className="grid grid-cols-[minmax(0,1fr)]">{children}</div>
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <h2 id={id} className="max-w-[30ch] text-h2">
        {title}
      </h2>
      {children}
    </section>
  )
}
