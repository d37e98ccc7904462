'use client'

import { CircleCheck, CircleDashed, Eye, FileText, Lock, RefreshCw, Trash2 } from 'lucide'
import { useLocale, useTranslations } from 'next-intl'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { DocumentUpload, DropField, isFileFault, useFileRefusal } from '@/components/cabinet/document-upload'
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
import { api } from '@/lib/api/browser'
import { createIdempotencyKeys } from '@/lib/api/idempotency-keys'
import { uploadDocument } from '@/lib/api/upload-document'
import { ACCEPTED_TYPES, type CompanyDocument, hasPreview } from '@/lib/contract/documents'
import { missingDocuments, REQUIRED_DOCUMENTS, type RequiredDocument } from '@/lib/domain/application'
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

interface DirectUpload {
  kind: CompanyDocument['kind']
  replaces?: number
  onUploaded: (document: CompanyDocument) => void
  onResult: (message: ResultMessage | null) => void
}

/** Uploads a file of a known kind as soon as it is chosen. `share` is the uploaded fraction, or null when idle. */
function useDirectUpload({ kind, replaces, onUploaded, onResult }: DirectUpload) {
  const refusalOf = useFileRefusal()
  const failureText = useFailureText()
  const [share, setShare] = useState<number | null>(null)
  const [keys] = useState(createIdempotencyKeys)

  async function send(file: File | undefined) {
    if (!file || share !== null) return
    const refused = refusalOf(file)
    if (refused !== null) return onResult({ text: refused, failed: true })
    onResult(null)
    setShare(0)
    try {
      const idempotencyKey = keys.keyFor([file.name, file.size, file.lastModified].join('|'))
      onUploaded(await uploadDocument({ kind, file, replaces, idempotencyKey, onProgress: setShare }))
    } catch (error) {
      const retry = isFileFault(error) ? undefined : () => void send(file)
      onResult({ text: failureText(error), failed: true, retry })
    } finally {
      setShare(null)
    }
  }

  return { share, send }
}

interface ReplaceDocumentProps {
  document: CompanyDocument
  onReplaced: (document: CompanyDocument) => void
  onResult: (message: ResultMessage | null) => void
}

function ReplaceDocument({ document, onReplaced, onResult }: ReplaceDocumentProps) {
  const t = useTranslations('Cabinet.documents')
  const input = useRef<HTMLInputElement>(null)
  const { share, send } = useDirectUpload({
    kind: document.kind,
    replaces: document.id,
    onUploaded: onReplaced,
    onResult,
  })

  async function replace(file: File | undefined) {
    await send(file)
    if (input.current) input.current.value = ''
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
  const locale = useLocale()
  const isLocked = document.relied_on.length > 0
  const user = useUser()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-1.5">
      <Icon of={FileText} className="size-5 shrink-0 text-link max-sm:hidden" />
      <div className="min-w-0 flex-1 basis-44">
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

interface SlotProps {
  kind: RequiredDocument
  /** Null: only for reading. */
  onUploaded: ((document: CompanyDocument) => void) | null
  onResult: (message: ResultMessage | null) => void
  children: ReactNode[]
}

/** A required kind: what counts, its documents, or a place to drop one. */
function Slot({ kind, onUploaded, onResult, children }: SlotProps) {
  const t = useTranslations('Cabinet.documents')
  const tKinds = useTranslations('DocumentKinds')
  const input = useRef<HTMLInputElement>(null)
  const isFilled = children.length > 0
  const { share, send } = useDirectUpload({ kind, onUploaded: (document) => onUploaded?.(document), onResult })
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 border-t border-line py-4">
      <Icon
        of={isFilled ? CircleCheck : CircleDashed}
        className={`mt-0.5 size-5 ${isFilled ? 'text-go-text' : 'text-soft'}`}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
        <h3 aria-label={`${tKinds(kind)}, ${t(isFilled ? 'slotFilled' : 'slotEmpty')}`} className="font-semibold">
          {tKinds(kind)}
        </h3>
        <p className="text-small text-soft">{t(`counts.${kind}`)}</p>
        {isFilled ? (
          <ul className="grid grid-cols-[minmax(0,1fr)]">{children}</ul>
        ) : share !== null ? (
          <p className="numbers pt-2 text-small font-medium">{t('uploading', { percent: Math.round(share * 100) })}</p>
        ) : (
          onUploaded && (
            <div className="pt-2">
              <DropField
                ref={input}
                label={<span className="sr-only">{t('slotFile', { kind: tKinds(kind) })}</span>}
                className="py-2.5 text-small"
                multiple={false}
                onFiles={([file]) => void send(file)}
              >
                <span className="text-soft max-sm:hidden">{t('dropOne')} </span>
                <span className="font-semibold text-link">{t('chooseOne')}</span>
              </DropField>
            </div>
          )
        )}
      </div>
    </li>
  )
}

/** `documents`: null if they could not be read; uploading works all the same. */
export function DocumentsReview({ documents: initial }: { documents: CompanyDocument[] | null }) {
  const t = useTranslations('Cabinet.documents')
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

  function add(document: CompanyDocument): void {
    change((list) => [document, ...list])
    setMessage((last) => {
      const uploaded = [...(last?.uploaded ?? []), document.name]
      return { text: uploadedText(uploaded), uploaded, failed: false }
    })
    refreshAccount()
  }

  function rowsOf(kind: CompanyDocument['kind']) {
    return documents
      .filter((document) => document.kind === kind)
      .map((document) => (
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
      ))
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_400px]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Card>
          <CardHeader
            title={t('list')}
            aside={
              loaded !== null &&
              t('slots', { filled: REQUIRED_DOCUMENTS.length - missing.length, count: REQUIRED_DOCUMENTS.length })
            }
          />
          {loaded !== null && (
            <progress
              aria-hidden
              max={REQUIRED_DOCUMENTS.length}
              value={REQUIRED_DOCUMENTS.length - missing.length}
              className="mt-3 h-1.5 w-full appearance-none overflow-hidden rounded-full bg-bar-rest [&::-moz-progress-bar]:bg-go-mark [&::-webkit-progress-bar]:bg-bar-rest [&::-webkit-progress-value]:bg-go-mark"
            />
          )}
          {documents.some((document) => document.relied_on.length > 0) && (
            <p className="flex gap-2 pt-4 text-small text-soft">
              <Icon of={Lock} className="mt-0.5 size-4 shrink-0" />
              {t('locked')}
            </p>
          )}
          {loaded === null ? (
            <FailedSection text={error('sectionFailed')} className="mt-5" />
          ) : (
            <ul className="grid grid-cols-[minmax(0,1fr)] pt-4">
              {REQUIRED_DOCUMENTS.map((kind) => (
                <Slot key={kind} kind={kind} onResult={setMessage} onUploaded={isReadOnly ? null : add}>
                  {rowsOf(kind)}
                </Slot>
              ))}
              {rowsOf('other').length > 0 && (
                <li className="border-t border-line py-4 pl-8">
                  <h3 className="font-semibold">{t('others')}</h3>
                  <ul className="grid grid-cols-[minmax(0,1fr)]">{rowsOf('other')}</ul>
                </li>
              )}
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
      </div>
      <Card className="lg:sticky lg:top-6">
        <CardHeader title={t('add')} />
        <div className="pt-5">
          {isReadOnly ? (
            <p className="text-small text-soft">{refusalText({ code: 'role_insufficient' })}</p>
          ) : (
            <DocumentUpload missing={missing} onUploaded={add} />
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
