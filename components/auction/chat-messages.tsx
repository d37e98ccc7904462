'use client'

import { useTranslations } from 'next-intl'
import { useLayoutEffect, useRef } from 'react'
import { useLiveState } from '@/components/auction/live-context'
import { useFormats } from '@/components/auction/use-formats'
import { classNames } from '@/components/ui/class-names'
import { VisuallyHidden } from '@/components/ui/visually-hidden'
import type { ChatMessage } from '@/lib/contract/chat'

const LOOKS: Record<ChatMessage['from'], string> = {
  buyer: 'ml-auto rounded-br-none bg-own',
  administrator: 'rounded-bl-none bg-sunken',
  system: 'rounded-bl-none border border-line text-soft',
}

/** The messages, the newest in sight. */
export function ChatMessages({ messages }: { messages: readonly ChatMessage[] }) {
  const t = useTranslations('Chat')
  const { auction } = useLiveState()
  const { dateTime, moment } = useFormats(auction)
  const list = useRef<HTMLDivElement>(null)
  const newest = messages.at(-1)

  useLayoutEffect(() => {
    const element = list.current
    if (element && newest) element.scrollTop = element.scrollHeight
  }, [newest])

  if (!newest) return <p className="rounded-md bg-sunken px-4 py-4 text-small text-soft">{t('empty')}</p>
  const speaker = (message: ChatMessage) => (message.from === 'buyer' ? t('you') : t(message.from))
  return (
    <div ref={list} role="log" aria-label={t('log')} tabIndex={0} className="max-h-80 overflow-y-auto overscroll-contain">
      <ol className="grid gap-3">
        {messages.map((message) => (
          <li key={message.id} className={classNames('w-fit max-w-[85%] rounded-md px-3.5 py-2.5 text-small', LOOKS[message.from])}>
            <VisuallyHidden>{speaker(message)}: </VisuallyHidden>
            <p className="whitespace-pre-line">{message.text}</p>
            <time dateTime={message.sent_at} title={dateTime(message.sent_at)} className="numbers mt-0.5 block text-right text-fine text-soft">
              {moment(message.sent_at, newest.sent_at)}
            </time>
          </li>
        ))}
      </ol>
    </div>
  )
}
