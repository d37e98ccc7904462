'use client'

import { X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { FileSize } from '@/components/cabinet/file-size'
import { SendingBar } from '@/components/cabinet/sending-bar'
import type { QueuedFile } from '@/components/cabinet/use-upload-queue'
import { Button } from '@/components/ui/button'
import { Select } from '@/components/ui/select'
import { documentKind, type CompanyDocument } from '@/lib/contract/documents'

export interface QueuedFileRowProps {
  item: QueuedFile
  busy: boolean
  onKind: (kind: CompanyDocument['kind']) => void
  onRemove: () => void
  onCancel: () => void
  onRetry: () => void
}

/** One chosen file: its kind, how far it is, what was wrong with it. */
export function QueuedFileRow({ item, busy, onKind, onRemove, onCancel, onRetry }: QueuedFileRowProps) {
  const t = useTranslations('Cabinet.documents')
  const tKinds = useTranslations('DocumentKinds')
  const { file, kind, share, fault, hopeless } = item
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-line py-4">
      <div className="flex items-center gap-3">
        <p className="min-w-0 flex-1 truncate font-semibold">
          {file.name} <span className="font-regular text-soft">· <FileSize bytes={file.size} /></span>
        </p>
        {share === null && (
          <button type="button" aria-label={t('removeLabel', { name: file.name })} onClick={onRemove} className="grid size-11 shrink-0 place-items-center rounded-md text-soft hover:bg-hover hover:text-text">
            <X aria-hidden className="size-5" />
          </button>
        )}
      </div>
      {!hopeless && (
        <Select
          label={t('kind')}
          ariaLabel={t('kindOf', { name: file.name })}
          error={kind === null && fault}
          disabled={share !== null}
          value={kind ?? ''}
          onValueChange={(value) => onKind(documentKind.catch('other').parse(value))}
          options={documentKind.options.map((option) => ({ value: option, label: tKinds(option) }))}
        />
      )}
      {share !== null && <SendingBar share={share} label={t('uploading', { percent: Math.round(share * 100) })} cancel={t('cancel')} onCancel={onCancel} />}
      {fault && (hopeless || kind !== null) && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p role="alert" className="text-small font-medium text-lose-text">{fault}</p>
          {!hopeless && share === null && <Button size="sm" tone="outline" disabled={busy} onClick={onRetry}>{t('retry')}</Button>}
        </div>
      )}
    </li>
  )
}
