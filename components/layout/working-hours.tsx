/** "Mon–Thu 09:00–18:00, Fri 09:00–16:45": wraps between the parts, never inside a range of days or hours. */
export function WorkingHours({ hours, className }: { hours: string; className?: string }) {
  const parts = hours.split(/(?<=,) /)
  return (
    <p className={className}>
      {parts.map((part, index) => (
        <span key={part} className="inline-block whitespace-pre-line">
          {part}
          {index < parts.length - 1 && '\u00A0'}
        </span>
      ))}
    </p>
  )
}
