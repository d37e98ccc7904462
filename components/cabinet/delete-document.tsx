'use client'

import { useTranslations } from 'next-intl'
import { useRef, useState, type RefObject } from 'react'
import { useFailureText } from '@/components/cabinet/use-failure-text'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { api } from '@/lib/api/browser'
import type { CompanyDocument } from '@/lib/contract/documents'

export interface DeleteDocumentProps {
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
  const failureText = useFailureText()
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const gone = useRef(false)

  function close() {
    setFailure(null)
    onClose()
  }

  async function remove() {
    if (!document) return
    setPending(true)
    gone.current = false
    setFailure(null)
    try {
      await api.documents.delete({ id: document.id })
      gone.current = true
      onDeleted(document.id)
      close()
    } catch (error) {
      setFailure(failureText(error))
    } finally {
      setPending(false)
    }
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
          <Button tone="danger" pending={pending} onClick={() => void remove()}>
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
