'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useApiMutation } from '@/components/forms/use-api-mutation'
import { useRequired } from '@/components/forms/check-fields'
import { FormDialog } from '@/components/forms/form-dialog'
import { OwnPasswordField } from '@/components/forms/password-field'
import {
  AppSecret,
  RecoveryCodes,
  type TwoFactorCalls,
  type TwoFactorTask,
  useTwoFactorTask,
} from '@/components/identity/two-factor'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { Dialog } from '@/components/ui/dialog'
import { CodeField } from '@/components/ui/field'
import { Pill } from '@/components/ui/pill'
import { useResultFocus } from '@/components/ui/removed-focus'
import { api } from '@/lib/api/browser'
import type { TwoFactorStatus } from '@/lib/contract/two-factor'
import { formatDateTime } from '@/lib/i18n/formats'

const RECOVERY_CODES = 10

export function TwoFactor({ status: initial }: { status: TwoFactorStatus }) {
  const t = useTranslations('TwoFactor')
  const locale = useLocale()
  const router = useRouter()
  const [status, setStatus] = useState(initial)
  const [task, setTask] = useState<TwoFactorTask | null>(null)
  const [result, setResult] = useState('')
  const resultMessage = useResultFocus<HTMLParagraphElement>(status.enabled)

  async function close(message = '', change?: Partial<TwoFactorStatus>) {
    setTask(null)
    setResult(message)
    try {
      const { data } = await api.twoFactor.status({})
      setStatus(data)
      // Turning it on ends the other sessions that the page lists.
      if (change?.enabled === true) router.refresh()
    } catch {
      // The change itself is shown; the number of codes left stays unknown until a reload.
      if (change !== undefined) setStatus((before) => ({ ...before, ...change }))
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
      <p
        ref={resultMessage}
        role="status"
        tabIndex={-1}
        className="pt-3 text-small font-medium text-go-text outline-none empty:hidden"
      >
        {result}
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

const CALLS: TwoFactorCalls = {
  begin: async (proof) => (await api.twoFactor.begin(proof)).data,
  enable: async (proof) => (await api.twoFactor.enable(proof)).data.recovery_codes,
  disable: (proof) => api.twoFactor.disable(proof),
  renew: async (proof) => (await api.twoFactor.renewRecoveryCodes(proof)).data.recovery_codes,
}

function TwoFactorDialog({ task, onClose }: { task: TwoFactorTask; onClose: (done: boolean) => void }) {
  const t = useTranslations('TwoFactor')
  const tCommon = useTranslations('Common')
  const { secret, codes, fields, submit } = useTwoFactorTask(task, CALLS, () => onClose(true))
  const mutation = useApiMutation(submit)
  const code = useRequired()
  if (codes !== null)
    return (
      <Dialog
        open
        keepOnOutsidePress
        onOpenChange={(open) => !open && onClose(true)}
        title={t('codesTitle')}
        description={t('codesText')}
        closeLabel={tCommon('close')}
        actions={<Button onClick={() => onClose(true)}>{t('done')}</Button>}
      >
        <RecoveryCodes
          codes={codes}
          texts={{ copy: t('copy'), copied: t('copied'), save: t('download'), fileName: t('fileName') }}
        />
      </Dialog>
    )
  const [name, verb] = {
    on: secret === null ? (['begin', 'next'] as const) : (['scan', 'turnOn'] as const),
    off: ['off', 'turnOff'] as const,
    renew: ['renew', 'renew'] as const,
  }[task]
  return (
    <FormDialog
      title={t(`${name}Title`)}
      text={t(`${name}Text`)}
      verb={t(verb)}
      danger={task === 'off'}
      pending={mutation.pending}
      failure={mutation.failure}
      onClose={() => onClose(false)}
      onAnswer={mutation.run}
    >
      {secret !== null && <AppSecret secret={secret} picture={t('picture')} byHand={t('byHand')} />}
      {fields.includes('password') && <OwnPasswordField />}
      {fields.includes('code') && (
        <CodeField
          autoFocus={task === 'on'}
          label={t(task === 'on' ? 'code' : 'codeOrRecovery')}
          hint={task === 'on' && t('sessions')}
          inputMode={task === 'on' ? 'numeric' : undefined}
          {...code}
        />
      )}
    </FormDialog>
  )
}
