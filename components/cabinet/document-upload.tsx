'use client'

import { UploadCloud } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useRef, useState, type DragEvent } from 'react'
import { ACCEPTED_TYPES, checkDocument } from '@/components/cabinet/document-check'
import { FileSize } from '@/components/cabinet/file-size'
import { SendingBar } from '@/components/cabinet/sending-bar'
import { useFailureText } from '@/components/cabinet/use-failure-text'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { CONTROL_LOOK, Field } from '@/components/ui/field'
import { uploadDocument } from '@/lib/api/upload-document'
import { documentKind, type CompanyDocument } from '@/lib/contract/documents'
import { ERROR_WORDINGS } from '@/lib/i18n/error-messages'

type Kind = CompanyDocument['kind']

export interface DocumentUploadProps {
  /** The kind that is most likely next. */
  suggested: Kind | null
  onUploaded(document: CompanyDocument): void
}

/** Chooses, checks and sends one document; a refusal keeps the choice. */
export function DocumentUpload({ suggested, onUploaded }: DocumentUploadProps) {
  const t = useTranslations('Cabinet.documents')
  const tErrors = useTranslations('Errors')
  const failureText = useFailureText()
  const [kind, setKind] = useState<Kind | null>(null)
  const [file, setFile] = useState<File | null>(null)
  const [errors, setErrors] = useState<{ kind?: string; file?: string }>({})
  const [share, setShare] = useState<number | null>(null)
  const [over, setOver] = useState(false)
  const abort = useRef<AbortController | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const select = useRef<HTMLSelectElement>(null)
  const chosenKind = kind ?? suggested

  function choose(chosen: File | undefined) {
    if (!chosen) return
    const refused = checkDocument(chosen)
    setFile(chosen)
    setErrors((known) => ({ ...known, file: refused ? tErrors(ERROR_WORDINGS[refused].key, NO_NUMBERS) : undefined }))
  }

  async function send() {
    if (share !== null) return
    const refused = file && checkDocument(file)
    const found = {
      kind: chosenKind ? undefined : t('kindRequired'),
      file: file ? (refused ? tErrors(ERROR_WORDINGS[refused].key, NO_NUMBERS) : undefined) : tErrors('fileMissing'),
    }
    setErrors(found)
    if (!chosenKind) return select.current?.focus()
    if (!file || found.file) return input.current?.focus()
    const controller = new AbortController()
    abort.current = controller
    setShare(0)
    try {
      const document = await uploadDocument({ kind: chosenKind, file, onProgress: setShare, signal: controller.signal })
      setFile(null)
      setKind(null)
      if (input.current) input.current.value = ''
      onUploaded(document)
    } catch (error) {
      if (!controller.signal.aborted) setErrors({ file: failureText(error) })
    } finally {
      setShare(null)
    }
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    choose(event.dataTransfer.files[0])
  }

  return (
    <form
      className="grid gap-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Field label={t('kind')} error={errors.kind}>
        {(control) => (
          <select {...control} ref={select} name="kind" className={CONTROL_LOOK} value={chosenKind ?? ''} onChange={(event) => setKind(documentKind.catch('other').parse(event.target.value))}>
            <option value="" disabled hidden />
            {documentKind.options.map((option) => (
              <option key={option} value={option}>
                {t(`kinds.${option}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={t('file')} hint={t('fileHint')} error={errors.file}>
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
            {file ? (
              <p className="max-w-full truncate font-semibold">
                {file.name} <span className="font-regular text-soft">· <FileSize bytes={file.size} /></span>
              </p>
            ) : (
              <p>
                <span className="text-soft max-sm:hidden">{t('drop')} </span>
                <span className="font-semibold text-link">{t('choose')}</span>
              </p>
            )}
            {/* The whole field is the file input: it is found by keyboard, touch and screen reader alike. */}
            <input
              {...control}
              ref={input}
              type="file"
              accept={ACCEPTED_TYPES}
              disabled={share !== null}
              onChange={(event) => choose(event.target.files?.[0])}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
          </div>
        )}
      </Field>
      {share === null ? (
        <Button type="submit" wide>
          {t('upload')}
        </Button>
      ) : (
        <SendingBar share={share} label={t('uploading', { percent: Math.round(share * 100) })} cancel={t('cancel')} onCancel={() => abort.current?.abort()} />
      )}
    </form>
  )
}

/** The file's refusals have words without numbers; the shared table of messages asks for all of them. */
const NO_NUMBERS = { minimum: '', maximum: '', lower: '', upper: '', seconds: 0 }
