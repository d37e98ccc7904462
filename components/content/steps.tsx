/** The way from registration to the agreement: numbered steps on one line. */
export function Steps({ steps }: { steps: { title: string; text: string }[] }) {
  return (
    <ol className="grid border-t-2 border-line-strong sm:grid-cols-2 lg:grid-cols-4">
      {steps.map((step, index) => (
        <li key={step.title} className="relative grid content-start gap-1.5 border-b border-line py-6 pr-6 before:absolute before:-top-[5px] before:left-0 before:size-2 before:rounded-full before:bg-action lg:border-b-0">
          <span aria-hidden className="numbers text-small font-semibold text-link">
            {index + 1}
          </span>
          <h3 className="text-h3">{step.title}</h3>
          <p className="text-small text-soft">{step.text}</p>
        </li>
      ))}
    </ol>
  )
}
