import type { ReactNode } from 'react'

/** Questions that open to their answers; plain `details`, so that they open without JavaScript and are found by the browser’s search. */
export function FaqList({ items }: { items: { question: string; answer: ReactNode }[] }) {
  return (
    <div className="grid items-start gap-3 lg:grid-cols-2">
      {items.map(({ question, answer }) => (
        <details key={question} className="group rounded-lg border border-line bg-surface shadow-card">
          <summary className="flex min-h-14 items-center justify-between gap-4 rounded-lg px-5 py-3 font-semibold">
            {question}
            <span
              aria-hidden
              className="grid size-7 shrink-0 place-items-center rounded-full bg-sunken text-soft transition-transform duration-150 group-open:rotate-45"
            >
              +
            </span>
          </summary>
          <div className="px-5 pb-5 text-soft">{answer}</div>
        </details>
      ))}
    </div>
  )
}
