import type { ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'
import { Download } from 'lucide'
import { Icon } from '@/components/ui/icon'
import { AppLink } from '@/components/ui/link'
import { FileSize } from '@/components/ui/figures'
import type { PublicFile } from '@/lib/contract/block-fields'

/** "PDF", "PNG": editors' files are PDFs and pictures. */
export function fileTypeName(mediaType: string): string {
  return (mediaType.split('/')[1] ?? mediaType).toUpperCase()
}

export function FileList({ files }: { files: PublicFile[] }) {
  return (
    <ul className="grid gap-3 lg:grid-cols-2">
      {files.map((file) => (
        <li key={file.url}>
          <AppLink
            href={file.url}
            className="flex h-full items-center gap-4 rounded-md border border-line bg-surface p-4 transition-colors duration-150 hover:bg-hover"
          >
            <span aria-hidden className="grid size-11 shrink-0 place-items-center rounded-sm bg-plan text-plan-text">
              <Icon of={Download} className="size-5" />
            </span>
            <span className="grid min-w-0">
              <span className="font-semibold text-link [overflow-wrap:anywhere]">{file.name}</span>
              <span className="numbers text-small text-soft">
                {fileTypeName(file.media_type)}, <FileSize bytes={file.bytes} />
              </span>
            </span>
          </AppLink>
        </li>
      ))}
    </ul>
  )
}

function columnsOf(count: number): string {
  return count % 4 === 0 || count > 6 ? 'lg:grid-cols-4' : 'lg:grid-cols-3'
}

export function Steps({ steps, level = 3 }: { steps: { title: string; text: string }[]; level?: 2 | 3 }) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <ol className={classNames('grid sm:grid-cols-2', columnsOf(steps.length))}>
      {steps.map((step, index) => (
        <li
          key={step.title}
          className="relative grid grid-cols-[auto_minmax(0,1fr)] content-start items-baseline gap-x-2.5 gap-y-1 border-t-2 border-line-strong pb-6 pt-4 sm:block sm:space-y-1.5 sm:pb-8 sm:pr-6 sm:pt-6 before:absolute before:-top-[5px] before:left-0 before:size-2 before:rounded-full before:bg-action"
        >
          <span aria-hidden className="numbers block text-small font-semibold text-link">
            {index + 1}
          </span>
          <Heading className="text-h3">{step.title}</Heading>
          <p className="col-span-full text-small text-soft">{step.text}</p>
        </li>
      ))}
    </ol>
  )
}

/** Questions that unfold; plain `details`, which work without JavaScript and with the browser’s search. */
export function FaqList({ items }: { items: { question: string; answer: ReactNode }[] }) {
  return (
    <div className="grid items-start gap-3 lg:grid-cols-2">
      {items.map(({ question, answer }) => (
        <details key={question} className="group rounded-lg border border-line bg-surface shadow-card">
          <summary className="flex min-h-14 items-center justify-between gap-4 rounded-lg px-5 py-3 font-semibold large-text:gap-2 large-text:px-3 large-text:wrap-anywhere">
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
