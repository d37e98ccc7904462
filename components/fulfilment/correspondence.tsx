import { useLocale, useTranslations } from 'next-intl'
import { type ReactNode, useEffect } from 'react'
import { ChatForm, ChatLog } from '@/components/auction/talk/chat'
import type { Mutation } from '@/components/forms/use-mutation'
import { Card, CardHeader } from '@/components/ui/card'
import { Pill } from '@/components/ui/pill'
import { CHAT_ANCHOR } from '@/lib/config/constants'
import type { ChatMessage } from '@/lib/contract/stream'
import { formatDateTime, formatShortDateTime, formatTime, sameKyivDay } from '@/lib/i18n/formats'

interface CorrespondenceProps {
  side: 'buyer' | 'administrator'
  company: string
  /** Undefined until they are read. */
  messages: readonly ChatMessage[] | undefined
  unread?: number
  onRead?: () => void
  /** In place of the messages, if they could not be read. */
  fault?: ReactNode
  /** The key under which the tab keeps an unsent message. */
  draft: string
  send: Pick<Mutation<string>, 'failure' | 'pending' | 'run'>
  /** Why this reader cannot write; null if it can. */
  refusal: string | null
}

/** The conversation about an agreement, the one that began in the chat of its auction. */
export function Correspondence({
  side,
  company,
  messages,
  unread = 0,
  onRead,
  fault,
  draft,
  send,
  refusal,
}: CorrespondenceProps) {
  const t = useTranslations('Fulfilment.chat')
  const tChat = useTranslations('Chat')
  const locale = useLocale()
  const newest = messages?.at(-1)?.sent_at
  const isRead = messages !== undefined
  useEffect(() => {
    // Emails link to this card, which renders after the browser has looked for the anchor.
    if (isRead && window.location.hash === `#${CHAT_ANCHOR}`) document.getElementById(CHAT_ANCHOR)?.scrollIntoView()
  }, [isRead])
  const speakerOf = ({ from, by }: ChatMessage) =>
    from === 'buyer' ? (by ?? (side === 'buyer' ? tChat('you') : company)) : tChat(from)
  return (
    <Card
      id={CHAT_ANCHOR}
      aria-labelledby="correspondence"
      padding="sm"
      className="grid max-w-3xl scroll-mt-24 grid-cols-[minmax(0,1fr)] gap-4"
      onFocus={onRead}
      onPointerEnter={onRead}
      data-print="hide"
    >
      <CardHeader
        id="correspondence"
        title={t('title')}
        aside={unread > 0 && <Pill tone="plan">{tChat('unread', { count: unread })}</Pill>}
      />
      {fault}
      {messages && (
        <ChatLog
          label={tChat('log')}
          messages={messages}
          own={side}
          speakerOf={speakerOf}
          timeOf={({ sent_at: at }) => ({
            short: newest && sameKyivDay(at, newest) ? formatTime(at, locale) : formatShortDateTime(at, locale),
            full: formatDateTime(at, locale),
          })}
          empty={<p className="text-small text-soft">{t(side === 'buyer' ? 'empty' : 'none')}</p>}
          className="max-h-96"
        />
      )}
      {refusal === null ? (
        <ChatForm
          label={tChat('label')}
          placeholder={side === 'buyer' ? tChat('placeholder') : t('placeholder')}
          sendLabel={tChat('send')}
          draft={draft}
          failure={send.failure}
          isPending={send.pending}
          onSend={send.run}
        />
      ) : (
        <p className="text-small text-soft">{refusal}</p>
      )}
    </Card>
  )
}
