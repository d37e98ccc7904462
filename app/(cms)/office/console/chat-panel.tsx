'use client'

import { useState, type FormEvent } from 'react'
import { Badge, Panel, Quiet } from '@/app/(cms)/office/kit'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { TextAreaField } from '@/components/ui/field'
import { api } from '@/lib/api/browser'
import { useResource } from '@/app/(cms)/office/resource'
import { useOfficeCall } from '@/app/(cms)/office/lists/use-office'
import { kyivTime } from '@/app/(cms)/office/times'
import { useWords } from '@/app/(cms)/office/use-words'
import { type ConsoleStore, createConversation } from './console-store'

const TEXT_MAXIMUM = 2000

const AUTHOR = { buyer: null, administrator: 'you', system: 'system' } as const

/** The buyers' questions; those without an answer first. */
export function ChatPanel({ store, className }: { store: ConsoleStore; className?: string }) {
  const { say } = useWords()
  const { data, fault } = useResource(store.conversations)
  const [chosen, setChosen] = useState<number | null>(null)
  // By company, so that an answer begun to one waits while another is read.
  const [drafts, setDrafts] = useState<ReadonlyMap<number, string>>(new Map())
  const conversations = data ?? []
  const unanswered = conversations.reduce((sum, conversation) => sum + conversation.unanswered, 0)
  const open = conversations.find(({ user_id }) => user_id === chosen)

  function changeDraft(userId: number, change: (before: string) => string): void {
    setDrafts((before) => new Map(before).set(userId, change(before.get(userId) ?? '')))
  }

  return (
    <Panel title={say('chat')} badge={unanswered} fault={fault} className={className}>
      {data && conversations.length === 0 && <Quiet>{say('noChats')}</Quiet>}
      <div className="grid min-h-0 grow grid-rows-[auto_minmax(0,1fr)] gap-3">
        <ul className="max-h-44 overflow-y-auto">
          {conversations.map((conversation) => (
            <li key={conversation.user_id}>
              <button
                type="button"
                aria-pressed={conversation.user_id === chosen}
                onClick={() => setChosen(conversation.user_id === chosen ? null : conversation.user_id)}
                className="grid w-full grid-cols-[minmax(0,1fr)_auto] gap-x-2 gap-y-0.5 rounded-sm px-3 py-2 text-left font-semibold hover:bg-hover aria-pressed:bg-own"
              >
                <span>{conversation.company_name}</span>
                {conversation.unanswered > 0 && <Badge count={conversation.unanswered} />}
                {conversation.last_message && (
                  <span className="col-span-2 truncate text-fine font-regular text-soft">
                    {conversation.last_message.text}
                  </span>
                )}
              </button>
            </li>
          ))}
        </ul>
        {open && (
          <Conversation
            key={open.user_id}
            store={store}
            userId={open.user_id}
            company={open.company_name}
            draft={drafts.get(open.user_id) ?? ''}
            onDraft={(change) => changeDraft(open.user_id, change)}
          />
        )}
      </div>
    </Panel>
  )
}

interface ConversationProps {
  store: ConsoleStore
  userId: number
  company: string
  /** The answer that is being written. */
  draft: string
  onDraft: (change: (before: string) => string) => void
}

function Conversation({ store, userId, company, draft, onDraft }: ConversationProps) {
  const { say, locale } = useWords()
  const ids = { auction_id: store.auctionId, user_id: userId }
  const [messages] = useState(() => createConversation(store, userId))
  const { data } = useResource(messages)
  const send = useOfficeCall(async (text: string) => {
    try {
      await api.manager.sendChat({ ...ids, text })
      onDraft((now) => (now.trim() === text ? '' : now))
    } finally {
      void messages.refresh()
      void store.conversations.refresh()
    }
  })

  const over = draft.trim().length - TEXT_MAXIMUM

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const text = draft.trim()
    if (text !== '' && over <= 0) void send.run(text)
  }

  return (
    <div className="grid min-h-0 grid-rows-[minmax(0,1fr)_auto] gap-3 border-t border-line pt-3">
      <ol
        role="log"
        aria-label={company}
        tabIndex={0}
        className="flex max-h-80 min-h-24 flex-col-reverse gap-2.5 overflow-y-auto min-[1200px]:max-h-none"
      >
        {[...(data ?? [])].reverse().map((message) => {
          const author = AUTHOR[message.from]
          const own = message.from === 'administrator'
          return (
            <li key={message.id} className={own ? 'ml-6' : undefined}>
              <span className="text-fine text-soft">
                {author === null ? company : say(author)} · {kyivTime(message.sent_at, locale)}
              </span>
              <p
                className={classNames(
                  'whitespace-pre-wrap break-words rounded-sm px-3 py-2',
                  own ? 'bg-own' : 'bg-sunken',
                )}
              >
                {message.text}
              </p>
            </li>
          )
        })}
      </ol>
      <form onSubmit={submit} className="grid gap-2">
        <TextAreaField
          label={say('answer')}
          name="text"
          rows={2}
          value={draft}
          onChange={(event) => onDraft(() => event.target.value)}
          error={over > 0 ? say('tooLong', { maximum: TEXT_MAXIMUM, over }) : send.failure}
        />
        <Button type="submit" size="sm" className="justify-self-end">
          {say('send')}
        </Button>
      </form>
    </div>
  )
}
