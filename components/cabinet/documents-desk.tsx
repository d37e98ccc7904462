'use client'

import { CircleCheck, FileText, Trash2 } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { DeleteDocument } from '@/components/cabinet/delete-document'
import { DocumentUpload } from '@/components/cabinet/document-upload'
import { FileSize } from '@/components/cabinet/file-size'
import { Card, CardHeader } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import type { CompanyDocument } from '@/lib/contract/documents'
import { formatDateNumeric } from '@/lib/i18n/dates'

/** What accreditation asks for (identifiers of the market); `other` is as wished. */
const NEEDED = ['register_extract', 'charter', 'balance_sheet', 'licence', 'questionnaire'] as const

/** The account's documents: what is there, what is missing, adding and deleting. */
export function DocumentsDesk({ documents: initial }: { documents: CompanyDocument[] }) {
  const t = useTranslations('Cabinet.documents')
  const [documents, setDocuments] = useState(initial)
  const [message, setMessage] = useState<string | null>(null)
  const [deleting, setDeleting] = useState<CompanyDocument | null>(null)
  const missing = NEEDED.filter((kind) => !documents.some((document) => document.kind === kind))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_400px]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Card>
          <CardHeader title={t('list')} aside={documents.length > 0 ? documents.length : undefined} />
          {documents.length === 0 ? (
            <div className="pt-5">
              <EmptyState level={3} title={t('none.title')} text={t('none.text')} />
            </div>
          ) : (
            <ul className="grid grid-cols-[minmax(0,1fr)] pt-3">
              {documents.map((document) => (
                <DocumentRow key={document.id} document={document} onDelete={() => setDeleting(document)} />
              ))}
            </ul>
          )}
          <p role="status" className="pt-2 text-small font-medium text-go-text empty:hidden">
            {message}
          </p>
        </Card>
        <Card padding="sm" as="section">
          {missing.length === 0 ? (
            <p className="flex items-center gap-3 px-1 font-medium text-go-text">
              <CircleCheck aria-hidden className="size-5" />
              {t('complete')}
            </p>
          ) : (
            <p className="px-1 text-small">
              <span className="text-soft">{t('missing')}:</span> {missing.map((kind) => t(`kinds.${kind}`)).join(' · ')}
            </p>
          )}
        </Card>
      </div>
      <Card className="lg:sticky lg:top-6">
        <CardHeader title={t('add')} />
        <div className="pt-5">
          <DocumentUpload
            suggested={missing[0] ?? null}
            onUploaded={(document) => {
              setDocuments((known) => [document, ...known])
              setMessage(t('uploaded', { name: document.name }))
            }}
          />
        </div>
      </Card>
      <DeleteDocument
        document={deleting}
        onClose={() => setDeleting(null)}
        onDeleted={(id) => {
          setDocuments((known) => known.filter((document) => document.id !== id))
          setMessage(t('deleted'))
        }}
      />
    </div>
  )
}

function DocumentRow({ document, onDelete }: { document: CompanyDocument; onDelete: () => void }) {
  const t = useTranslations('Cabinet.documents')
  const locale = useLocale()
  return (
    <li className="flex items-center gap-4 border-t border-line py-3">
      <FileText aria-hidden className="size-6 shrink-0 text-link" />
      <div className="min-w-0 flex-1">
        <p className="text-fine text-soft">{t(`kinds.${document.kind}`)}</p>
        <a href={document.url} target="_blank" rel="noopener" className="block truncate font-semibold hover:text-link hover:underline">
          {document.name}
        </a>
        <p className="text-fine text-soft">
          <FileSize bytes={document.bytes} /> · {t('uploadedAt', { date: formatDateNumeric(document.uploaded_at, locale) })}
        </p>
      </div>
      <button type="button" aria-label={t('deleteLabel', { name: document.name })} onClick={onDelete} className="grid size-11 shrink-0 place-items-center rounded-md text-soft hover:bg-lose hover:text-lose-text">
        <Trash2 aria-hidden className="size-5" />
      </button>
    </li>
  )
}
