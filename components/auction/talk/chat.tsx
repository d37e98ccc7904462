import { SendHorizontal } from 'lucide'
import { type KeyboardEvent, type ReactNode, type Ref, useId, useLayoutEffect, useRef } from 'react'
import { useTextDraft, useTooLong } from '@/components/forms/draft-text-area'
import { classNames } from '@/components/ui/class-names'
import { CONTROL_LOOK } from '@/components/ui/field'
import { Icon } from '@/components/ui/icon'
import { FailureNotice } from '@/components/ui/notice'
import type { ChatMessage } from '@/lib/contract/stream'

const MAX_MESSAGE = 2000

/** Closer to the end than this, a reader follows the newest message. */
const NEAR_THE_END_PX = 40

interface ChatLogProps {
  label: string
  messages: readonly ChatMessage[]
  own: 'buyer' | 'administrator'
  speakerOf: (message: ChatMessage) => string
  timeOf: (message: ChatMessage) => { short: string; full: string }
  /** An action on a message, shown beside it. */
  actionOf?: (message: ChatMessage) => ReactNode
  /** Shown without messages, within the log so that screen readers announce the first one. */
  empty: ReactNode
  className?: string
}

export function ChatLog({ label, messages, own, speakerOf, timeOf, actionOf, empty, className }: ChatLogProps) {
  const list = useRef<HTMLDivElement>(null)
  const newest = messages.at(-1)?.id
  const isNewestOwn = messages.at(-1)?.from === own
  const isReadingOlder = useRef(false)

  useLayoutEffect(() => {
    const element = list.current
    if (element && newest !== undefined && (isNewestOwn || !isReadingOlder.current))
      element.scrollTop = element.scrollHeight
  }, [newest, isNewestOwn])

  return (
    <div
      ref={list}
      role="log"
      aria-label={label}
      tabIndex={newest === undefined ? undefined : 0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isReadingOlder.current = scrollHeight - scrollTop - clientHeight > NEAR_THE_END_PX
      }}
      className={classNames('overflow-y-auto overscroll-contain', className)}
    >
      {newest === undefined && empty}
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-3 empty:hidden">
        {messages.map((message) => {
          const { short, full } = timeOf(message)
          return (
            <li
              key={message.id}
              className={classNames(
                'w-fit max-w-[85%] rounded-md px-3.5 py-2.5 text-small',
                message.from === own ? 'ml-auto rounded-br-none bg-own' : 'rounded-bl-none',
                message.from !== own && (message.from === 'system' ? 'border border-line text-soft' : 'bg-sunken'),
              )}
            >
              <span className="sr-only">{speakerOf(message)}: </span>
              <p translate="yes" className="whitespace-pre-line wrap-anywhere">
                {message.text}
              </p>
              <time
                dateTime={message.sent_at}
                title={full}
                className="numbers mt-0.5 block text-right text-fine text-soft"
              >
                {message.by !== null && `${message.by} · `}
                {short}
              </time>
              {actionOf?.(message)}
            </li>
          )
        })}
      </ol>
    </div>
  )
}

interface ChatFormProps {
  ref?: Ref<HTMLTextAreaElement>
  label: string
  placeholder?: string
  sendLabel: string
  /** The key under which the tab keeps an unsent message. */
  draft: string
  failure: string | null
  isPending: boolean
  /** Returns whether the message was sent; only then does it leave the field, unless it was changed meanwhile. */
  onSend: (text: string) => Promise<boolean>
}

/** Enter sends, Shift+Enter starts a new line. */
export function ChatForm(props: ChatFormProps) {
  const { ref, label, placeholder, sendLabel, draft, failure, isPending, onSend } = props
  const [text, setText] = useTextDraft(draft)
  const fault = useTooLong(MAX_MESSAGE)(text)
  const faultId = useId()

  async function submit() {
    const message = text.trim()
    if (message === '' || fault !== null) return
    if (await onSend(message)) setText((now) => (now.trim() === message ? '' : now))
  }

  function sendByKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void submit()
  }

  return (
    <>
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <label className="block min-w-0 flex-1">
          <span className="sr-only">{label}</span>
          <textarea
            ref={ref}
            rows={1}
            name="message"
            value={text}
            aria-invalid={fault !== null || undefined}
            aria-describedby={fault === null ? undefined : faultId}
            placeholder={placeholder}
            className={`${CONTROL_LOOK} block field-sizing-content max-h-40 resize-none`}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={sendByKey}
          />
        </label>
        <button
          type="submit"
          aria-label={sendLabel}
          aria-disabled={isPending || text.trim() === '' || fault !== null || undefined}
          className="grid size-11 shrink-0 place-items-center rounded-md bg-action text-on-action transition-colors duration-150 hover:bg-action-hover aria-disabled:opacity-55"
        >
          <Icon of={SendHorizontal} className="size-5" />
        </button>
      </form>
      <p id={faultId} role="alert" className="text-fine font-medium text-lose-text empty:hidden">
        {fault}
      </p>
      <FailureNotice>{failure}</FailureNotice>
    </>
  )
}
