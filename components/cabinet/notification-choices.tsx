'use client'

import { Bell, BellOff, Lock } from 'lucide'
import { Icon } from '@/components/ui/icon'
import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { useUser } from '@/components/session/session-user'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { api } from '@/lib/api/browser'
import { ApiError, OfflineError } from '@/lib/api/problems'
import { useBrowserValue } from '@/lib/browser/use-browser-value'
import type { NotificationChannel, NotificationChoice } from '@/lib/contract/notifications'
import { pushState, type PushState, thisBrowser, turnPushOff, turnPushOn } from '@/lib/push/browser-push'
import { useFailureText } from '@/components/forms/failure-texts'
import { useMutation } from '@/components/forms/use-mutation'
import { StatusNote } from '@/components/ui/notice'

/** Until the browser and the company are known it keeps the room of the usual state, unseen. */
function PushSwitch({ companyId }: { companyId: number | undefined }) {
  const t = useTranslations('Cabinet.notifications.push')
  const failureText = useFailureText()
  const initialState = useBrowserValue<PushState | null>(
    () => (companyId === undefined ? null : pushState(thisBrowser(), companyId)),
    null,
  )
  const [changedState, setChangedState] = useState<PushState | null>(null)
  const known = changedState ?? initialState
  const state = known ?? 'off'
  const turn = useMutation(
    async (on: boolean) => {
      if (companyId === undefined) return
      const { pushCalls } = await import('@/lib/api/notifications')
      setChangedState(await (on ? turnPushOn : turnPushOff)(thisBrowser(), pushCalls, companyId))
    },
    // The browser's own push service may also fail.
    (error) => (error instanceof ApiError || error instanceof OfflineError ? failureText(error) : t('failed')),
  )

  return (
    <div className="rounded-md bg-sunken px-4 py-3">
      <div
        className={classNames('flex min-h-14 flex-wrap items-center gap-x-4 gap-y-3', known === null && 'invisible')}
      >
        {state === 'on' ? (
          <Icon of={Bell} className="size-5 shrink-0 text-go-text" />
        ) : (
          <Icon of={BellOff} className="size-5 shrink-0 text-soft" />
        )}
        <div className="min-w-0 flex-1 basis-48">
          <p role="status" className="text-small font-semibold">
            {t(`${state}.title`)}
          </p>
          <p className="text-fine text-soft">{t(`${state}.text`)}</p>
        </div>
        {/* One button, which keeps the focus. */}
        {(state === 'off' || state === 'on') && (
          <Button
            size="sm"
            tone={state === 'on' ? 'outline' : 'primary'}
            pending={turn.pending}
            onClick={() => void turn.run(state === 'off')}
          >
            {t(state === 'off' ? 'turnOn' : 'turnOff')}
          </Button>
        )}
      </div>
      <p role="alert" className={turn.failure ? 'pt-1 text-small font-medium text-lose-text' : 'hidden'}>
        {turn.failure}
      </p>
    </div>
  )
}

interface NotificationChoicesProps {
  choices: NotificationChoice[]
}

const CHANNELS: readonly NotificationChannel[] = ['email', 'push']

export function NotificationChoices({ choices: initial }: NotificationChoicesProps) {
  const t = useTranslations('Cabinet.notifications')
  const failureText = useFailureText()
  const companyId = useUser()?.id
  const [choices, setChoices] = useState(initial)
  const [message, setMessage] = useState<{ text: string; failed: boolean } | null>(null)
  /** The latest choice of each box that is being saved. */
  const latest = useRef(new Map<string, boolean>())

  /** One call at a time for each box: of two concurrent calls the earlier could be saved last. */
  async function choose({ topic }: NotificationChoice, channel: NotificationChannel, wanted: boolean) {
    const box = `${topic} ${channel}`
    setMessage(null)
    setChoices((before) => withChoice(before, topic, channel, wanted))
    const isUnderWay = latest.current.has(box)
    latest.current.set(box, wanted)
    if (isUnderWay) return
    let sent = wanted
    try {
      do {
        sent = latest.current.get(box) ?? sent
        await api.notifications.choose({ changes: [{ topic, channel, wanted: sent }] })
      } while (latest.current.get(box) !== sent)
      setMessage({ text: t('kept'), failed: false })
    } catch (error) {
      setChoices((before) => withChoice(before, topic, channel, !sent))
      setMessage({ text: failureText(error), failed: true })
    } finally {
      latest.current.delete(box)
    }
  }

  const half = Math.ceil(choices.length / 2)
  return (
    <Card aria-label={t('title')} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div>
        <PushSwitch companyId={companyId} />
        <StatusNote failure={message?.failed ? message.text : null} done={message?.text} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 lg:grid-cols-2 large-text:lg:grid-cols-[minmax(0,1fr)]">
        {[choices.slice(0, half), choices.slice(half)].map((column, index) => (
          <Topics key={index} choices={column} isFirst={index === 0} onChoose={choose} />
        ))}
      </div>
    </Card>
  )
}

interface TopicsProps {
  choices: readonly NotificationChoice[]
  /** Below the first column the second one repeats no headings. */
  isFirst: boolean
  onChoose(choice: NotificationChoice, channel: NotificationChannel, wanted: boolean): Promise<void>
}

function Topics({ choices, isFirst, onChoose }: TopicsProps) {
  const t = useTranslations('Cabinet.notifications')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto_auto] content-start gap-x-1 large-text:grid-cols-2 sm:gap-x-4">
      <div
        aria-hidden
        className={classNames(
          'col-span-3 grid grid-cols-subgrid pb-2 text-fine font-semibold text-soft large-text:col-span-2',
          !isFirst && 'max-lg:hidden large-text:hidden',
        )}
      >
        <span className="large-text:hidden" />
        {CHANNELS.map((channel) => (
          <span key={channel} className="min-w-16 sm:min-w-20 text-center">
            {t(`channels.${channel}`)}
          </span>
        ))}
      </div>
      {choices.map((choice) => (
        <div
          key={choice.topic}
          role="group"
          aria-label={t(`topics.${choice.topic}.title`)}
          className="col-span-3 grid grid-cols-subgrid items-center border-t border-line py-1 large-text:col-span-2"
        >
          <div className="py-1 pr-2 large-text:col-span-2">
            <p className="text-small font-semibold leading-snug">{t(`topics.${choice.topic}.title`)}</p>
            <p className="text-fine text-soft">{t(`topics.${choice.topic}.text`)}</p>
          </div>
          {CHANNELS.map((channel) => (
            <ChannelBox
              key={channel}
              label={t('choiceLabel', {
                topic: t(`topics.${choice.topic}.title`),
                channel: t(`channels.${channel}`),
              })}
              always={t('always')}
              state={choice[channel]}
              onChange={(wanted) => void onChoose(choice, channel, wanted)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

interface ChannelBoxProps {
  label: string
  always: string
  state: NotificationChoice['email']
  onChange(wanted: boolean): void
}

function ChannelBox({ label, always, state, onChange }: ChannelBoxProps) {
  if (state.required) {
    return (
      <span className="inline-flex min-w-16 sm:min-w-20 items-center justify-center gap-1 text-fine font-medium text-soft">
        <Icon of={Lock} className="size-3.5" />
        <span className="sr-only">{label}: </span>
        {always}
      </span>
    )
  }
  return (
    <label className="grid min-h-11 min-w-16 sm:min-w-20 cursor-pointer place-items-center rounded-md hover:bg-hover">
      <input
        type="checkbox"
        aria-label={label}
        checked={state.wanted}
        onChange={(event) => onChange(event.target.checked)}
        className="choice-box size-5"
      />
    </label>
  )
}

function withChoice(
  choices: readonly NotificationChoice[],
  topic: NotificationChoice['topic'],
  channel: NotificationChannel,
  wanted: boolean,
): NotificationChoice[] {
  return choices.map((choice) =>
    choice.topic === topic ? { ...choice, [channel]: { ...choice[channel], wanted } } : choice,
  )
}
