import { useEffect, useEffectEvent, useState } from 'react'
import { useFailureText, useRefusalText } from '@/components/forms/failure-texts'
import { useApiMutation } from '@/components/forms/use-api-mutation'
import { Correspondence } from '@/components/fulfilment/correspondence'
import { useUser } from '@/components/session/session-user'
import { FailureNotice } from '@/components/ui/notice'
import { readAllPages } from '@/lib/api/all-pages'
import { api } from '@/lib/api/browser'
import { createIdempotencyKeys } from '@/lib/api/idempotency-keys'
import type { Fulfilment } from '@/lib/contract/fulfilment'
import type { ChatMessage } from '@/lib/contract/stream'

const REFRESH_MS = 20_000

/** The buyer's part of the conversation; a viewer only reads. */
export function OwnCorrespondence({ agreement: { id, company } }: Pick<Fulfilment, 'agreement'>) {
  const user = useUser()
  const isViewer = user?.role === 'viewer'
  const refusalText = useRefusalText()
  const failureText = useFailureText()
  const [messages, setMessages] = useState<ChatMessage[]>()
  const [unread, setUnread] = useState(0)
  const [fault, setFault] = useState<string | null>(null)
  const [keys] = useState(createIdempotencyKeys)

  const load = useEffectEvent(async () => {
    try {
      const read = await readAllPages(async (page) => {
        const answer = await api.fulfilment.messages({ agreement_id: id, ...page })
        setUnread(answer.data.unread)
        return answer
      })
      setMessages(read)
      setFault(null)
    } catch (error) {
      setFault(failureText(error))
    }
  })
  useEffect(() => {
    const refresh = () => {
      if (!document.hidden) void load()
    }
    refresh()
    const timer = setInterval(refresh, REFRESH_MS)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [])

  const send = useApiMutation(async (text: string) => {
    const { data } = await api.fulfilment.writeMessage(
      { agreement_id: id, text },
      { idempotencyKey: keys.keyFor(text) },
    )
    keys.accepted()
    setUnread(0)
    setMessages((known = []) => [...known.filter((message) => message.id !== data.id), data])
  })

  async function markRead() {
    const newest = messages?.at(-1)
    if (unread === 0 || isViewer || newest === undefined) return
    setUnread(0)
    // The next reading shows the mark again if this one is lost.
    await api.fulfilment.markRead({ agreement_id: id, message_id: newest.id }).catch(() => undefined)
  }

  return (
    <Correspondence
      side="buyer"
      company={company.name}
      messages={messages}
      unread={unread}
      onRead={() => void markRead()}
      fault={<FailureNotice>{messages === undefined ? fault : null}</FailureNotice>}
      draft={`agreement-chat:${user?.id}:${id}`}
      send={send}
      refusal={isViewer ? refusalText({ code: 'role_insufficient' }) : null}
    />
  )
}
