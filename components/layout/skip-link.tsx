export const CONTENT_ID = 'content'

/** The first stop of the keyboard: past the header, to the content. */
export function SkipLink({ label }: { label: string }) {
  return (
    <a
      data-print="hide"
      href={`#${CONTENT_ID}`}
      className="fixed left-4 top-3 z-60 -translate-y-20 rounded-md bg-raised px-4 py-2.5 font-semibold text-text shadow-float focus-visible:translate-y-0"
    >
      {label}
    </a>
  )
}
