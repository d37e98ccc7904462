'use client'

import { Eye, FileText, Trash2 } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { canPreview } from '@/components/cabinet/document-preview'
import { FileSize } from '@/components/cabinet/file-size'
import { ReplaceDocument, type ReplaceDocumentProps } from '@/components/cabinet/replace-document'
import { formatDateNumeric } from '@/lib/i18n/dates'

export interface DocumentRowProps extends ReplaceDocumentProps {
  onPreview: () => void
  onDelete: () => void
}

const ICON_BUTTON = 'grid size-11 shrink-0 place-items-center rounded-md text-soft'

/** A document with what can be done with it. */
export function DocumentRow({ document, onPreview, onDelete, ...replacing }: DocumentRowProps) {
  const t = useTranslations('Cabinet.documents')
  const locale = useLocale()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-3">
      <FileText aria-hidden className="size-6 shrink-0 text-link max-sm:hidden" />
      <div className="min-w-0 flex-1 basis-56">
        <p className="text-fine text-soft">{t(`kinds.${document.kind}`)}</p>
        <a href={document.url} target="_blank" rel="noopener" className="block truncate font-semibold hover:text-link hover:underline">
          {document.name}
        </a>
        <p className="text-fine text-soft">
          <FileSize bytes={document.bytes} /> · {t('uploadedAt', { date: formatDateNumeric(document.uploaded_at, locale) })}
        </p>
      </div>
      <div className="flex items-center max-sm:-ml-3">
        {canPreview(document) && (
          <button type="button" aria-label={t('previewLabel', { name: document.name })} title={t('preview')} onClick={onPreview} className={`${ICON_BUTTON} hover:bg-hover hover:text-text`}>
            <Eye aria-hidden className="size-5" />
          </button>
        )}
        <ReplaceDocument document={document} {...replacing} />
        <button type="button" aria-label={t('deleteLabel', { name: document.name })} title={t('delete')} onClick={onDelete} className={`${ICON_BUTTON} hover:bg-lose hover:text-lose-text`}>
          <Trash2 aria-hidden className="size-5" />
        </button>
      </div>
    </li>
  )
}
