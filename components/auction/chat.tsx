'use client'

import { SendHorizontal } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { ChatMessages } from '@/components/auction/chat-messages'
import { useLivePage, useLiveState } from '@/components/auction/live-context'
import { useCall } from '@/components/auction/use-call'
import { CardHeader, Card } from '@/components/ui/card'
import { CONTROL_LOOK } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { Pill } from '@/components/ui/pill'
import { VisuallyHidden } from '@/components/ui/visually-hidden'
import { auctionApi } from '@/lib/api/auction'

const LONGEST_MESSAGE = 2000

/** The conversation with the administrator about this auction. Only an active account has one. */
export function Chat() {
  const t = useTranslations('Chat')
  const { store } = useLivePage()
  const { auction, viewer, chat, unread } = useLiveState()
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const send = useCall(async (message: string) => {
    const { data } = await (await auctionApi()).chat.send({ auction_id: auction.id, text: message })
    store.dispatch({ type: 'chat_sent', message: data })
    setText('')
    field.current?.focus()
  })
  useEffect(() => {
    // What comes while the chat is being written in is read as it comes.
    const here = document.visibilityState === 'visible' && document.activeElement === field.current
    if (unread > 0 && here) store.dispatch({ type: 'chat_read' })
  }, [unread, store])
  if (viewer.kind !== 'account' || viewer.status !== 'active') return null

  function submit() {
    if (text.trim() !== '') void send.run(text.trim())
  }

  function sendByKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    submit()
  }

  const read = () => store.dispatch({ type: 'chat_read' })
  return (
    <Card aria-labelledby="chat" className="grid gap-4" onFocus={read} onPointerEnter={read} data-print="hide">
      <CardHeader id="chat" title={t('title')} aside={unread > 0 && <Pill tone="plan">{t('unread', { count: unread })}</Pill>} />
      <ChatMessages messages={chat} />
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <label className="block min-w-0 flex-1">
          <VisuallyHidden>{t('label')}</VisuallyHidden>
          <textarea ref={field} rows={1} name="message" value={text} maxLength={LONGEST_MESSAGE} placeholder={t('placeholder')} className={`${CONTROL_LOOK} block field-sizing-content max-h-40 resize-none`} onChange={(event) => setText(event.target.value)} onKeyDown={sendByKey} />
        </label>
        <button type="submit" aria-label={t('send')} aria-disabled={send.pending || text.trim() === '' || undefined} className="grid size-11 shrink-0 place-items-center rounded-md bg-action text-on-action transition-colors duration-150 hover:bg-action-hover aria-disabled:opacity-55">
          <SendHorizontal aria-hidden className="size-5" />
        </button>
      </form>
      {send.words && <Notice tone="lose" role="alert">{send.problem ? send.words : t('failed')}</Notice>}
    </Card>
  )
}
