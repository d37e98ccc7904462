'use client'

import { useStaff } from '@/components/office/staff-context'
import { useSearchParams } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { PublishDialog } from '@/components/office/questions'
import { Badge, FaultNotice, MutedText, Panel } from '@/components/office/kit'
import { useOfficeText } from '@/components/office/office-text'
import { useOfficeMutation } from '@/components/office/queries'
import { ChatForm, ChatLog } from '@/components/auction/talk/chat'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '@/lib/api/browser'
import { createIdempotencyKeys } from '@/lib/api/idempotency-keys'
import type { ChatMessage } from '@/lib/contract/stream'
import { formatDateTime, formatShortDateTime, formatTime, numberSign, sameKyivDay } from '@/lib/i18n/formats'
import { type ConversationSummary, useCompanyNames, useConversation, useConversations } from './console-queries'

interface PanelProps {
  auctionId: number
  className?: string
}

/** The buyers' questions, unanswered ones first. */
export function ChatPanel({ auctionId, className }: PanelProps) {
  const { t } = useOfficeText()
  const { data: conversations, fault } = useConversations(auctionId)
  const { byAccount } = useCompanyNames(auctionId)
  const params = useSearchParams()
  const [chosen, setChosen] = useState<number | null>(() => Number(params.get('chat')) || null)
  const unanswered = conversations?.reduce((sum, conversation) => sum + conversation.unanswered, 0)
  const chosenButton = useRef<HTMLButtonElement>(null)
  const open = conversations?.find(({ company_id }) => company_id === chosen)

  useEffect(() => {
    // The list shrinks for the conversation, and would hide whose it is.
    chosenButton.current?.scrollIntoView({ block: 'nearest' })
  }, [chosen])

  return (
    <Panel id="chat" title={t('chat')} badge={unanswered} fault={fault} className={className}>
      {conversations?.length === 0 && <MutedText>{t('noChats')}</MutedText>}
      <ul
        className={classNames(
          'overflow-y-auto',
          open ? 'max-h-32 shrink-0' : 'max-h-80 @min-[1320px]:max-h-none @min-[1320px]:grow',
        )}
      >
        {conversations?.map((conversation) => (
          <li key={conversation.company_id}>
            <button
              ref={conversation.company_id === chosen ? chosenButton : undefined}
              type="button"
              aria-pressed={conversation.company_id === chosen}
              onClick={() => setChosen(conversation.company_id === chosen ? null : conversation.company_id)}
              className="grid w-full grid-cols-[minmax(0,1fr)_auto] gap-x-2 gap-y-0.5 rounded-sm px-3 py-2 text-left font-semibold hover:bg-hover aria-pressed:bg-own"
            >
              <span className="min-w-0 break-words">
                <CompanyName conversation={conversation} company={byAccount.get(conversation.company_id)} />
              </span>
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
          key={open.company_id}
          auctionId={auctionId}
          company={byAccount.get(open.company_id)}
          conversation={open}
        />
      )}
    </Panel>
  )
}

interface Company {
  participant: number | null
  name: string
}

interface NameProps {
  conversation: ConversationSummary
  /** Undefined until the applications are read. */
  company: Company | undefined
}

/** The participant's number and the company's short name. */
function CompanyName({ conversation, company }: NameProps) {
  const { locale } = useOfficeText()
  const participant = company?.participant ?? null
  return (
    <>
      {participant !== null && <span className="text-soft">{numberSign(participant, locale)} </span>}
      {company?.name ?? conversation.company_name}
    </>
  )
}

interface ConversationProps extends NameProps {
  auctionId: number
}

function Conversation({ auctionId, company, conversation }: ConversationProps) {
  const staffId = useStaff().id
  const { t, locale } = useOfficeText()
  const client = useQueryClient()
  const { data: messages = [], fault } = useConversation(auctionId, conversation)
  const [keys] = useState(createIdempotencyKeys)
  const send = useOfficeMutation(async (text: string) => {
    const message = { auction_id: auctionId, company_id: conversation.company_id, text }
    try {
      await api.manager.sendChat(message, { idempotencyKey: keys.keyFor(text) })
      keys.accepted()
    } finally {
      void client.invalidateQueries({ queryKey: ['console', auctionId, 'conversations'] })
    }
  })
  const [published, setPublished] = useState<ChatMessage | null>(null)
  const newest = messages.at(-1)?.sent_at
  const speakerOf = ({ from, by }: ChatMessage) =>
    from === 'buyer' ? (by ?? conversation.company_name) : t(from === 'system' ? 'system' : 'you')

  return (
    <div className="flex min-h-80 grow flex-col gap-3 border-t border-line pt-3">
      <h3 className="text-body font-semibold">
        <CompanyName conversation={conversation} company={company} />
      </h3>
      {fault && <FaultNotice fault={fault} />}
      <ChatLog
        label={conversation.company_name}
        messages={messages}
        own="administrator"
        speakerOf={speakerOf}
        timeOf={({ sent_at: at }) => ({
          short: newest && sameKyivDay(at, newest) ? formatTime(at, locale) : formatShortDateTime(at, locale),
          full: formatDateTime(at, locale),
        })}
        actionOf={(message) =>
          message.from === 'administrator' && (
            <Button tone="quiet" size="sm" className="-mb-1 -ml-3.5" onClick={() => setPublished(message)}>
              {t('publishFromChat')}
            </Button>
          )
        }
        empty={null}
        className="max-h-80 min-h-24 grow @min-[860px]:max-h-none @min-[860px]:basis-0"
      />
      <ChatForm
        label={t('answer')}
        placeholder={t('answer')}
        sendLabel={t('send')}
        draft={`chat-answer:${staffId}:${auctionId}:${conversation.company_id}`}
        failure={send.failure}
        isPending={send.pending}
        onSend={send.run}
      />
      {published && (
        <PublishDialog
          draftKey={`chat:${published.id}`}
          language="uk"
          question={questionBefore(messages, published)}
          answer={published.text}
          publish={(texts) =>
            api.manager.publishAnswer({ auction_id: auctionId, company_id: conversation.company_id, ...texts })
          }
          onClose={() => setPublished(null)}
        />
      )}
    </div>
  )
}

/** The company's last message before an answer. */
function questionBefore(messages: readonly ChatMessage[], answer: ChatMessage): string {
  return messages.filter(({ id, from }) => id < answer.id && from === 'buyer').at(-1)?.text ?? ''
}
