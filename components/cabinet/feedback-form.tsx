'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { TextAreaField, TextField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { Select } from '@/components/ui/select'
import { ApiError } from '@/lib/api/problems'
import { type FeedbackMessage, feedbackTopic } from '@/lib/contract/feedback'
import { SendingBar } from './document-upload'
import { FeedbackFiles } from './feedback-files'
import { useFailureText, useRefusalText } from '@/components/forms/use-call'
import { useTooLong } from '@/components/forms/too-long'
import { createMessageKeys } from '@/lib/api/message-key'
import type { FeedbackDraft, FeedbackFaults, FilesFault } from './feedback-draft'
import { checkFeedback, addFiles, keepFeedbackDraft, MAX_MESSAGE, MAX_SUBJECT, typedSince } from './feedback-draft'

interface FeedbackFormProps {
  /** Whose draft is kept; null until that is known. */
  accountId: number | null
  initial: FeedbackDraft
  onSent(message: FeedbackMessage): void
}

/** Writes to the company. What was typed is kept in the tab until it is sent; a refusal keeps the files too. */
export function FeedbackForm({ accountId, initial, onSent }: FeedbackFormProps) {
  const t = useTranslations('Cabinet.feedback')
  const fileFaultText = useFileFaultText()
  const failureText = useFailureText()
  const [draft, setDraft] = useState(initial)
  /** The same, for an answer that comes while it is typed on. */
  const typed = useRef(initial)
  const [files, setFiles] = useState<File[]>([])
  /** What is missing is said once it was tried to send it; what is too long at once. */
  const [tried, setTried] = useState(false)
  const [keys] = useState(createMessageKeys)
  const tooLong = { subject: useTooLong(MAX_SUBJECT)(draft.subject), message: useTooLong(MAX_MESSAGE)(draft.message) }
  const faults: FeedbackFaults = tried ? checkFeedback(draft) : {}
  const [fileFault, setFileFault] = useState<FilesFault | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [share, setShare] = useState<number | null>(null)
  const abort = useRef<AbortController | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const topic = useRef<HTMLElement>(null)

  useEffect(() => () => abort.current?.abort(), [])

  function put(next: FeedbackDraft) {
    typed.current = next
    setDraft(next)
    if (accountId !== null) keepFeedbackDraft(accountId, next)
  }

  function change(part: Partial<FeedbackDraft>) {
    put({ ...draft, ...part })
  }

  function errorOf(field: 'topic' | 'subject' | 'message') {
    const fault = faults[field]
    if (field !== 'topic' && tooLong[field]) return tooLong[field]
    return fault && fault !== 'tooLong' && t(`errors.${fault}`)
  }

  async function send() {
    if (share !== null) return
    const found = checkFeedback(draft)
    setTried(true)
    setFailure(null)
    const first = (['topic', 'subject', 'message'] as const).find((field) => found[field])
    if (first === 'topic' || draft.topic === '') return topic.current?.focus()
    if (first) return focusOn(form.current, first)
    const controller = new AbortController()
    abort.current = controller
    setShare(0)
    try {
      const { sendFeedback } = await import('@/lib/api/send-form')
      const sent = await sendFeedback({
        idempotencyKey: keys.keyOf(contentOf(draft, files)),
        ...draft,
        topic: draft.topic,
        files,
        onProgress: setShare,
        signal: controller.signal,
      })
      keys.taken()
      setTried(false)
      put(typedSince(draft, typed.current))
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

  return (
    <form
      ref={form}
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {failure && (
        <Notice tone="lose" role="alert">
          <p className="font-medium">{failure}</p>
        </Notice>
      )}
      <Select
        ref={topic}
        label={t('topic')}
        name="topic"
        required
        error={errorOf('topic')}
        value={draft.topic}
        onValueChange={(value) => change({ topic: feedbackTopic.catch('other').parse(value) })}
        options={feedbackTopic.options.map((option) => ({ value: option, label: t(`topics.${option}`) }))}
      />
      <TextField
        label={t('subject')}
        name="subject"
        required
        autoComplete="off"
        value={draft.subject}
        onChange={(event) => change({ subject: event.target.value })}
        error={errorOf('subject')}
      />
      <TextAreaField
        label={t('message')}
        name="message"
        required
        rows={7}
        value={draft.message}
        onChange={(event) => change({ message: event.target.value })}
        error={errorOf('message')}
      />
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
          setFiles((known) => known.filter((other) => other !== file))
          setFileFault(null)
        }}
      />
      {share === null ? (
        <Button type="submit" wide>
          {t('send')}
        </Button>
      ) : (
        <SendingBar
          share={share}
          label={t('sending', { percent: Math.round(share * 100) })}
          cancel={t('cancel')}
          onCancel={() => abort.current?.abort()}
        />
      )}
    </form>
  )
}

/** What makes it this message: sent again after a lost answer it is the same one, changed in anything it is another. */
function contentOf(draft: FeedbackDraft, files: readonly File[]): string {
  return JSON.stringify([draft, files.map(({ name, size, lastModified }) => [name, size, lastModified])])
}

/** The file that the server refuses by its content, so that it is named beside the files. */
function refusedFile(error: unknown, files: readonly File[]): FilesFault | null {
  if (
    !(error instanceof ApiError) ||
    (error.code !== 'file_type_refused' && error.code !== 'file_empty' && error.code !== 'file_unreadable')
  )
    return null
  const position = /^files\.(\d+)$/.exec(error.problem.errors?.[0]?.path ?? '')?.[1]
  const file = position === undefined ? undefined : files[Number(position)]
  return file ? { code: error.code, name: file.name } : null
}

function focusOn(form: HTMLFormElement | null, name: string): void {
  const field = form?.elements.namedItem(name)
  if (field instanceof HTMLElement) field.focus()
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
