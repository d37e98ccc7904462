'use client'

import { RefreshCw } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { ACCEPTED_TYPES } from '@/components/cabinet/document-check'
import { useFileRefusal } from '@/components/cabinet/use-file-refusal'
import { useFailureText } from '@/components/cabinet/use-failure-text'
import { uploadDocument } from '@/lib/api/send-form'
import type { CompanyDocument } from '@/lib/contract/documents'

export interface ReplaceDocumentProps {
  document: CompanyDocument
  onReplaced: (document: CompanyDocument) => void
  onSaid: (words: { text: string; failed: boolean } | null) => void
}

/** Puts another file in a document's place, at once or not at all. */
export function ReplaceDocument({ document, onReplaced, onSaid }: ReplaceDocumentProps) {
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

  return (
    <>
      {share !== null && <span role="status" className="numbers text-fine text-soft">{t('replacing', { percent: Math.round(share * 100) })}</span>}
      <button
        type="button"
        aria-label={t('replaceLabel', { name: document.name })}
        title={t('replace')}
        disabled={share !== null}
        onClick={() => input.current?.click()}
        className="grid size-11 shrink-0 place-items-center rounded-md text-soft hover:bg-hover hover:text-text disabled:opacity-55"
      >
        <RefreshCw aria-hidden className="size-5" />
      </button>
      <input ref={input} type="file" hidden tabIndex={-1} aria-hidden accept={ACCEPTED_TYPES} onChange={(event) => void replace(event.target.files?.[0])} />
    </>
  )
}
