'use client'

import { FileText, Paperclip, X } from 'lucide'
import { Icon } from '@/components/ui/icon'
import { useTranslations } from 'next-intl'
import { useRef } from 'react'
import { maxFeedbackFiles } from '@/lib/contract/feedback'
import { DropField } from './document-upload'
import { FileSize } from '@/components/ui/file-size'

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
  const input = useRef<HTMLInputElement>(null)
  const full = files.length >= maxFeedbackFiles

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <DropField
        ref={input}
        label={t('files')}
        hint={t('filesHint')}
        error={error}
        aside={files.length > 0 ? t('filesCount', { count: files.length, most: maxFeedbackFiles }) : undefined}
        disabled={disabled || full}
        className="flex min-h-14 items-center justify-center gap-2 py-3"
        onFiles={(chosen) => !disabled && onAdd(chosen)}
      >
        <Icon of={Paperclip} className="size-4.5 text-soft" />
        <span className="text-small font-semibold text-link">{t('addFiles')}</span>
      </DropField>
      {files.length > 0 && (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-1">
          {files.map((file) => (
            <li
              key={`${file.name} ${file.size} ${file.lastModified}`}
              className="flex items-center gap-3 rounded-md bg-sunken py-1 pl-3 pr-1"
            >
              <Icon of={FileText} className="size-4.5 shrink-0 text-link" />
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
                <Icon of={X} className="size-4.5" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
