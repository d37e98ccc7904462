import { classNames } from '@/components/ui/class-names'

/** Columns that the steps fill: four for the usual four, three for three, five or six. */
function columnsOf(count: number): string {
  return count % 4 === 0 || count > 6 ? 'lg:grid-cols-4' : 'lg:grid-cols-3'
}

/** A way in numbered steps along a line. `level` is that of their titles in the page. */
export function Steps({ steps, level = 3 }: { steps: { title: string; text: string }[]; level?: 2 | 3 }) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <ol className={classNames('grid sm:grid-cols-2', columnsOf(steps.length))}>
      {steps.map((step, index) => (
        <li
          key={step.title}
          className="relative grid content-start gap-1.5 border-t-2 border-line-strong pb-8 pr-6 pt-6 before:absolute before:-top-[5px] before:left-0 before:size-2 before:rounded-full before:bg-action"
        >
          <span aria-hidden className="numbers text-small font-semibold text-link">
            {index + 1}
          </span>
          <Heading className="text-h3">{step.title}</Heading>
          <p className="text-small text-soft">{step.text}</p>
        </li>
      ))}
    </ol>
  )
}
