import { UploadCloud, X } from 'lucide'
import { useTranslations } from 'next-intl'
import { type ReactNode, type Ref, useRef, useState } from 'react'
import { UploadTime } from '@/components/cabinet/upload-time'
import { useFailureText, useRefusalText } from '@/components/forms/failure-texts'
import { useLeaveWarning } from '@/components/forms/use-leave-warning'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Field, type FieldProps } from '@/components/ui/field'
import { FileSize } from '@/components/ui/figures'
import { Icon } from '@/components/ui/icon'
import { ListSelect } from '@/components/ui/list-select'
import { createIdempotencyKeys } from '@/lib/api/idempotency-keys'
import { ApiError } from '@/lib/api/problems'
import { uploadDocument } from '@/lib/api/upload-document'
import { ACCEPTED_TYPES, type CompanyDocument, documentKind, FILE_FAULTS } from '@/lib/contract/documents'
import type { ErrorCode } from '@/lib/contract/errors'

interface QueuedFile {
  key: number
  keys: ReturnType<typeof createIdempotencyKeys>
  file: File
  kind: CompanyDocument['kind'] | null
  share: number | null
  fault: string | null
  /** Whether the file itself was refused, so that resending it would not help. */
  isRejected: boolean
}

type Kind = CompanyDocument['kind']

/** Files to upload, each with its kind, progress and fault. */
function useUploadQueue(onUploaded: (document: CompanyDocument) => void) {
  const t = useTranslations('Cabinet.documents')
  const refusalOf = useFileRefusal()
  const failureText = useFailureText()
  const [files, setFiles] = useState<QueuedFile[]>([])
  /** The current list, for an upload that outlives the render that started it. */
  const latest = useRef(files)
  const nextKey = useRef(0)
  const aborts = useRef(new Map<number, AbortController>())
  const sending = files.some(({ share }) => share !== null)
  useLeaveWarning(sending)

  function update(next: QueuedFile[]) {
    latest.current = next
    setFiles(next)
  }

  const change = (key: number, changes: Partial<QueuedFile>) =>
    update(latest.current.map((item) => (item.key === key ? { ...item, ...changes } : item)))
  const remove = (key: number) => update(latest.current.filter((item) => item.key !== key))

  function add(chosen: readonly File[], kinds: readonly Kind[]) {
    const proposed = [...kinds]
    const added = chosen.map((file): QueuedFile => {
      const fault = refusalOf(file)
      return {
        key: (nextKey.current += 1),
        keys: createIdempotencyKeys(),
        file,
        kind: fault === null ? (proposed.shift() ?? null) : null,
        share: null,
        fault,
        isRejected: fault !== null,
      }
    })
    update([...latest.current, ...added])
  }

  async function send(item: QueuedFile): Promise<void> {
    if (item.kind === null) return change(item.key, { fault: t('kindRequired') })
    const abort = new AbortController()
    aborts.current.set(item.key, abort)
    change(item.key, { share: 0, fault: null })
    try {
      const document = await uploadDocument({
        kind: item.kind,
        file: item.file,
        // An upload whose answer was lost is not stored twice.
        idempotencyKey: item.keys.keyFor(item.kind),
        onProgress: (share) => change(item.key, { share }),
        signal: abort.signal,
      })
      remove(item.key)
      onUploaded(document)
    } catch (error) {
      const isRejected = isFileFault(error)
      change(item.key, { share: null, isRejected, fault: abort.signal.aborted ? t('stopped') : failureText(error) })
    } finally {
      aborts.current.delete(item.key)
    }
  }

  return {
    files,
    sending,
    add,
    setKind: (key: number, kind: Kind) =>
      change(key, { kind, ...(files.find((item) => item.key === key)?.isRejected ? {} : { fault: null }) }),
    remove,
    cancel: (key: number) => aborts.current.get(key)?.abort(),
    retry: (item: QueuedFile) => (sending ? Promise.resolve() : send(item)),
    /** One at a time, so that files do not share a slow connection; a failure does not stop the rest. */
    async sendAll() {
      if (sending) return
      for (const { key } of files) {
        // The type may have been changed in the meantime, or the file removed.
        const item = latest.current.find((candidate) => candidate.key === key)
        if (item && !item.isRejected) await send(item)
      }
    },
  }
}

export function isFileFault(error: unknown): boolean {
  return error instanceof ApiError && [...FILE_FAULTS, 'file_changed'].includes(error.code)
}

const MAX_DOCUMENT_BYTES = 25 * 1024 * 1024

/** Refuses a file before megabytes are sent. */
export function checkDocument(
  file: Pick<File, 'name' | 'size'>,
): Extract<ErrorCode, 'file_empty' | 'body_too_large' | 'file_type_refused'> | null {
  const extension = file.name.slice(file.name.lastIndexOf('.')).toLowerCase()
  if (!ACCEPTED_TYPES.split(',').includes(extension)) return 'file_type_refused'
  if (file.size === 0) return 'file_empty'
  return file.size > MAX_DOCUMENT_BYTES ? 'body_too_large' : null
}

/** The text of a refusal; null for a file that may be sent. */
export function useFileRefusal(): (file: File) => string | null {
  const t = useTranslations('Cabinet.documents')
  return (file) => {
    const code = checkDocument(file)
    return code && t(`refused.${code}`, { name: file.name })
  }
}

interface QueuedFileRowProps {
  item: QueuedFile
  busy: boolean
  onKind: (kind: CompanyDocument['kind']) => void
  onRemove: () => void
  onCancel: () => void
  onRetry: () => void
}

function QueuedFileRow({ item, busy, onKind, onRemove, onCancel, onRetry }: QueuedFileRowProps) {
  const t = useTranslations('Cabinet.documents')
  const tKinds = useTranslations('DocumentKinds')
  const { file, kind, share, fault, isRejected } = item
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-line py-4">
      <div className="flex items-center gap-3">
        <p className="min-w-0 flex-1 truncate font-semibold">
          {file.name}{' '}
          <span className="font-regular text-soft">
            · <FileSize bytes={file.size} />
          </span>
        </p>
        {share === null && (
          <button
            type="button"
            aria-label={t('removeLabel', { name: file.name })}
            onClick={onRemove}
            className="grid size-11 shrink-0 place-items-center rounded-md text-soft hover:bg-hover hover:text-text"
          >
            <Icon of={X} className="size-5" />
          </button>
        )}
      </div>
      {!isRejected && (
        <ListSelect
          label={t('kind')}
          aria-label={t('kindOf', { name: file.name })}
          error={kind === null && fault}
          disabled={share !== null}
          value={kind ?? ''}
          onValueChange={(value) => onKind(documentKind.catch('other').parse(value))}
          options={documentKind.options.map((option) => ({ value: option, label: tKinds(option) }))}
        />
      )}
      {!isRejected && share === null && <UploadTime bytes={file.size} />}
      {share !== null && (
        <SendingBar share={share} label={t('uploading', { percent: Math.round(share * 100) })} onCancel={onCancel} />
      )}
      {fault && (isRejected || kind !== null) && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p role="alert" className="text-small font-medium text-lose-text">
            {fault}
          </p>
          {!isRejected && share === null && (
            <Button size="sm" tone="outline" disabled={busy} onClick={onRetry}>
              {t('retry')}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

export function SendingBar({ share, label, onCancel }: { share: number; label: string; onCancel: () => void }) {
  const t = useTranslations('Common')
  return (
    <div className="grid gap-2">
      <div className="flex items-center justify-between gap-4">
        <span className="numbers text-small font-medium">{label}</span>
        <Button size="sm" tone="quiet" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
      <progress
        max={1}
        value={share}
        aria-label={label}
        className="h-2 w-full appearance-none overflow-hidden rounded-full bg-bar-rest [&::-moz-progress-bar]:bg-bar [&::-webkit-progress-bar]:bg-bar-rest [&::-webkit-progress-value]:bg-bar"
      />
    </div>
  )
}

interface DocumentUploadProps {
  missing: readonly CompanyDocument['kind'][]
  onUploaded(document: CompanyDocument): void
}

export function DocumentUpload({ missing, onUploaded }: DocumentUploadProps) {
  const t = useTranslations('Cabinet.documents')
  const refusalText = useRefusalText()
  const queue = useUploadQueue(onUploaded)
  const [isEmpty, setEmpty] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const ready = queue.files.filter(({ isRejected }) => !isRejected)

  function choose(files: File[]) {
    if (files.length === 0) return
    setEmpty(false)
    const chosenKinds = new Set(queue.files.map(({ kind }) => kind))
    queue.add(
      files,
      missing.filter((kind) => !chosenKinds.has(kind)),
    )
  }

  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setEmpty(ready.length === 0)
        if (ready.length === 0) input.current?.focus()
        else void queue.sendAll()
      }}
    >
      <DropField
        ref={input}
        label={t('file')}
        hint={t('fileHint')}
        error={isEmpty && refusalText({ code: 'file_missing' })}
        className="grid justify-items-center gap-1 py-6"
        onFiles={choose}
      >
        <Icon of={UploadCloud} className="size-7 text-soft" />
        <p>
          <span className="text-soft max-sm:hidden">{t('drop')} </span>
          <span className="font-semibold text-link max-sm:inline-block max-sm:first-letter:uppercase">
            {t('choose')}
          </span>
        </p>
      </DropField>
      {queue.files.length > 0 && (
        <ul className="grid grid-cols-[minmax(0,1fr)]">
          {queue.files.map((item) => (
            <QueuedFileRow
              key={item.key}
              item={item}
              busy={queue.sending}
              onKind={(kind) => queue.setKind(item.key, kind)}
              onRemove={() => {
                queue.remove(item.key)
                input.current?.focus()
              }}
              onCancel={() => queue.cancel(item.key)}
              onRetry={() => void queue.retry(item)}
            />
          ))}
        </ul>
      )}
      <Button type="submit" wide pending={queue.sending}>
        {t('upload', { count: ready.length })}
      </Button>
    </form>
  )
}

interface DropFieldProps extends FieldProps {
  ref: Ref<HTMLInputElement>
  /** Disables the file input; dropped files still reach `onFiles`, which can explain the reason. */
  disabled?: boolean
  multiple?: boolean
  className: string
  children: ReactNode
  onFiles: (files: File[]) => void
}

/** A field to drop or choose files. The file input covers it, so that keyboard, touch and screen reader find it. */
export function DropField({ ref, disabled, multiple = true, className, children, onFiles, ...field }: DropFieldProps) {
  const [over, setOver] = useState(false)
  return (
    <Field {...field}>
      {(control) => (
        <div
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault()
            setOver(false)
            onFiles([...event.dataTransfer.files])
          }}
          className={classNames(
            'relative rounded-md border border-dashed px-4 text-center transition-colors duration-150 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus',
            over ? 'border-action bg-plan' : 'border-control bg-surface hover:bg-hover',
            disabled && 'opacity-55',
            className,
          )}
        >
          {children}
          <input
            {...control}
            ref={ref}
            type="file"
            multiple={multiple}
            accept={ACCEPTED_TYPES}
            disabled={disabled}
            onChange={(event) => {
              onFiles([...(event.target.files ?? [])])
              // Reset, so that the same file can be chosen again after it was removed.
              event.target.value = ''
            }}
            className="absolute inset-0 cursor-pointer opacity-0 disabled:cursor-not-allowed"
          />
        </div>
      )}
    </Field>
  )
}
