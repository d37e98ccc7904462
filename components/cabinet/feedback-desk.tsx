'use client'

import { useTranslations } from 'next-intl'
import { useState, useSyncExternalStore } from 'react'
import { EMPTY_FEEDBACK, readFeedbackDraft } from '@/components/cabinet/feedback-draft'
import { FeedbackForm } from '@/components/cabinet/feedback-form'
import { FeedbackEntry } from '@/components/cabinet/feedback-history'
import { useFailureText } from '@/components/cabinet/use-failure-text'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { Notice } from '@/components/ui/notice'
import { useUser } from '@/components/session/session-user'
import type { FeedbackMessage } from '@/lib/contract/feedback'

export interface FeedbackDeskProps {
  messages: FeedbackMessage[]
  /** Where the rest of the history begins; null: there is none. */
  cursor: string | null
}

const neverChanges = () => () => undefined

/** Writing to the company beside what was written and answered before. */
export function FeedbackDesk({ messages: initial, cursor }: FeedbackDeskProps) {
  const t = useTranslations('Cabinet.feedback')
  const failureText = useFailureText()
  const [messages, setMessages] = useState(initial)
  const [next, setNext] = useState(cursor)
  const [loading, setLoading] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [sent, setSent] = useState<FeedbackMessage | null>(null)
  // What the tab keeps is known in the browser only; the form begins anew with it.
  const inBrowser = useSyncExternalStore(neverChanges, () => true, () => false)
  const accountId = useUser()?.id ?? null

  async function more() {
    if (next === null || loading) return
    setLoading(true)
    setFailure(null)
    try {
      const { readFeedback } = await import('@/lib/api/send-form')
      const page = await readFeedback(next)
      setMessages((known) => [...known, ...page.list.filter(({ id }) => known.every((message) => message.id !== id))])
      setNext(page.next_cursor)
    } catch (error) {
      setFailure(failureText(error))
    } finally {
      setLoading(false)
    }
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_440px]">
      <Card className="lg:order-2 lg:sticky lg:top-6">
        <CardHeader title={t('write')} />
        <div className="grid gap-4 pt-5">
          <div role="status" className="empty:hidden">
            {sent && (
              <Notice tone="go" title={t('sentTitle', { number: String(sent.id) })}>
                {t('sentText')}
              </Notice>
            )}
          </div>
          <FeedbackForm
            key={inBrowser && accountId !== null ? accountId : 'blank'}
            accountId={accountId}
            initial={inBrowser && accountId !== null ? readFeedbackDraft(accountId) : EMPTY_FEEDBACK}
            onSent={(message) => {
              setSent(message)
              setMessages((known) => [message, ...known])
            }}
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
        {failure && (
          <Notice tone="lose" role="alert">
            <p className="font-medium">{failure}</p>
          </Notice>
        )}
        {next !== null && (
          <div className="grid justify-items-center pt-2">
            <Button tone="soft" pending={loading} onClick={() => void more()}>
              {t('more')}
            </Button>
          </div>
        )}
      </section>
    </div>
  )
}
