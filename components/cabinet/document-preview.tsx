'use client'

import { useTranslations } from 'next-intl'
import { useRef } from 'react'
import { LinkButton } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import type { CompanyDocument } from '@/lib/contract/documents'

/** Whether a document can be looked at without leaving the page. */
export function canPreview({ media_type: type }: CompanyDocument): boolean {
  return type === 'application/pdf' || type.startsWith('image/')
}

/** A document, looked at in place: pictures as such, PDFs in the browser's own viewer. Null keeps the dialog closed. */
export function DocumentPreview({ document, onClose }: { document: CompanyDocument | null; onClose: () => void }) {
  const t = useTranslations('Cabinet.documents')
  // Not the viewer, which would keep the keyboard: Escape must close the dialog.
  const start = useRef<HTMLDivElement>(null)
  return (
    <Dialog
      open={document !== null}
      onOpenChange={(open) => !open && onClose()}
      title={document?.name ?? ''}
      closeLabel={t('close')}
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
