'use client'

import { Paperclip } from 'lucide'
import { Icon } from '@/components/ui/icon'
import { useLocale, useTranslations } from 'next-intl'
import { useState, useSyncExternalStore } from 'react'
import { useUser } from '@/components/session/session-user'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { FileSize } from '@/components/ui/file-size'
import { EmptyState, Notice } from '@/components/ui/notice'
import { Pill, type PillTone } from '@/components/ui/pill'
import type { FeedbackMessage, FeedbackStatus } from '@/lib/contract/feedback'
import { formatDateTime } from '@/lib/i18n/formats'
import { FeedbackForm } from './feedback-form'
import { useFailureText } from '@/components/forms/use-call'
import { usePages } from '@/components/forms/use-mutation'
import { EMPTY_FEEDBACK, readFeedbackDraft } from './feedback-draft'

const TONES: Record<FeedbackStatus, PillTone> = { new: 'plan', in_work: 'wait', answered: 'go', closed: 'done' }

/** One message to the company, with what became of it. */
function FeedbackEntry({ message }: { message: FeedbackMessage }) {
  const t = useTranslations('Cabinet.feedback')
  const locale = useLocale()
  return (
    <Card as="article" aria-labelledby={`feedback-${message.id}`} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="numbers text-fine text-soft">
          {t('number', { number: String(message.id) })} · {t(`topics.${message.topic}`)} ·{' '}
          {formatDateTime(message.sent_at, locale)}
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
              <a
                href={file.url}
                target="_blank"
                rel="noopener"
                className="inline-flex min-h-9 max-w-full items-center gap-2 rounded-md border border-line px-3 py-1 text-small font-medium hover:bg-hover"
              >
                <Icon of={Paperclip} className="size-4 shrink-0 text-soft" />
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
            {message.answered_at && (
              <span className="numbers font-regular"> · {formatDateTime(message.answered_at, locale)}</span>
            )}
          </p>
          <p className="whitespace-pre-line wrap-anywhere">{message.answer}</p>
        </div>
      )}
    </Card>
  )
}

interface FeedbackProps {
  messages: FeedbackMessage[]
  /** Where the rest of the history begins; null: there is none. */
  cursor: string | null
}

const neverChanges = () => () => undefined

/** Writing to the company beside what was written and answered before. */
export function Feedback({ messages: initial, cursor }: FeedbackProps) {
  const t = useTranslations('Cabinet.feedback')
  const older = usePages(
    cursor,
    async (next) => (await import('@/lib/api/send-form')).readFeedback(next),
    useFailureText(),
  )
  const [sent, setSent] = useState<readonly FeedbackMessage[]>([])
  const [latest] = sent
  // What was sent here moves the pages of the list on: a message may come twice.
  const messages = [...new Map([...sent, ...initial, ...older.items].map((message) => [message.id, message])).values()]
  // What the tab keeps is known in the browser only; the form begins anew with it.
  const inBrowser = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
  const accountId = useUser()?.id ?? null

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_440px]">
      <Card className="lg:order-2 lg:sticky lg:top-6">
        <CardHeader title={t('write')} />
        <div className="grid gap-4 pt-5">
          <div role="status" className="empty:hidden">
            {latest && (
              <Notice tone="go" title={t('sentTitle', { number: String(latest.id) })}>
                {t('sentText')}
              </Notice>
            )}
          </div>
          <FeedbackForm
            key={inBrowser && accountId !== null ? accountId : 'blank'}
            accountId={accountId}
            initial={inBrowser && accountId !== null ? readFeedbackDraft(accountId) : EMPTY_FEEDBACK}
            onSent={(message) => setSent((known) => [message, ...known])}
          />
        </div>
      </Card>
      <section aria-labelledby="feedback-history" className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <h2 id="feedback-history" className="text-h3">
          {t('history')}
        </h2>
        {messages.length === 0 ? (
          <EmptyState level={3} title={t('none.title')} text={t('none.text')} />
        ) : (
          messages.map((message) => <FeedbackEntry key={message.id} message={message} />)
        )}
        {older.more.failure && (
          <Notice tone="lose" role="alert">
            <p className="font-medium">{older.more.failure}</p>
          </Notice>
        )}
        {older.hasMore && (
          <div className="grid justify-items-center pt-2">
            <Button
              tone="soft"
              pending={older.more.pending}
              onClick={({ currentTarget: button }) =>
                older.showMore(button, button.closest('section')?.querySelector(':scope > article:last-of-type'))
              }
            >
              {t('more')}
            </Button>
          </div>
        )}
      </section>
    </div>
  )
}
