'use client'

import { FileText, Paperclip, X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type DragEvent, useRef, useState } from 'react'
import { FileSize } from '@/components/ui/file-size'
import { classNames } from '@/components/ui/class-names'
import { Field } from '@/components/ui/field'
import { maxFeedbackFiles } from '@/lib/contract/feedback'
import { ACCEPTED_TYPES } from './use-upload-queue'

export interface FeedbackFilesProps {
  files: readonly File[]
  error?: string
  disabled: boolean
  onAdd(files: File[]): void
  onRemove(file: File): void
}

/** The files that go with a message: chosen or dropped, several at once, each can be taken out again. */
export function FeedbackFiles({ files, error, disabled, onAdd, onRemove }: FeedbackFilesProps) {
  const t = useTranslations('Cabinet.feedback')
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const full = files.length >= maxFeedbackFiles

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    if (!disabled) onAdd([...event.dataTransfer.files])
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Field
        label={t('files')}
        hint={t('filesHint')}
        error={error}
        aside={files.length > 0 ? t('filesCount', { count: files.length, most: maxFeedbackFiles }) : undefined}
      >
        {(control) => (
          <div
            onDragOver={(event) => {
              event.preventDefault()
              setOver(true)
            }}
            onDragLeave={() => setOver(false)}
            onDrop={drop}
            className={classNames(
              'relative flex min-h-14 items-center justify-center gap-2 rounded-md border border-dashed px-4 py-3 text-center transition-colors duration-150 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus',
              over ? 'border-action bg-plan' : 'border-control bg-surface hover:bg-hover',
              (disabled || full) && 'opacity-55',
            )}
          >
            <Paperclip aria-hidden className="size-4.5 text-soft" />
            <span className="text-small font-semibold text-link">{t('addFiles')}</span>
            {/* The whole field is the file input: it is found by keyboard, touch and screen reader alike. */}
            <input
              {...control}
              ref={input}
              type="file"
              multiple
              accept={ACCEPTED_TYPES}
              disabled={disabled || full}
              onChange={(event) => {
                onAdd([...(event.target.files ?? [])])
                // The same file may be chosen again after it was taken out.
                event.target.value = ''
              }}
              className="absolute inset-0 cursor-pointer opacity-0 disabled:cursor-not-allowed"
            />
          </div>
        )}
      </Field>
      {files.length > 0 && (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-1">
          {files.map((file) => (
            <li
              key={`${file.name} ${file.size} ${file.lastModified}`}
              className="flex items-center gap-3 rounded-md bg-sunken py-1 pl-3 pr-1"
            >
              <FileText aria-hidden className="size-4.5 shrink-0 text-link" />
              <span className="min-w-0 flex-1 truncate text-small font-medium">{file.name}</span>
              <span className="numbers shrink-0 text-fine text-soft">
                <FileSize bytes={file.size} />
              </span>
              <button
                type="button"
                disabled={disabled}
                aria-label={t('removeFile', { name: file.name })}
                onClick={() => {
                  onRemove(file)
                  input.current?.focus()
                }}
                className="grid size-10 shrink-0 place-items-center rounded-md text-soft hover:bg-lose hover:text-lose-text disabled:opacity-55"
              >
                <X aria-hidden className="size-4.5" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
