'use client'

import { useEffect, useEffectEvent } from 'react'
import { ActionLink, Panel, MutedText } from '@/app/(cms)/office/kit'
import { useOfficeText } from '@/app/(cms)/office/office-text'
import { Pill } from '@/components/ui/pill'
import type { StoredDocument } from './lot-draft'
import { DOCUMENT_KINDS, LANGUAGE_NAMES, missingDocuments } from './lot-form'

interface DocumentsProps {
  lotId: number
  documents: readonly StoredDocument[]
  /** Reads them again. */
  onChanged: () => void
}

/** The documents of the lot by kind, with those that are missing; they are added in the lot's form, in a tab of its own. */
export function LotDocuments({ lotId, documents, onChanged }: DocumentsProps) {
  const { t: word } = useOfficeText()
  const readAgain = useEffectEvent(onChanged)
  useEffect(() => {
    // The manager comes back from that tab.
    const back = () => readAgain()
    window.addEventListener('focus', back)
    return () => window.removeEventListener('focus', back)
  }, [])
  const missing = missingDocuments(documents)
  return (
    <Panel
      title={word('lotDocuments')}
      actions={
        <ActionLink tone="outline" href={`/admin/collections/auctions/${lotId}`} target="_blank">
          {word('lotDocumentsForm')}
        </ActionLink>
      }
    >
      <MutedText>{word('lotDocumentsHint')}</MutedText>
      <ul className="grid gap-2">
        {DOCUMENT_KINDS.map((kind) => (
          <li key={kind} className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <span className="font-semibold">{word(`lot_${kind}`)}</span>
            {missing.includes(kind) && <Pill tone="wait">{word('lotDocumentMissing')}</Pill>}
            {documents
              .filter((document) => document.kind === kind)
              .map(({ name, url, language }) => (
                <a
                  key={`${url} ${language}`}
                  href={url}
                  target="_blank"
                  rel="noreferrer"
                  className="text-small text-link underline underline-offset-3"
                >
                  {name} ({LANGUAGE_NAMES[language]})
                </a>
              ))}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
