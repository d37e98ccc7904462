'use client'

import { SendHorizontal } from 'lucide'
import { Icon } from '@/components/ui/icon'
import { useTranslations } from 'next-intl'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Card, CardHeader } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { CONTROL_LOOK } from '@/components/ui/field'
import { mayTakeFocus } from '@/components/ui/focus'
import { Notice } from '@/components/ui/notice'
import { Pill } from '@/components/ui/pill'
import { VisuallyHidden } from '@/components/ui/waiting'
import { auctionApi } from '@/lib/api/auction'
import { createMessageKeys } from '@/lib/api/message-key'
import type { ChatMessage } from '@/lib/contract/stream'
import { useLiveAuction, useLivePage, useLiveState } from './live-context'
import { useCall } from '@/components/forms/use-call'
import { useTooLong } from '@/components/forms/too-long'
import { useFormats } from './use-formats'

const LOOKS: Record<ChatMessage['from'], string> = {
  buyer: 'ml-auto rounded-br-none bg-own',
  administrator: 'rounded-bl-none bg-sunken',
  system: 'rounded-bl-none border border-line text-soft',
}

interface ChatMessagesProps {
  messages: readonly ChatMessage[]
  /** Whether all of the conversation so far is there. */
  known: boolean
}

/** The messages, the newest in sight. What stood there before is not read aloud; the first message of all is, so that its place is a log already. */
function ChatMessages({ messages, known }: ChatMessagesProps) {
  const t = useTranslations('Chat')
  const auction = useLiveAuction()
  const { dateTime, moment } = useFormats(auction)
  const list = useRef<HTMLDivElement>(null)
  const newest = messages.at(-1)

  useLayoutEffect(() => {
    const element = list.current
    if (element && newest) element.scrollTop = element.scrollHeight
  }, [newest])

  const empty = <p className="rounded-md bg-sunken px-4 py-4 text-small text-soft">{t('empty')}</p>
  if (!newest && !known) return empty
  const speaker = (message: ChatMessage) => (message.from === 'buyer' ? t('you') : t(message.from))
  return (
    <div
      ref={list}
      role="log"
      aria-label={t('log')}
      tabIndex={newest ? 0 : undefined}
      className="max-h-80 overflow-y-auto overscroll-contain"
    >
      {!newest && empty}
      <ol className="grid gap-3 empty:hidden">
        {messages.map((message) => (
          <li
            key={message.id}
            className={classNames('w-fit max-w-[85%] rounded-md px-3.5 py-2.5 text-small', LOOKS[message.from])}
          >
            <VisuallyHidden>{speaker(message)}: </VisuallyHidden>
            <p className="whitespace-pre-line">{message.text}</p>
            <time
              dateTime={message.sent_at}
              title={dateTime(message.sent_at)}
              className="numbers mt-0.5 block text-right text-fine text-soft"
            >
              {moment(message.sent_at, newest?.sent_at)}
            </time>
          </li>
        ))}
      </ol>
    </div>
  )
}

const MAX_MESSAGE = 2000

/** The conversation with the administrator about this auction. Only an active account has one. */
export function Chat() {
  const t = useTranslations('Chat')
  const { store } = useLivePage()
  const { auction, viewer, chat, chatKnown, unread } = useLiveState()
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const [keys] = useState(createMessageKeys)
  const faultId = useId()
  const fault = useTooLong(MAX_MESSAGE)(text)
  const send = useCall(async (message: string) => {
    const { data } = await (
      await auctionApi()
    ).chat.send({ auction_id: auction.id, text: message }, { idempotencyKey: keys.keyOf(message) })
    keys.taken()
    store.dispatch({ type: 'chat_sent', message: data })
    setText((now) => (now.trim() === message ? '' : now))
    if (field.current?.form && mayTakeFocus(field.current.form)) field.current.focus()
  })
  useEffect(() => {
    // What comes while the chat is being written in is read as it comes.
    const here = document.visibilityState === 'visible' && document.activeElement === field.current
    if (unread > 0 && here) store.dispatch({ type: 'chat_read' })
  }, [unread, store])
  if (viewer.kind !== 'account' || viewer.status !== 'active') return null

  function submit() {
    if (text.trim() !== '' && fault === null) void send.run(text.trim())
  }

  function sendByKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    submit()
  }

  const read = () => store.dispatch({ type: 'chat_read' })
  return (
    <Card aria-labelledby="chat" className="grid gap-4" onFocus={read} onPointerEnter={read} data-print="hide">
      <CardHeader
        id="chat"
        title={t('title')}
        aside={unread > 0 && <Pill tone="plan">{t('unread', { count: unread })}</Pill>}
      />
      <ChatMessages messages={chat} known={chatKnown} />
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <label className="block min-w-0 flex-1">
          <VisuallyHidden>{t('label')}</VisuallyHidden>
          <textarea
            ref={field}
            rows={1}
            name="message"
            value={text}
            aria-invalid={fault !== null || undefined}
            aria-describedby={fault === null ? undefined : faultId}
            placeholder={t('placeholder')}
            className={`${CONTROL_LOOK} block field-sizing-content max-h-40 resize-none`}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={sendByKey}
          />
        </label>
        <button
          type="submit"
          aria-label={t('send')}
          aria-disabled={send.pending || text.trim() === '' || fault !== null || undefined}
          className="grid size-11 shrink-0 place-items-center rounded-md bg-action text-on-action transition-colors duration-150 hover:bg-action-hover aria-disabled:opacity-55"
        >
          <Icon of={SendHorizontal} className="size-5" />
        </button>
      </form>
      <p id={faultId} role="alert" className="text-fine font-medium text-lose-text empty:hidden">
        {fault}
      </p>
      {send.failure && (
        <Notice tone="lose" role="alert">
          {send.problem ? send.failure : t('failed')}
        </Notice>
      )}
    </Card>
  )
}
