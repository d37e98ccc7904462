'use client'

import { Eye, FileText, Lock, RefreshCw, Trash2 } from 'lucide'
import { Icon } from '@/components/ui/icon'
import { useLocale, useTranslations } from 'next-intl'
import { type RefObject, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { api } from '@/lib/api/browser'
import { uploadDocument } from '@/lib/api/send-form'
import type { CompanyDocument } from '@/lib/contract/documents'
import { formatDateNumeric } from '@/lib/i18n/formats'
import { useCall, useFailureText } from '@/components/forms/use-call'
import { FileSize } from '@/components/ui/file-size'
import { canPreview } from './document-preview'
import { ACCEPTED_TYPES, useFileRefusal } from './use-upload-queue'

interface ReplaceDocumentProps {
  document: CompanyDocument
  onReplaced: (document: CompanyDocument) => void
  onSaid: (words: { text: string; failed: boolean } | null) => void
}

/** Puts another file in a document's place, at once or not at all. */
function ReplaceDocument({ document, onReplaced, onSaid }: ReplaceDocumentProps) {
  const t = useTranslations('Cabinet.documents')
  const refusalOf = useFileRefusal()
  const failureText = useFailureText()
  const input = useRef<HTMLInputElement>(null)
  const [share, setShare] = useState<number | null>(null)

  async function replace(file: File | undefined) {
    if (!file || share !== null) return
    const refused = refusalOf(file)
    if (refused !== null) return onSaid({ text: refused, failed: true })
    onSaid(null)
    setShare(0)
    try {
      onReplaced(await uploadDocument({ kind: document.kind, file, replaces: document.id, onProgress: setShare }))
    } catch (error) {
      onSaid({ text: failureText(error), failed: true })
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
        // No live region: it would say every per cent.
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
  /** The document in question; null keeps the dialog closed. */
  document: CompanyDocument | null
  onClose(): void
  onDeleted(id: number): void
  /** What has the focus once the document, and its button with it, is gone. */
  afterwards: RefObject<HTMLElement | null>
}

/** Asks before a document is deleted, and says why where it cannot be. */
export function DeleteDocument({ document, onClose, onDeleted, afterwards }: DeleteDocumentProps) {
  const t = useTranslations('Cabinet.documents')
  const tCommon = useTranslations('Common')
  const gone = useRef(false)
  const { pending, failure, run, clear } = useCall(async (id: number) => {
    gone.current = false
    await api.documents.delete({ id })
    gone.current = true
    onDeleted(id)
    close()
  })

  function close() {
    clear()
    onClose()
  }

  return (
    <Dialog
      open={document !== null}
      onOpenChange={(open) => !open && close()}
      title={t('deleteTitle')}
      description={document ? t('deleteText', { name: document.name }) : undefined}
      closeLabel={tCommon('close')}
      finalFocus={() => (gone.current ? afterwards.current : null)}
      actions={
        <>
          <Button tone="outline" onClick={close}>
            {t('keep')}
          </Button>
          <Button tone="danger" pending={pending} onClick={() => document && void run(document.id)}>
            {t('delete')}
          </Button>
        </>
      }
    >
      {failure && (
        <Notice tone="lose" role="alert">
          <p className="font-medium">{failure}</p>
        </Notice>
      )}
    </Dialog>
  )
}

interface DocumentRowProps extends ReplaceDocumentProps {
  onPreview: () => void
  onDelete: () => void
}

const MAX_NUMBERS = 3
const ICON_BUTTON = 'grid size-11 shrink-0 place-items-center rounded-md text-soft'

/** A document with what can be done with it; one that an application relies on says so instead. */
export function DocumentRow({ document, onPreview, onDelete, ...replacing }: DocumentRowProps) {
  const t = useTranslations('Cabinet.documents')
  const tKinds = useTranslations('DocumentKinds')
  const locale = useLocale()
  const stays = document.relied_on.length > 0
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
          <FileSize bytes={document.bytes} /> ·{' '}
          {t('uploadedAt', { date: formatDateNumeric(document.uploaded_at, locale) })}
        </p>
        {stays && (
          <p className="flex gap-1.5 pt-1 text-fine font-medium text-wait-text">
            <Icon of={Lock} className="mt-0.5 size-3.5 shrink-0" />
            <span>
              {t(document.relied_on.some(({ waiting }) => waiting) ? 'reliedWaiting' : 'relied', {
                count: document.relied_on.length,
                numbers: numbersOf(document),
              })}
            </span>
          </p>
        )}
      </div>
      <div className="flex items-center max-sm:-ml-3">
        {canPreview(document) && (
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
        {!stays && (
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
    </li>
  )
}

/** "35, 36, 37…": a trader's oldest documents stand behind dozens of applications. */
function numbersOf({ relied_on: applications }: CompanyDocument): string {
  const shown = applications.slice(0, MAX_NUMBERS).map(({ auction_number: number }) => number)
  return `${shown.join(', ')}${applications.length > MAX_NUMBERS ? '…' : ''}`
}
