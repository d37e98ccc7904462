'use client'

import { Paperclip } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { FileSize } from '@/components/cabinet/file-size'
import { Card } from '@/components/ui/card'
import { Pill, type PillTone } from '@/components/ui/pill'
import type { FeedbackMessage, FeedbackStatus } from '@/lib/contract/feedback'
import { formatDateTime } from '@/lib/i18n/formats'

const TONES: Record<FeedbackStatus, PillTone> = { new: 'plan', in_work: 'wait', answered: 'go', closed: 'done' }

/** One message to the company, with what became of it. */
export function FeedbackEntry({ message }: { message: FeedbackMessage }) {
  const t = useTranslations('Cabinet.feedback')
  const locale = useLocale()
  return (
    <Card as="article" aria-labelledby={`feedback-${message.id}`} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="numbers text-fine text-soft">
          {t('number', { number: String(message.id) })} · {t(`topics.${message.topic}`)} · {formatDateTime(message.sent_at, locale)}
        </p>
        <Pill tone={TONES[message.status]}>{t(`statuses.${message.status}`)}</Pill>
      </div>
      <h3 id={`feedback-${message.id}`} className="text-h3 wrap-anywhere">
        {message.subject}
      </h3>
      <p className="whitespace-pre-line wrap-anywhere">{message.message}</p>
      {message.files.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {message.files.map((file) => (
            <li key={file.id} className="max-w-full">
              <a href={file.url} target="_blank" rel="noopener" className="inline-flex min-h-9 max-w-full items-center gap-2 rounded-md border border-line px-3 py-1 text-small font-medium hover:bg-hover">
                <Paperclip aria-hidden className="size-4 shrink-0 text-soft" />
                <span className="truncate">{file.name}</span>
                <span className="shrink-0 text-fine font-regular text-soft">
                  <FileSize bytes={file.bytes} />
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
      {message.answer !== null && (
        <div className="grid gap-1 rounded-md border-l-3 border-action bg-plan px-4 py-3">
          <p className="text-fine font-semibold text-plan-text">
            {t('answer')}
            {message.answered_at && <span className="numbers font-regular"> · {formatDateTime(message.answered_at, locale)}</span>}
          </p>
          <p className="whitespace-pre-line wrap-anywhere">{message.answer}</p>
        </div>
      )}
    </Card>
  )
}
