'use client'

import { useState } from 'react'
import { Panel, MutedText } from '@/app/(cms)/office/kit'
import { useOfficeText } from '@/app/(cms)/office/office-text'
import { Button } from '@/components/ui/button'
import type { SecurityStatus } from './own-security'
import { useStaffCall } from './staff-calls'
import {
  AppSecretView,
  CodeField,
  Failure,
  PresentPasswordField,
  RecoveryCodes,
  type AppSecret,
} from './two-factor-setup'

type Change = 'on' | 'off' | 'renew'

const PATHS: Record<Change, string> = { on: '/enable', off: '/disable', renew: '/recovery-codes' }

/** Turns one's own second factor on and off, and makes new recovery codes. The account's form is around it: nothing here submits that. */
export function OwnTwoFactor({ status, onChange }: { status: SecurityStatus['two_factor']; onChange: () => void }) {
  const { t: say } = useOfficeText('portal')
  const [change, setChange] = useState<Change | null>(null)
  const [made, setMade] = useState<AppSecret | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)

  const send = useStaffCall(async (ask, panel: Element | null) => {
    if (change === null) return
    const value = (name: string) => panel?.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value ?? ''
    const path = (name: string) => `/security/two-factor${name}`
    if (change === 'on' && made === null)
      return setMade(await ask<AppSecret>(path('/begin'), { password: value('present') }))
    const proof = change === 'on' ? { code: value('code') } : { password: value('present'), code: value('code') }
    const answer = await ask<{ recovery_codes?: string[] }>(path(PATHS[change]), proof)
    begin(null)
    setCodes(answer.recovery_codes ?? null)
    onChange()
  })

  function begin(which: Change | null): void {
    setChange(which)
    setMade(null)
    send.clear()
  }

  const button = (which: Change, words: 'twoFactorTurnOn' | 'twoFactorTurnOff' | 'twoFactorRenew') => (
    <Button tone="outline" size="sm" onClick={() => begin(which)}>
      {say(words)}
    </Button>
  )
  return (
    <Panel
      title={say('codeTitle')}
      aria-label={say('codeTitle')}
      actions={
        <>
          {!status.enabled && button('on', 'twoFactorTurnOn')}
          {status.enabled && button('renew', 'twoFactorRenew')}
          {status.enabled && !status.required && button('off', 'twoFactorTurnOff')}
        </>
      }
    >
      <MutedText>
        {status.enabled ? say('twoFactorIsOn', { count: status.recovery_codes_left }) : say('twoFactorOff')}
        {status.required && `. ${say('twoFactorRequired')}`}
      </MutedText>
      {codes !== null && <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />}
      {change !== null && (
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
          {made === null ? <PresentPasswordField autoFocus /> : <AppSecretView made={made} />}
          {(made !== null || change !== 'on') && <CodeField />}
          <div className="flex flex-wrap gap-2">
            <Button tone="outline" size="sm" onClick={() => begin(null)}>
              {say('cancel')}
            </Button>
            <Button
              size="sm"
              pending={send.pending}
              onClick={({ currentTarget }) => void send.run(currentTarget.closest('[data-step]'))}
            >
              {say('codeButton')}
            </Button>
          </div>
        </div>
      )}
    </Panel>
  )
}
