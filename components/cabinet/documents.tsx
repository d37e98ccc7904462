'use client'

import { CircleCheck, Eye, FileText, Lock, RefreshCw, Trash2 } from 'lucide'
import { useLocale, useTranslations } from 'next-intl'
import { type RefObject, useRef, useState } from 'react'
import { DocumentUpload, isFileFault, useFileRefusal } from '@/components/cabinet/document-upload'
import { FailedSection } from '@/components/content/failed-section'
import { useApiMutation } from '@/components/forms/use-api-mutation'
import { useFailureText, useRefusalText } from '@/components/forms/failure-texts'
import { useUser } from '@/components/session/session-user'
import { DocumentSignatures } from '@/components/signatures/document-signatures'
import { userStore } from '@/components/session/user-store'
import { Button, LinkButton } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { FormDialog } from '@/components/forms/form-dialog'
import { Dialog } from '@/components/ui/dialog'
import { FileSize } from '@/components/ui/figures'
import { Icon } from '@/components/ui/icon'
import { EmptyState } from '@/components/ui/notice'
import { api } from '@/lib/api/browser'
import { createIdempotencyKeys } from '@/lib/api/idempotency-keys'
import { uploadDocument } from '@/lib/api/send-form'
import { ACCEPTED_TYPES, type CompanyDocument, hasPreview } from '@/lib/contract/documents'
import { missingDocuments } from '@/lib/domain/application'
import { formatDateNumeric } from '@/lib/i18n/formats'

/** Shows a document in a dialog: pictures as such, PDFs in the browser's viewer. Null keeps the dialog closed. */
function DocumentPreview({ document, onClose }: { document: CompanyDocument | null; onClose: () => void }) {
  const t = useTranslations('Cabinet.documents')
  const tCommon = useTranslations('Common')
  // The PDF viewer would capture the keyboard, but Escape must close the dialog: it gets the focus neither first nor by Tab.
  const start = useRef<HTMLDivElement>(null)
  return (
    <Dialog
      open={document !== null}
      onOpenChange={(open) => !open && onClose()}
      title={document?.name ?? ''}
      closeLabel={tCommon('close')}
      size="wide"
      initialFocus={start}
      actions={
        document && (
          <LinkButton tone="outline" href={document.url} target="_blank" rel="noopener">
            {t('openTab')}
          </LinkButton>
        )
      }
    >
      <div ref={start} tabIndex={-1} className="outline-none">
        {document &&
          (document.media_type === 'application/pdf' ? (
            <iframe
              title={document.name}
              src={document.url}
              tabIndex={-1}
              className="h-[65vh] w-full rounded-md border border-line bg-sunken"
            />
          ) : (
            <img
              alt={document.name}
              src={document.url}
              className="max-h-[65vh] w-full rounded-md border border-line bg-sunken object-contain"
            />
          ))}
      </div>
    </Dialog>
  )
}

interface ResultMessage {
  text: string
  /** Documents that were uploaded in a row. */
  uploaded?: readonly string[]
  failed: boolean
  /** Sends the same file again. */
  retry?: () => void
}

interface ReplaceDocumentProps {
  document: CompanyDocument
  onReplaced: (document: CompanyDocument) => void
  onResult: (message: ResultMessage | null) => void
}

function ReplaceDocument({ document, onReplaced, onResult }: ReplaceDocumentProps) {
  const t = useTranslations('Cabinet.documents')
  const refusalOf = useFileRefusal()
  const failureText = useFailureText()
  const input = useRef<HTMLInputElement>(null)
  const [share, setShare] = useState<number | null>(null)
  const [keys] = useState(createIdempotencyKeys)

  async function replace(file: File | undefined) {
    if (!file || share !== null) return
    const refused = refusalOf(file)
    if (refused !== null) return onResult({ text: refused, failed: true })
    onResult(null)
    setShare(0)
    try {
      const idempotencyKey = keys.keyFor([file.name, file.size, file.lastModified].join('|'))
      const { kind, id: replaces } = document
      onReplaced(await uploadDocument({ kind, file, replaces, idempotencyKey, onProgress: setShare }))
    } catch (error) {
      const retry = isFileFault(error) ? undefined : () => void replace(file)
      onResult({ text: failureText(error), failed: true, retry })
    } finally {
      setShare(null)
      if (input.current) input.current.value = ''
    }
  }

  const label = t('replaceLabel', { name: document.name })
  const percent = Math.round((share ?? 0) * 100)
  return (
    <>
      {share !== null && (
        // Not a live region, which would announce every per cent.
        <span
          role="progressbar"
          aria-label={label}
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
          className="numbers text-fine text-soft"
        >
          {t('replacing', { percent })}
        </span>
      )}
      <button
        type="button"
        aria-label={label}
        title={t('replace')}
        aria-disabled={share !== null || undefined}
        onClick={() => share === null && input.current?.click()}
        className="grid size-11 shrink-0 place-items-center rounded-md text-soft hover:bg-hover hover:text-text aria-disabled:cursor-not-allowed aria-disabled:opacity-55"
      >
        <Icon of={RefreshCw} className="size-5" />
      </button>
      <input
        ref={input}
        type="file"
        hidden
        tabIndex={-1}
        aria-hidden
        accept={ACCEPTED_TYPES}
        onChange={(event) => void replace(event.target.files?.[0])}
      />
    </>
  )
}

interface DeleteDocumentProps {
  document: CompanyDocument | null
  onClose(): void
  onDeleted(id: number): void
  /** Gets the focus once the document is deleted, and its button with it. */
  afterwards: RefObject<HTMLElement | null>
}

function DeleteDocument({ document, onClose, onDeleted, afterwards }: DeleteDocumentProps) {
  const t = useTranslations('Cabinet.documents')
  const isDeleted = useRef(false)
  const { pending, failure, run, clear } = useApiMutation(async (id: number) => {
    isDeleted.current = false
    await api.documents.delete({ id })
    isDeleted.current = true
    onDeleted(id)
    close()
  })

  function close() {
    clear()
    onClose()
  }

  return (
    <FormDialog
      open={document !== null}
      title={t('deleteTitle')}
      text={document ? t('deleteText', { name: document.name }) : undefined}
      verb={t('delete')}
      cancel={t('keep')}
      danger
      pending={pending}
      failure={failure}
      finalFocus={() => (isDeleted.current ? afterwards.current : null)}
      onClose={close}
      onAnswer={() => document && run(document.id)}
    />
  )
}

interface DocumentRowProps extends ReplaceDocumentProps {
  onPreview: () => void
  onDelete: () => void
}

const MAX_NUMBERS = 3
const ICON_BUTTON = 'grid size-11 shrink-0 place-items-center rounded-md text-soft'

function DocumentRow({ document, onPreview, onDelete, ...replacing }: DocumentRowProps) {
  const t = useTranslations('Cabinet.documents')
  const tKinds = useTranslations('DocumentKinds')
  const locale = useLocale()
  const isLocked = document.relied_on.length > 0
  const user = useUser()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-3">
      <Icon of={FileText} className="size-6 shrink-0 text-link max-sm:hidden" />
      <div className="min-w-0 flex-1 basis-56">
        <p className="text-fine text-soft">{tKinds(document.kind)}</p>
        <a
          href={document.url}
          target="_blank"
          rel="noopener"
          className="line-clamp-2 font-semibold [overflow-wrap:anywhere] hover:text-link hover:underline"
        >
          {document.name}
        </a>
        <p className="text-fine text-soft">
          {document.signed && `${t('signed')} · `}
          <FileSize bytes={document.bytes} /> ·{' '}
          {t('uploadedAt', { date: formatDateNumeric(document.uploaded_at, locale) })}
          {document.by !== null && ` · ${document.by}`}
        </p>
        {isLocked && (
          <p className="flex gap-1.5 pt-1 text-fine text-soft">
            <Icon of={Lock} className="mt-0.5 size-3.5 shrink-0" />
            <span>
              {t(document.relied_on.some(({ waiting }) => waiting) ? 'reliedWaiting' : 'relied', {
                count: document.relied_on.length,
                ...numbersOf(document),
              })}
            </span>
          </p>
        )}
      </div>
      <div className="flex items-center max-sm:-ml-3">
        {hasPreview(document) && (
          <button
            type="button"
            aria-label={t('previewLabel', { name: document.name })}
            title={t('preview')}
            onClick={onPreview}
            className={`${ICON_BUTTON} hover:bg-hover hover:text-text`}
          >
            <Icon of={Eye} className="size-5" />
          </button>
        )}
        {!isLocked && user?.role !== 'viewer' && (
          <>
            <ReplaceDocument document={document} {...replacing} />
            <button
              type="button"
              aria-label={t('deleteLabel', { name: document.name })}
              title={t('delete')}
              onClick={onDelete}
              className={`${ICON_BUTTON} hover:bg-lose hover:text-lose-text`}
            >
              <Icon of={Trash2} className="size-5" />
            </button>
          </>
        )}
      </div>
      {document.signed && (
        <div className="basis-full pt-2">
          <DocumentSignatures
            locale={locale}
            read={async () => (await api.documents.signatures({ id: document.id })).data}
          />
        </div>
      )}
    </li>
  )
}

/** The first numbers, and the count of the others: dozens of applications may rely on an old document. */
function numbersOf({ relied_on: applications }: CompanyDocument): { numbers: string; more: number } {
  const shown = applications.slice(0, MAX_NUMBERS).map(({ auction_number: number }) => number)
  return { numbers: shown.join(', '), more: applications.length - shown.length }
}

/** `documents`: null if they could not be read; uploading works all the same. */
export function DocumentsReview({ documents: initial }: { documents: CompanyDocument[] | null }) {
  const t = useTranslations('Cabinet.documents')
  const tKinds = useTranslations('DocumentKinds')
  const error = useTranslations('ErrorPage')
  const [loaded, setDocuments] = useState(initial)
  // A refresh has read the list, including documents added in the meantime.
  if (loaded === null && initial !== null) setDocuments(initial)
  const documents = loaded ?? []
  const change = (next: (list: CompanyDocument[]) => CompanyDocument[]) => setDocuments((list) => list && next(list))
  const [message, setMessage] = useState<ResultMessage | null>(null)
  const [shown, setShown] = useState<CompanyDocument | null>(null)
  const resultMessage = useRef<HTMLParagraphElement>(null)
  const [deleting, setDeleting] = useState<CompanyDocument | null>(null)
  const missing = missingDocuments(documents)
  const user = useUser()
  const rejected = (user?.rejection_reason ?? null) !== null
  const isReadOnly = user?.role === 'viewer'
  const refusalText = useRefusalText()

  function uploadedText(names: readonly string[]): string {
    const [name = ''] = names
    return names.length === 1
      ? t('uploaded', { name })
      : t('uploadedMore', { count: names.length, names: names.join(', ') })
  }

  /** A new document makes a rejected company await confirmation again. */
  function refreshAccount(): void {
    if (rejected) void userStore.reload().catch(() => undefined)
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_400px]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Card>
          <CardHeader title={t('list')} aside={documents.length > 0 ? documents.length : undefined} />
          {loaded === null ? (
            <FailedSection text={error('sectionFailed')} className="mt-5" />
          ) : documents.length === 0 ? (
            <div className="pt-5">
              <EmptyState level={3} title={t('none.title')} text={t('none.text')} />
            </div>
          ) : (
            <ul className="grid grid-cols-[minmax(0,1fr)] pt-3">
              {documents.map((document) => (
                <DocumentRow
                  key={document.id}
                  document={document}
                  onPreview={() => setShown(document)}
                  onDelete={() => setDeleting(document)}
                  onResult={setMessage}
                  onReplaced={(replacement) => {
                    change((list) => list.map((each) => (each.id === document.id ? replacement : each)))
                    setMessage({ text: t('replaced', { name: replacement.name }), failed: false })
                    refreshAccount()
                  }}
                />
              ))}
            </ul>
          )}
          <p
            ref={resultMessage}
            tabIndex={-1}
            role="status"
            className={`pt-2 text-small font-medium outline-none empty:hidden ${message?.failed ? 'text-lose-text' : 'text-go-text'}`}
          >
            {message?.text}
          </p>
          {message?.retry && (
            <Button size="sm" tone="outline" className="mt-2 justify-self-start" onClick={message.retry}>
              {t('retry')}
            </Button>
          )}
        </Card>
        {loaded !== null && (
          <Card padding="sm" as="section">
            {missing.length === 0 ? (
              <p className="flex items-center gap-3 px-1 font-medium text-go-text">
                <Icon of={CircleCheck} className="size-5" />
                {t('complete')}
              </p>
            ) : (
              <p className="px-1 text-small">
                <span className="text-soft">{t('missing')}:</span>{' '}
                <span>{missing.map((kind) => tKinds(kind)).join(' · ')}</span>
              </p>
            )}
          </Card>
        )}
      </div>
      <Card className="lg:sticky lg:top-6">
        <CardHeader title={t('add')} />
        <div className="pt-5">
          {isReadOnly ? (
            <p className="text-small text-soft">{refusalText({ code: 'role_insufficient' })}</p>
          ) : (
            <DocumentUpload
              missing={missing}
              onUploaded={(document) => {
                change((list) => [document, ...list])
                setMessage((last) => {
                  const uploaded = [...(last?.uploaded ?? []), document.name]
                  return { text: uploadedText(uploaded), uploaded, failed: false }
                })
                refreshAccount()
              }}
            />
          )}
        </div>
      </Card>
      <DocumentPreview document={shown} onClose={() => setShown(null)} />
      <DeleteDocument
        document={deleting}
        onClose={() => setDeleting(null)}
        afterwards={resultMessage}
        onDeleted={(id) => {
          change((list) => list.filter((document) => document.id !== id))
          setMessage({ text: t('deleted'), failed: false })
        }}
      />
    </div>
  )
}
