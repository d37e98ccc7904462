'use client'

import { Eye, FileText, Lock, Trash2 } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { canPreview } from '@/components/cabinet/document-preview'
import { FileSize } from '@/components/cabinet/file-size'
import { ReplaceDocument, type ReplaceDocumentProps } from '@/components/cabinet/replace-document'
import type { CompanyDocument } from '@/lib/contract/documents'
import { formatDateNumeric } from '@/lib/i18n/formats'

export interface DocumentRowProps extends ReplaceDocumentProps {
  onPreview: () => void
  onDelete: () => void
}

const MOST_NUMBERS = 3
const ICON_BUTTON = 'grid size-11 shrink-0 place-items-center rounded-md text-soft'

/** A document with what can be done with it; one that an application relies on says so instead. */
export function DocumentRow({ document, onPreview, onDelete, ...replacing }: DocumentRowProps) {
  const t = useTranslations('Cabinet.documents')
  const tKinds = useTranslations('DocumentKinds')
  const locale = useLocale()
  const stays = document.relied_on.length > 0
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-3">
      <FileText aria-hidden className="size-6 shrink-0 text-link max-sm:hidden" />
      <div className="min-w-0 flex-1 basis-56">
        <p className="text-fine text-soft">{tKinds(document.kind)}</p>
        <a href={document.url} target="_blank" rel="noopener" className="block truncate font-semibold hover:text-link hover:underline">
          {document.name}
        </a>
        <p className="text-fine text-soft">
          <FileSize bytes={document.bytes} /> · {t('uploadedAt', { date: formatDateNumeric(document.uploaded_at, locale) })}
        </p>
        {stays && (
          <p className="flex gap-1.5 pt-1 text-fine font-medium text-wait-text">
            <Lock aria-hidden className="mt-0.5 size-3.5 shrink-0" />
            <span>{t(document.relied_on.some(({ waiting }) => waiting) ? 'reliedWaiting' : 'relied', { count: document.relied_on.length, numbers: numbersOf(document) })}</span>
          </p>
        )}
      </div>
      <div className="flex items-center max-sm:-ml-3">
        {canPreview(document) && (
          <button type="button" aria-label={t('previewLabel', { name: document.name })} title={t('preview')} onClick={onPreview} className={`${ICON_BUTTON} hover:bg-hover hover:text-text`}>
            <Eye aria-hidden className="size-5" />
          </button>
        )}
        {!stays && (
          <>
            <ReplaceDocument document={document} {...replacing} />
            <button type="button" aria-label={t('deleteLabel', { name: document.name })} title={t('delete')} onClick={onDelete} className={`${ICON_BUTTON} hover:bg-lose hover:text-lose-text`}>
              <Trash2 aria-hidden className="size-5" />
            </button>
          </>
        )}
      </div>
    </li>
  )
}

/** "35, 36, 37…": a trader's oldest documents stand behind dozens of applications. */
function numbersOf({ relied_on: applications }: CompanyDocument): string {
  const shown = applications.slice(0, MOST_NUMBERS).map(({ auction_number: number }) => number)
  return `${shown.join(', ')}${applications.length > MOST_NUMBERS ? '…' : ''}`
}
