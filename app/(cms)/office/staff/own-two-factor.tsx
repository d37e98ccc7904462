'use client'

import { useId, useState } from 'react'
import type { SecurityStatus } from './own-security'
import { askStaff } from './staff-calls'
import { AppSecretView, CodeField, RecoveryCodes, type AppSecret } from './two-factor-setup'
import { useStaffWords } from '@/app/(cms)/office/use-words'

type Mutation = 'on' | 'off' | 'renew'

/** Turns one's own second factor on and off, and makes new recovery codes. The account's form is around it: nothing here submits that. */
export function OwnTwoFactor({ status, onChange }: { status: SecurityStatus['two_factor']; onChange: () => void }) {
  const { say, locale } = useStaffWords()
  const [mutation, setMutation] = useState<Mutation | null>(null)
  const [made, setMade] = useState<AppSecret | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const id = useId()
  const ask = <T,>(path: string, body: object) =>
    askStaff<T>(`/security/two-factor${path}`, body, locale, say('signInOffline'))

  function begin(which: Mutation | null): void {
    setMutation(which)
    setMade(null)
    setFault(null)
  }

  async function go(panel: HTMLElement): Promise<void> {
    const value = (name: string) => panel.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value ?? ''
    setBusy(true)
    setFault(null)
    if (mutation === 'on' && made === null) {
      const answer = await ask<AppSecret>('/begin', { password: value('present') })
      if (answer.ok) setMade(answer.data)
      else setFault(answer.message)
    } else {
      const path = mutation === 'on' ? '/enable' : mutation === 'off' ? '/disable' : '/recovery-codes'
      const answer = await ask<{ recovery_codes?: string[] }>(
        path,
        mutation === 'on' ? { code: value('code') } : { password: value('present'), code: value('code') },
      )
      if (answer.ok) {
        begin(null)
        setCodes(answer.data.recovery_codes ?? null)
        onChange()
      } else setFault(answer.message)
    }
    setBusy(false)
  }

  const button = (which: Mutation, words: 'twoFactorTurnOn' | 'twoFactorTurnOff' | 'twoFactorRenew') => (
    <button type="button" className="office-button" onClick={() => begin(which)}>
      {say(words)}
    </button>
  )
  return (
    <section className="office-panel" aria-labelledby={`${id}-title`}>
      <div className="office-panel-head">
        <h2 id={`${id}-title`}>{say('codeTitle')}</h2>
        <div className="office-actions">
          {!status.enabled && button('on', 'twoFactorTurnOn')}
          {status.enabled && button('renew', 'twoFactorRenew')}
          {status.enabled && !status.required && button('off', 'twoFactorTurnOff')}
        </div>
      </div>
      <p className="office-soft">
        {status.enabled ? say('twoFactorIsOn', { count: status.recovery_codes_left }) : say('twoFactorOff')}
        {status.required && `. ${say('twoFactorRequired')}`}
      </p>
      {codes !== null && <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />}
      {mutation !== null && (
        <div
          className="staff-step"
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
            event.preventDefault()
            void go(event.currentTarget)
          }}
        >
          {fault !== null && (
            <p className="office-fault" role="alert">
              {fault}
            </p>
          )}
          {made !== null && <AppSecretView made={made} />}
          {made === null && (
            <div className="office-field">
              <label htmlFor={`${id}-present`}>{say('currentPassword')}</label>
              <input
                id={`${id}-present`}
                name="present"
                type="password"
                className="staff-input"
                autoComplete="current-password"
                maxLength={200}
                autoFocus
              />
            </div>
          )}
          {(made !== null || mutation !== 'on') && <CodeField fault={fault} />}
          <div className="office-actions">
            <button type="button" className="office-button" onClick={() => begin(null)}>
              {say('cancel')}
            </button>
            <button
              type="button"
              className="office-button"
              data-look="action"
              disabled={busy}
              onClick={({ currentTarget }) => void go(currentTarget.closest('.staff-step') as HTMLElement)}
            >
              {say('codeButton')}
            </button>
          </div>
        </div>
      )}
    </section>
  )
}
