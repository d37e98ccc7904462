'use client'

import type { CompanyDocument } from '@/lib/contract/documents'
import { kyivTime } from '../../times'
import { useOffice } from '../use-office'

/** The accreditation documents. What a browser shows safely opens in a window of its own; anything can be kept. */
export function Documents({ documents }: { documents: readonly CompanyDocument[] }) {
  const { word, locale } = useOffice()
  return (
    <div className="desk-panel">
      <h2>{word('documents')}</h2>
      {documents.length === 0 ? (
        <p className="desk-empty">{word('noDocuments')}</p>
      ) : (
        <ul className="desk-files">
          {documents.map((document) => (
            <li key={document.id}>
              {document.media_type.startsWith('image/') && <img className="desk-thumb" src={document.url} alt="" loading="lazy" />}
              <span className="desk-file-words">
                <b>{document.name}</b>
                <span className="desk-soft">
                  {word(`document_${document.kind}`)} · {sizeOf(document.bytes, locale)} · {kyivTime(document.uploaded_at, locale, 'date')}
                </span>
              </span>
              <span className="desk-actions">
                {isShown(document) && <a className="desk-link" href={document.url} target="_blank" rel="noreferrer">{word('preview')}</a>}
                <a className="desk-link" href={document.url} download={document.name}>{word('download')}</a>
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function isShown({ media_type: type }: CompanyDocument): boolean {
  return type === 'application/pdf' || type === 'image/png' || type === 'image/jpeg'
}

function sizeOf(bytes: number, locale: string): string {
  const large = bytes >= 1_048_576
  return new Intl.NumberFormat(locale, { style: 'unit', unit: large ? 'megabyte' : 'kilobyte', maximumFractionDigits: large ? 1 : 0 }).format(bytes / (large ? 1_048_576 : 1024))
}
