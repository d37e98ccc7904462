'use client'

import { UploadCloud } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useRef, useState, type DragEvent } from 'react'
import { ACCEPTED_TYPES } from '@/components/cabinet/document-check'
import { QueuedFileRow } from '@/components/cabinet/queued-file-row'
import { useUploadQueue } from '@/components/cabinet/use-upload-queue'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Field } from '@/components/ui/field'
import type { CompanyDocument } from '@/lib/contract/documents'

export interface DocumentUploadProps {
  /** The kinds that are still missing, the likeliest first. */
  missing: readonly CompanyDocument['kind'][]
  onUploaded(document: CompanyDocument): void
}

/** Chooses, checks and sends documents, several at once; what is refused stays, with the reason. */
export function DocumentUpload({ missing, onUploaded }: DocumentUploadProps) {
  const t = useTranslations('Cabinet.documents')
  const tErrors = useTranslations('Errors')
  const queue = useUploadQueue(onUploaded)
  const [over, setOver] = useState(false)
  const [nothing, setNothing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const ready = queue.files.filter(({ hopeless }) => !hopeless)

  function choose(files: FileList | null) {
    if (!files || files.length === 0) return
    setNothing(false)
    const taken = new Set(queue.files.map(({ kind }) => kind))
    queue.add([...files], missing.filter((kind) => !taken.has(kind)))
    // The same file can be chosen again after it was taken out.
    if (input.current) input.current.value = ''
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    choose(event.dataTransfer.files)
  }

  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setNothing(ready.length === 0)
        if (ready.length === 0) input.current?.focus()
        else void queue.sendAll()
      }}
    >
      <Field label={t('file')} hint={t('fileHint')} error={nothing && tErrors('fileMissing')}>
        {(control) => (
          <div
            onDragOver={(event) => {
              event.preventDefault()
              setOver(true)
            }}
            onDragLeave={() => setOver(false)}
            onDrop={drop}
            className={classNames(
              'relative grid justify-items-center gap-1 rounded-md border border-dashed px-4 py-6 text-center transition-colors duration-150 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus',
              over ? 'border-action bg-plan' : 'border-control bg-surface hover:bg-hover',
            )}
          >
            <UploadCloud aria-hidden className="size-7 text-soft" />
            <p>
              <span className="text-soft max-sm:hidden">{t('drop')} </span>
              <span className="font-semibold text-link">{t('choose')}</span>
            </p>
            {/* The whole field is the file input: it is found by keyboard, touch and screen reader alike. */}
            <input {...control} ref={input} type="file" multiple accept={ACCEPTED_TYPES} onChange={(event) => choose(event.target.files)} className="absolute inset-0 cursor-pointer opacity-0" />
          </div>
        )}
      </Field>
      {queue.files.length > 0 && (
        <ul className="grid grid-cols-[minmax(0,1fr)]">
          {queue.files.map((item) => (
            <QueuedFileRow
              key={item.key}
              item={item}
              busy={queue.sending}
              onKind={(kind) => queue.setKind(item.key, kind)}
              onRemove={() => queue.remove(item.key)}
              onCancel={() => queue.cancel(item.key)}
              onRetry={() => void queue.retry(item)}
            />
          ))}
        </ul>
      )}
      <Button type="submit" wide pending={queue.sending}>{t('upload', { count: ready.length })}</Button>
    </form>
  )
}
