'use client'

import { DocumentsCount, Panel, Quiet, TextLink } from '@/app/(cms)/office/kit'
import { useOffice } from '@/app/(cms)/office/lists/use-office'
import { kyivTime } from '@/app/(cms)/office/times'
import { Notice } from '@/components/ui/notice'
import type { CompanyDocument } from '@/lib/contract/documents'
import type { AccountFile } from '@/lib/contract/manager-accounts'
import { formatFileSize } from '@/lib/i18n/formats'
import { missingDocuments, REQUIRED_DOCUMENTS } from '@/lib/domain/application'

/** The accreditation documents. What a browser shows safely opens in a window of its own; anything can be kept. */
export function Documents({ account: { documents } }: { account: AccountFile }) {
  const { word, locale } = useOffice()
  const missing = missingDocuments(documents)
  return (
    <Panel
      title={word('documents')}
      actions={<DocumentsCount missing={missing.length} required={REQUIRED_DOCUMENTS.length} />}
    >
      {missing.length > 0 && (
        <Notice tone="wait">
          {word('documentsMissing', { missing: missing.map((kind) => word(`document_${kind}`)).join(', ') })}
        </Notice>
      )}
      {documents.length === 0 ? (
        <Quiet>{word('noDocuments')}</Quiet>
      ) : (
        <ul className="divide-y divide-line">
          {documents.map((document) => (
            <li key={document.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
              {document.media_type.startsWith('image/') && (
                <img className="size-14 rounded-sm object-cover" src={document.url} alt="" loading="lazy" />
              )}
              <span className="grid min-w-0 grow basis-56 break-words">
                <b className="font-semibold">{document.name}</b>
                <span className="text-small text-soft">
                  {word(`document_${document.kind}`)} · {formatFileSize(document.bytes, locale)} ·{' '}
                  {kyivTime(document.uploaded_at, locale, 'date')}
                </span>
              </span>
              <span className="flex gap-4">
                {isShown(document) && (
                  <TextLink href={document.url} target="_blank" rel="noreferrer">
                    {word('preview')}
                  </TextLink>
                )}
                <a className="text-link underline underline-offset-3" href={document.url} download={document.name}>
                  {word('download')}
                </a>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function isShown({ media_type: type }: CompanyDocument): boolean {
  return type === 'application/pdf' || type === 'image/png' || type === 'image/jpeg'
}
