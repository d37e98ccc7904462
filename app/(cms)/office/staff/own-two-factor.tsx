'use client'

import { useState } from 'react'
import { Panel, MutedText } from '@/app/(cms)/office/kit'
import { useOfficeText } from '@/app/(cms)/office/office-text'
import {
  AppSecret,
  FocusedSection,
  RecoveryCodes,
  type TwoFactorTask,
  useTwoFactorTask,
} from '@/components/identity/two-factor'
import { Button } from '@/components/ui/button'
import { CodeField } from '@/components/ui/field'
import { askStaff, Failure, PresentPasswordField, type SecurityStatus, useStaffCall } from './staff-calls'

type Codes = { recovery_codes: string[] }

/** Turns the own second factor on and off, and makes new recovery codes. Payload's form is around it: nothing here submits that. */
export function OwnTwoFactor({ status, onChange }: { status: SecurityStatus['two_factor']; onChange: () => void }) {
  const { t, locale } = useOfficeText('portal')
  const [task, setTask] = useState<TwoFactorTask | null>(null)
  const ask = <T,>(name: string, body: object) => askStaff<T>(`/security/two-factor${name}`, body, locale)
  const { secret, codes, fields, reset, submit } = useTwoFactorTask(
    task,
    {
      begin: (proof) => ask('/begin', proof),
      enable: async (proof) => (await ask<Codes>('/enable', proof)).recovery_codes,
      disable: (proof) => ask('/disable', proof),
      renew: async (proof) => (await ask<Codes>('/recovery-codes', proof)).recovery_codes,
    },
    () => begin(null),
  )
  const send = useStaffCall(async (panel: Element | null) => {
    const value = (name: string) => panel?.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value ?? ''
    const isFirst = task === 'on' && secret === null
    await submit({ password: value('present'), code: value('code') })
    if (!isFirst) onChange()
  })

  function begin(which: TwoFactorTask | null): void {
    setTask(which)
    reset()
    send.reset()
  }

  const button = (which: TwoFactorTask, name: 'twoFactorTurnOn' | 'twoFactorTurnOff' | 'twoFactorRenew') => (
    <Button tone="outline" size="sm" onClick={() => begin(which)}>
      {t(name)}
    </Button>
  )
  return (
    <Panel
      title={t('codeTitle')}
      aria-label={t('codeTitle')}
      actions={
        <>
          {!status.enabled && button('on', 'twoFactorTurnOn')}
          {status.enabled && button('renew', 'twoFactorRenew')}
          {status.enabled && !status.required && button('off', 'twoFactorTurnOff')}
        </>
      }
    >
      <MutedText>
        {status.enabled ? t('twoFactorIsOn', { count: status.recovery_codes_left }) : t('twoFactorOff')}
        {status.required && `. ${t('twoFactorRequired')}`}
      </MutedText>
      {codes !== null && (
        <FocusedSection title={t('recoveryTitle')}>
          <p>{t('recoveryText')}</p>
          <RecoveryCodes codes={codes} texts={{ save: t('recoverySave'), fileName: 'recovery-codes.txt' }} />
          <Button size="sm" className="justify-self-start" onClick={() => begin(null)}>
            {t('recoveryDone')}
          </Button>
        </FocusedSection>
      )}
      {task !== null && codes === null && (
        <div
          data-step
          className="grid gap-4"
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
            event.preventDefault()
            void send.run(event.currentTarget)
          }}
        >
          <Failure words={send.failure} />
          {secret !== null && <AppSecret secret={secret} picture={t('enrolQr')} byHand={t('enrolSecret')} />}
          {fields.includes('password') && <PresentPasswordField autoFocus />}
          {fields.includes('code') && <CodeField label={t('codeLabel')} required autoFocus={task === 'on'} />}
          <div className="flex flex-wrap gap-2">
            <Button tone="outline" size="sm" onClick={() => begin(null)}>
              {t('cancel')}
            </Button>
            <Button
              size="sm"
              pending={send.isPending}
              onClick={({ currentTarget }) => void send.run(currentTarget.closest('[data-step]'))}
            >
              {t('codeButton')}
            </Button>
          </div>
        </div>
      )}
    </Panel>
  )
}
