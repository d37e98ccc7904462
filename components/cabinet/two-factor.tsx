'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { Pill } from '@/components/ui/pill'
import { api } from '@/lib/api/browser'
import type { TwoFactorStatus } from '@/lib/contract/two-factor'
import { formatDateTime } from '@/lib/i18n/formats'
import type { TwoFactorTask } from '@/components/identity/two-factor'
import { TwoFactorDialog } from './two-factor-dialogs'

const RECOVERY_CODES = 10

export function TwoFactor({ status: given }: { status: TwoFactorStatus }) {
  const t = useTranslations('TwoFactor')
  const locale = useLocale()
  const router = useRouter()
  const [status, setStatus] = useState(given)
  const [task, setTask] = useState<TwoFactorTask | null>(null)
  const [said, setSaid] = useState('')

  async function close(words = '', became?: Partial<TwoFactorStatus>) {
    setTask(null)
    setSaid(words)
    try {
      const { data } = await api.twoFactor.status({})
      setStatus(data)
      // Turning it on ends the other sessions that the page lists.
      if (became?.enabled === true) router.refresh()
    } catch {
      // The change itself is shown; the number of codes left stays unknown until a reload.
      if (became !== undefined) setStatus((before) => ({ ...before, ...became }))
    }
  }

  return (
    <Card aria-labelledby="two-factor">
      <CardHeader
        id="two-factor"
        title={t('title')}
        aside={<Pill tone={status.enabled ? 'go' : 'done'}>{t(status.enabled ? 'on' : 'off')}</Pill>}
      />
      <p className="pt-1 text-small text-soft">{t(status.enabled ? 'textOn' : 'textOff')}</p>
      {status.enabled && (
        <p
          className={`numbers pt-3 text-small ${status.recovery_codes_left === 0 ? 'font-medium text-lose-text' : ''}`}
        >
          {[
            status.enabled_at && t('since', { date: formatDateTime(status.enabled_at, locale) }),
            t('left', { count: status.recovery_codes_left }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
      <div className="flex flex-wrap gap-2 pt-4">
        {status.enabled ? (
          <>
            <Button tone="outline" onClick={() => setTask('renew')}>
              {t('renew')}
            </Button>
            <Button tone="outline" onClick={() => setTask('off')}>
              {t('turnOff')}
            </Button>
          </>
        ) : (
          <Button onClick={() => setTask('on')}>{t('turnOn')}</Button>
        )}
      </div>
      <p role="status" className="pt-3 text-small font-medium text-go-text empty:hidden">
        {said}
      </p>
      {task !== null && (
        <TwoFactorDialog
          task={task}
          onClose={(done) => {
            const codes = { recovery_codes_left: RECOVERY_CODES }
            if (!done) void close()
            else if (task === 'on') void close(t('turnedOn'), { enabled: true, ...codes })
            else if (task === 'renew') void close('', codes)
            else void close(t('turnedOff'), { enabled: false, enabled_at: null, recovery_codes_left: 0 })
          }}
        />
      )}
    </Card>
  )
}
