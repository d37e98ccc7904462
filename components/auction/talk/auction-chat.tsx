import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { WaitingMark } from '@/components/auction/live/waiting-mark'
import { useRefusalText } from '@/components/forms/failure-texts'
import { useApiMutation } from '@/components/forms/use-api-mutation'
import { Card, CardHeader } from '@/components/ui/card'
import { isFocusFree } from '@/components/ui/focus'
import { Pill } from '@/components/ui/pill'
import { auctionApi } from '@/lib/api/auction'
import { createIdempotencyKeys } from '@/lib/api/idempotency-keys'
import type { ChatMessage } from '@/lib/contract/stream'
import { ChatForm, ChatLog } from './chat'
import { useFormats, useLivePage, useLiveState } from '@/components/auction/live/live-context'

export function AuctionChat() {
  const { viewer } = useLiveState()
  if (viewer.kind !== 'account' || viewer.status !== 'active') return null
  return <Conversation key={viewer.id} companyId={viewer.id} isViewer={viewer.role === 'viewer'} />
}

function Conversation({ companyId, isViewer }: { companyId: number; isViewer: boolean }) {
  const t = useTranslations('Chat')
  const { store } = useLivePage()
  const { auction, chat, chatKnown, unread } = useLiveState()
  const field = useRef<HTMLTextAreaElement>(null)
  const [keys] = useState(createIdempotencyKeys)
  const refusalText = useRefusalText()
  const send = useApiMutation(async (message: string) => {
    const { data } = await (
      await auctionApi()
    ).chat.send({ auction_id: auction.id, text: message }, { idempotencyKey: keys.keyFor(message) })
    keys.accepted()
    store.dispatch({ type: 'chat_sent', message: data })
    if (field.current?.form && isFocusFree(field.current.form)) field.current.focus()
  })
  const { dayTime, moment } = useFormats(auction)
  useEffect(() => {
    // Messages count as read while the user is writing in the chat.
    const isReading = document.visibilityState === 'visible' && document.activeElement === field.current
    if (unread > 0 && isReading) store.dispatch({ type: 'chat_read' })
  }, [unread, store])

  const newest = chat.at(-1)
  const empty = <p className="rounded-md bg-sunken px-4 py-4 text-small text-soft">{t('empty')}</p>
  const speakerOf = ({ from, by }: ChatMessage) => (from === 'buyer' ? (by ?? t('you')) : t(from))
  const read = () => store.dispatch({ type: 'chat_read' })
  return (
    <Card
      id="chat"
      aria-labelledby="chat-title"
      className="grid gap-4 scroll-mt-4"
      onFocus={read}
      onPointerEnter={read}
      data-print="hide"
    >
      <CardHeader
        id="chat-title"
        title={t('title')}
        aside={unread > 0 && <Pill tone="plan">{t('unread', { count: unread })}</Pill>}
      />
      {!chatKnown && <WaitingMark />}
      {newest || chatKnown ? (
        <ChatLog
          label={t('log')}
          messages={chat}
          own="buyer"
          speakerOf={speakerOf}
          timeOf={({ sent_at: at }) => ({ short: moment(at, newest?.sent_at), full: dayTime(at) })}
          empty={empty}
          className="max-h-80"
        />
      ) : (
        empty
      )}
      {isViewer ? (
        <p className="text-small text-soft">{refusalText({ code: 'role_insufficient' })}</p>
      ) : (
        <ChatForm
          ref={field}
          label={t('label')}
          placeholder={t('placeholder')}
          sendLabel={t('send')}
          draft={`lot-chat:${companyId}:${auction.id}`}
          failure={send.failure && (send.problem ? send.failure : t('failed'))}
          isPending={send.pending}
          onSend={send.run}
        />
      )}
    </Card>
  )
}
