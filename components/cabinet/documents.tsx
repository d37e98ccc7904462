'use client'

import { CircleCheck } from 'lucide'
import { Icon } from '@/components/ui/icon'
import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { Card, CardHeader } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/notice'
import type { CompanyDocument } from '@/lib/contract/documents'
import { missingDocuments } from '@/lib/domain/application'
import { DeleteDocument, DocumentRow } from './document-row'
import { DocumentUpload } from './document-upload'
import { DocumentPreview } from './document-preview'
import { useUser } from '@/components/session/session-user'
import { userStore } from '@/components/session/user-store'

/** The account's documents: what is there, what is missing, adding and deleting. */
export function DocumentsReview({ documents: initial }: { documents: CompanyDocument[] }) {
  const t = useTranslations('Cabinet.documents')
  const tKinds = useTranslations('DocumentKinds')
  const [documents, setDocuments] = useState(initial)
  const [message, setMessage] = useState<{ text: string; failed: boolean } | null>(null)
  const [shown, setShown] = useState<CompanyDocument | null>(null)
  const news = useRef<HTMLParagraphElement>(null)
  const [deleting, setDeleting] = useState<CompanyDocument | null>(null)
  const missing = missingDocuments(documents)
  const rejected = (useUser()?.rejection_reason ?? null) !== null

  /** A new document puts a rejected company among those that wait again: its notice goes. */
  function lookAgain(): void {
    if (rejected) void userStore.reload().catch(() => undefined)
  }

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
                <DocumentRow
                  key={document.id}
                  document={document}
                  onPreview={() => setShown(document)}
                  onDelete={() => setDeleting(document)}
                  onSaid={setMessage}
                  onReplaced={(news) => {
                    setDocuments((known) => known.map((one) => (one.id === document.id ? news : one)))
                    setMessage({ text: t('replaced', { name: news.name }), failed: false })
                    lookAgain()
                  }}
                />
              ))}
            </ul>
          )}
          <p
            ref={news}
            tabIndex={-1}
            role="status"
            className={`pt-2 text-small font-medium outline-none empty:hidden ${message?.failed ? 'text-lose-text' : 'text-go-text'}`}
          >
            {message?.text}
          </p>
        </Card>
        <Card padding="sm" as="section">
          {missing.length === 0 ? (
            <p className="flex items-center gap-3 px-1 font-medium text-go-text">
              <Icon of={CircleCheck} className="size-5" />
              {t('complete')}
            </p>
          ) : (
            <p className="px-1 text-small">
              <span className="text-soft">{t('missing')}:</span> {missing.map((kind) => tKinds(kind)).join(' · ')}
            </p>
          )}
        </Card>
      </div>
      <Card className="lg:sticky lg:top-6">
        <CardHeader title={t('add')} />
        <div className="pt-5">
          <DocumentUpload
            missing={missing}
            onUploaded={(document) => {
              setDocuments((known) => [document, ...known])
              setMessage({ text: t('uploaded', { name: document.name }), failed: false })
              lookAgain()
            }}
          />
        </div>
      </Card>
      <DocumentPreview document={shown} onClose={() => setShown(null)} />
      <DeleteDocument
        document={deleting}
        onClose={() => setDeleting(null)}
        afterwards={news}
        onDeleted={(id) => {
          setDocuments((known) => known.filter((document) => document.id !== id))
          setMessage({ text: t('deleted'), failed: false })
        }}
      />
    </div>
  )
}
