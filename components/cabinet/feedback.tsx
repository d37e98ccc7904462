'use client'

import { TONES } from '@/lib/contract/tones'
import { FileText, Paperclip, X } from 'lucide'
import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { checkDocument, DropField, SendingBar } from '@/components/cabinet/document-upload'
import { UploadTime } from '@/components/cabinet/upload-time'
import { FailedSection } from '@/components/content/failed-section'
import { useTooLong } from '@/components/forms/draft-text-area'
import { useFormDraft } from '@/components/forms/form-kit'
import { readAutofill } from '@/components/forms/read-autofill'
import { resolverOf } from '@/components/forms/use-checked-form'
import { useFailureText, useRefusalText } from '@/components/forms/failure-texts'
import { usePages } from '@/components/forms/use-pages'
import { useUser } from '@/components/session/session-user'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { TextAreaField, TextField } from '@/components/ui/field'
import { FileSize } from '@/components/ui/figures'
import { Icon } from '@/components/ui/icon'
import { EmptyState, FailureNotice, Notice } from '@/components/ui/notice'
import { Pill } from '@/components/ui/pill'
import { ListSelect } from '@/components/ui/list-select'
import { createIdempotencyKeys } from '@/lib/api/idempotency-keys'
import { ApiError } from '@/lib/api/problems'
import { FILE_ERRORS } from '@/lib/contract/documents'
import {
  feedbackEndpoints,
  type FeedbackMessage,
  feedbackTopic,
  MAX_FEEDBACK_BYTES,
  MAX_FEEDBACK_FILES,
} from '@/lib/contract/feedback'
import { formatDateTime } from '@/lib/i18n/formats'

const MAX_SUBJECT = 200
const MAX_MESSAGE = 5000

const schema = feedbackEndpoints.send.request.pick({ topic: true, subject: true, message: true })
const FIELDS = ['topic', 'subject', 'message'] as const
type FeedbackValues = Record<(typeof FIELDS)[number], string>
type FeedbackField = keyof FeedbackValues

/** Faults of one file, which is named with them. */
const NAMED_FAULTS = [...FILE_ERRORS, 'file_changed'] as const

type FilesFault =
  | { code: 'too_many' }
  | { code: 'together_too_large' }
  | { code: (typeof NAMED_FAULTS)[number]; name: string }

function addFiles(existing: readonly File[], chosen: readonly File[]): { files: File[]; fault: FilesFault | null } {
  let files = [...existing]
  for (const file of chosen) {
    const refused = checkDocument(file)
    if (refused) return { files, fault: { code: refused, name: file.name } }
    if (
      files.some(
        (other) => other.name === file.name && other.size === file.size && other.lastModified === file.lastModified,
      )
    )
      continue
    if (files.length === MAX_FEEDBACK_FILES) return { files, fault: { code: 'too_many' } }
    if (sizeOf([...files, file]) > MAX_FEEDBACK_BYTES) return { files, fault: { code: 'together_too_large' } }
    files = [...files, file]
  }
  return { files, fault: null }
}

function sizeOf(files: readonly File[]): number {
  return files.reduce((bytes, file) => bytes + file.size, 0)
}

interface FeedbackFilesProps {
  files: readonly File[]
  error?: string
  disabled: boolean
  onAdd(files: File[]): void
  onRemove(file: File): void
}

function FeedbackFiles({ files, error, disabled, onAdd, onRemove }: FeedbackFilesProps) {
  const t = useTranslations('Cabinet.feedback')
  const input = useRef<HTMLInputElement>(null)
  const full = files.length >= MAX_FEEDBACK_FILES

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <DropField
        ref={input}
        label={t('files')}
        hint={t('filesHint')}
        error={error}
        aside={files.length > 0 ? t('filesCount', { count: files.length, most: MAX_FEEDBACK_FILES }) : undefined}
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

interface FeedbackFormProps {
  /** Null until the account is known. */
  companyId: number | null
  onSent(message: FeedbackMessage): void
}

/** Writes to the company. The text is kept in this tab until it is sent; a refusal keeps the files too. */
function FeedbackForm({ companyId, onSent }: FeedbackFormProps) {
  const t = useTranslations('Cabinet.feedback')
  const fileFaultText = useFileFaultText()
  const failureText = useFailureText()
  const form = useForm<FeedbackValues>({ resolver: resolverOf(schema) })
  const { control, formState, getValues, handleSubmit, register, setValue } = form
  useFormDraft(form, companyId === null ? null : `feedback-draft:${companyId}`)
  const [subject = '', message = ''] = useWatch({ control, name: ['subject', 'message'] })
  const tooLong = { topic: null, subject: useTooLong(MAX_SUBJECT)(subject), message: useTooLong(MAX_MESSAGE)(message) }
  const [files, setFiles] = useState<File[]>([])
  const [fileFault, setFileFault] = useState<FilesFault | null>(null)
  const [keys] = useState(createIdempotencyKeys)
  const [failure, setFailure] = useState<string | null>(null)
  const [share, setShare] = useState<number | null>(null)
  const abort = useRef<AbortController | null>(null)

  useEffect(() => () => abort.current?.abort(), [])

  async function send(values: FeedbackValues) {
    if (share !== null) return
    const controller = new AbortController()
    abort.current = controller
    setFailure(null)
    setShare(0)
    try {
      const { sendFeedback } = await import('@/lib/api/feedback')
      const sent = await sendFeedback({
        idempotencyKey: keys.keyFor(contentOf(values, files)),
        ...values,
        topic: feedbackTopic.parse(values.topic),
        files,
        onProgress: setShare,
        signal: controller.signal,
      })
      keys.accepted()
      // Input typed during sending becomes the start of the next message.
      for (const field of FIELDS) if (getValues(field) === values[field]) setValue(field, '')
      form.reset(undefined, { keepValues: true })
      setFiles([])
      setFileFault(null)
      onSent(sent)
    } catch (error) {
      if (controller.signal.aborted) return
      const refused = refusedFile(error, files)
      if (refused) setFileFault(refused)
      else setFailure(failureText(error))
    } finally {
      setShare(null)
    }
  }

  const field = (name: FeedbackField) => ({
    ...register(name),
    label: t(name),
    required: true,
    error: tooLong[name] ?? (formState.errors[name] && t(`errors.${name}Required`)),
  })

  return (
    <form
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
      onSubmit={(event) => {
        readAutofill(event.currentTarget, form)
        void handleSubmit(() => send(getValues()))(event)
      }}
    >
      <FailureNotice>{failure}</FailureNotice>
      <ListSelect
        {...field('topic')}
        options={feedbackTopic.options.map((option) => ({ value: option, label: t(`topics.${option}`) }))}
      />
      <TextField {...field('subject')} autoComplete="off" />
      <TextAreaField {...field('message')} rows={7} />
      <FeedbackFiles
        files={files}
        disabled={share !== null}
        error={fileFault ? fileFaultText(fileFault) : undefined}
        onAdd={(chosen) => {
          const added = addFiles(files, chosen)
          setFiles(added.files)
          setFileFault(added.fault)
        }}
        onRemove={(file) => {
          setFiles((before) => before.filter((other) => other !== file))
          setFileFault(null)
        }}
      />
      {share === null && <UploadTime bytes={files.reduce((total, { size }) => total + size, 0)} />}
      {share === null ? (
        <Button type="submit" wide>
          {t('send')}
        </Button>
      ) : (
        <SendingBar
          share={share}
          label={t('sending', { percent: Math.round(share * 100) })}
          onCancel={() => abort.current?.abort()}
        />
      )}
    </form>
  )
}

function contentOf(values: FeedbackValues, files: readonly File[]): string {
  return JSON.stringify([values, files.map(({ name, size, lastModified }) => [name, size, lastModified])])
}

/** The file whose content the server refused, to be named beside the files. */
function refusedFile(error: unknown, files: readonly File[]): FilesFault | null {
  const code = error instanceof ApiError ? NAMED_FAULTS.find((candidate) => candidate === error.code) : undefined
  if (!(error instanceof ApiError) || code === undefined) return null
  const position = /^files\.(\d+)$/.exec(error.problem.errors?.[0]?.path ?? '')?.[1]
  const file = position === undefined ? undefined : files[Number(position)]
  return file ? { code, name: file.name } : null
}

function useFileFaultText(): (fault: FilesFault) => string {
  const t = useTranslations('Cabinet.feedback')
  const refusalText = useRefusalText()
  return (fault) => {
    switch (fault.code) {
      case 'too_many':
        return t('errors.tooManyFiles')
      case 'together_too_large':
        return t('errors.filesTooLarge')
      default:
        return `${fault.name}: ${refusalText(fault)}`
    }
  }
}

function FeedbackEntry({ message }: { message: FeedbackMessage }) {
  const t = useTranslations('Cabinet.feedback')
  const locale = useLocale()
  return (
    <Card as="article" aria-labelledby={`feedback-${message.id}`} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="numbers text-fine text-soft">
          {t('number', { number: String(message.id) })} · {t(`topics.${message.topic}`)} ·{' '}
          {formatDateTime(message.sent_at, locale)}
        </p>
        <Pill tone={TONES.request[message.status]}>{t(`statuses.${message.status}`)}</Pill>
      </div>
      <h3 id={`feedback-${message.id}`} className="text-h3 wrap-anywhere">
        {message.subject}
      </h3>
      <p className="whitespace-pre-line wrap-anywhere">{message.message}</p>
      {message.files.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {message.files.map((file) => (
            <li key={file.id} className="max-w-full">
              <a
                href={file.url}
                target="_blank"
                rel="noopener"
                className="inline-flex min-h-9 max-w-full items-center gap-2 rounded-md border border-line px-3 py-1 text-small font-medium hover:bg-hover"
              >
                <Icon of={Paperclip} className="size-4 shrink-0 text-soft" />
                <span className="truncate">{file.name}</span>
                <span className="shrink-0 text-fine font-regular text-soft">
                  <FileSize bytes={file.bytes} />
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
      {message.answer !== null && (
        <div className="grid gap-1 rounded-md border-l-3 border-action bg-plan px-4 py-3">
          <p className="text-fine font-semibold text-plan-text">
            {t('answer')}
            {message.answered_at && (
              <span className="numbers font-regular"> · {formatDateTime(message.answered_at, locale)}</span>
            )}
          </p>
          <p className="whitespace-pre-line wrap-anywhere">{message.answer}</p>
        </div>
      )}
    </Card>
  )
}

interface FeedbackHistory {
  messages: FeedbackMessage[]
  cursor: string | null
}

/** `history`: earlier messages; null if they could not be read, which does not prevent writing. */
export function Feedback({ history }: { history: FeedbackHistory | null }) {
  const t = useTranslations('Cabinet.feedback')
  const error = useTranslations('ErrorPage')
  const companyId = useUser()?.id ?? null
  const [sent, setSent] = useState<readonly FeedbackMessage[]>([])
  const [latest] = sent
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_440px]">
      <Card className="lg:order-2 lg:sticky lg:top-6">
        <CardHeader title={t('write')} />
        <div className="grid gap-4 pt-5">
          <div role="status" className="empty:hidden">
            {latest && (
              <Notice tone="go" title={t('sentTitle', { number: String(latest.id) })}>
                {t('sentText')}
              </Notice>
            )}
          </div>
          <FeedbackForm
            key={companyId}
            companyId={companyId}
            onSent={(message) => setSent((before) => [message, ...before])}
          />
        </div>
      </Card>
      <section aria-labelledby="feedback-history" className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <h2 id="feedback-history" className="text-h3">
          {t('history')}
        </h2>
        {history ? (
          <FeedbackList sent={sent} history={history} />
        ) : (
          <>
            <FailedSection text={error('sectionFailed')} />
            {sent.map((message) => (
              <FeedbackEntry key={message.id} message={message} />
            ))}
          </>
        )}
      </section>
    </div>
  )
}

function FeedbackList({ sent, history }: { sent: readonly FeedbackMessage[]; history: FeedbackHistory }) {
  const t = useTranslations('Cabinet.feedback')
  const older = usePages(
    history.cursor,
    async (next) => (await import('@/lib/api/feedback')).readFeedback(next),
    useFailureText(),
  )
  // A message sent here shifts the pages of the list, so one may come twice.
  const messages = [
    ...new Map([...sent, ...history.messages, ...older.items].map((message) => [message.id, message])).values(),
  ]
  return (
    <>
      {messages.length === 0 ? (
        <EmptyState level={3} title={t('none.title')} text={t('none.text')} />
      ) : (
        messages.map((message) => <FeedbackEntry key={message.id} message={message} />)
      )}
      <FailureNotice>{older.more.failure}</FailureNotice>
      {older.hasMore && (
        <div className="grid justify-items-center pt-2">
          <Button
            tone="soft"
            pending={older.more.pending}
            onClick={({ currentTarget: button }) =>
              older.showMore(button, button.closest('section')?.querySelector(':scope > article:last-of-type'))
            }
          >
            {t('more')}
          </Button>
        </div>
      )}
    </>
  )
}
