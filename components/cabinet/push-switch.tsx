'use client'

import { Bell, BellOff } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState, useSyncExternalStore } from 'react'
import { useFailureText } from '@/components/cabinet/use-failure-text'
import { Button } from '@/components/ui/button'
import { ApiError, OfflineError } from '@/lib/api/problems'
import { pushState, thisBrowser, turnPushOff, turnPushOn, type PushState } from '@/lib/push/browser-push'

const neverChanges = () => () => undefined

/** Push notices in this very browser. It asks for permission on a click only, and says where the browser forbids it. */
export function PushSwitch({ accountId }: { accountId: number }) {
  const t = useTranslations('Cabinet.notifications.push')
  const failureText = useFailureText()
  const found = useSyncExternalStore<PushState | null>(neverChanges, () => pushState(thisBrowser(), accountId), () => null)
  const [become, setBecome] = useState<PushState | null>(null)
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const state = become ?? found

  async function turn(on: boolean) {
    if (pending) return
    setPending(true)
    setFailure(null)
    try {
      const { pushCalls } = await import('@/lib/api/notifications')
      setBecome(await (on ? turnPushOn : turnPushOff)(thisBrowser(), pushCalls, accountId))
    } catch (error) {
      // Beside the portal it is the browser's own push service that may not answer.
      setFailure(error instanceof ApiError || error instanceof OfflineError ? failureText(error) : t('failed'))
    } finally {
      setPending(false)
    }
  }

  if (state === null) return <div className="min-h-20 rounded-md bg-sunken" />
  return (
    <div className="rounded-md bg-sunken px-4 py-3">
      <div className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-3">
        {state === 'on' ? <Bell aria-hidden className="size-5 shrink-0 text-go-text" /> : <BellOff aria-hidden className="size-5 shrink-0 text-soft" />}
        <div className="min-w-0 flex-1 basis-48">
          <p role="status" className="text-small font-semibold">
            {t(`${state}.title`)}
          </p>
          <p className="text-fine text-soft">{t(`${state}.text`)}</p>
        </div>
        {state === 'off' && (
          <Button size="sm" pending={pending} onClick={() => void turn(true)}>
            {t('turnOn')}
          </Button>
        )}
        {state === 'on' && (
          <Button size="sm" tone="outline" pending={pending} onClick={() => void turn(false)}>
            {t('turnOff')}
          </Button>
        )}
      </div>
      <p role="alert" className={failure ? 'pt-1 text-small font-medium text-lose-text' : 'hidden'}>
        {failure}
      </p>
    </div>
  )
}
