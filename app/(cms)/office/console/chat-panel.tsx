'use client'

import { useId, useRef, useState, type FormEvent } from 'react'
import { api } from '@/lib/api/browser'
import type { ChatMessage } from '@/lib/contract/chat'
import { createResource, faultOf, useResource } from '@/app/(cms)/office/resource'
import { kyivTime } from '@/app/(cms)/office/times'
import { faultWords, useWords } from '@/app/(cms)/office/use-words'
import type { ConsoleStore } from './console-store'
import { Panel } from './bids-panel'

const READ_EVERY_MS = 4_000
const TEXT_MAXIMUM = 2000

const AUTHOR = { buyer: null, administrator: 'you', system: 'system' } as const

/** The buyers' questions; those without an answer first. */
export function ChatPanel({ store }: { store: ConsoleStore }) {
  const { say } = useWords()
  const { data, fault } = useResource(store.conversations)
  const [chosen, setChosen] = useState<number | null>(null)
  const conversations = data ?? []
  const unanswered = conversations.reduce((sum, conversation) => sum + conversation.unanswered, 0)
  const open = conversations.find(({ user_id }) => user_id === chosen)
  return (
    <aside className="office-chat">
      <Panel title={say('chat')} badge={unanswered} fault={fault}>
        {data && conversations.length === 0 && <p className="office-empty">{say('noChats')}</p>}
        <ul className="office-conversations">
          {conversations.map((conversation) => (
            <li key={conversation.user_id}>
              <button
                type="button"
                aria-pressed={conversation.user_id === chosen}
                onClick={() => setChosen(conversation.user_id)}
              >
                <span>{conversation.company_name}</span>
                {conversation.unanswered > 0 && <span className="office-badge">{conversation.unanswered}</span>}
                {conversation.last_message && <small>{conversation.last_message.text}</small>}
              </button>
            </li>
          ))}
        </ul>
        {open && <Conversation key={open.user_id} store={store} userId={open.user_id} company={open.company_name} />}
      </Panel>
    </aside>
  )
}

type ConversationProps = { store: ConsoleStore; userId: number; company: string }

function Conversation({ store, userId, company }: ConversationProps) {
  const { say, locale } = useWords()
  const ids = { auction_id: store.auctionId, user_id: userId }
  const [messages] = useState(() => createResource(() => wholeConversation(ids), { everyMs: READ_EVERY_MS }))
  const { data } = useResource(messages)
  const field = useId()
  const [fault, setFault] = useState<string | null>(null)
  const sending = useRef(false)

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = event.currentTarget
    const written = new FormData(form).get('text')
    const text = typeof written === 'string' ? written.trim() : ''
    if (text === '' || sending.current) return
    sending.current = true
    try {
      await api.manager.sendChat({ ...ids, text })
      form.reset()
      setFault(null)
    } catch (error) {
      setFault(faultWords(faultOf(error), say))
    } finally {
      sending.current = false
      void messages.refresh()
      void store.conversations.refresh()
    }
  }

  return (
    <div className="office-conversation">
      <ol role="log" aria-label={company} tabIndex={0}>
        {[...(data ?? [])].reverse().map((message) => {
          const author = AUTHOR[message.from]
          return (
            <li key={message.id} data-from={message.from}>
              <span className="office-soft">
                {author === null ? company : say(author)} · {kyivTime(message.sent_at, locale)}
              </span>
              <p>{message.text}</p>
            </li>
          )
        })}
      </ol>
      <form onSubmit={(event) => void submit(event)}>
        <label htmlFor={field}>{say('answer')}</label>
        <textarea id={field} name="text" rows={3} maxLength={TEXT_MAXIMUM} />
        {fault && (
          <p className="office-field-fault" role="alert">
            {fault}
          </p>
        )}
        <button type="submit" className="office-button" data-look="action">
          {say('send')}
        </button>
      </form>
    </div>
  )
}

/** The oldest first, as the API answers it, to its end. */
async function wholeConversation(ids: { auction_id: number; user_id: number }): Promise<ChatMessage[]> {
  const all: ChatMessage[] = []
  let cursor: string | undefined
  do {
    const { data } = await api.manager.chat({ ...ids, limit: 100, cursor })
    all.push(...data.list)
    cursor = data.next_cursor ?? undefined
  } while (cursor !== undefined)
  return all
}
