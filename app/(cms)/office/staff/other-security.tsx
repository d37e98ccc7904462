'use client'

import { useId, useState } from 'react'
import { askStaff } from './staff-calls'
import { useStaffWords } from '@/app/(cms)/office/use-words'

/** For an administrator: turns a colleague's second factor off, with a reason and the own password. No form: the record's own is around it. */
export function OtherSecurity({ staffId }: { staffId: number }) {
  const { say, locale } = useStaffWords()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [reason, setReason] = useState('')
  const [password, setPassword] = useState('')
  const [told, setTold] = useState<{ fault: boolean; words: string } | null>(null)
  const id = useId()

  async function reset(): Promise<void> {
    setBusy(true)
    const answer = await askStaff<{ message: string }>(
      '/security/reset-two-factor',
      { staff_id: staffId, reason, password },
      locale,
      say('signInOffline'),
    )
    setBusy(false)
    setPassword('')
    setAsking(!answer.ok)
    setTold(answer.ok ? { fault: false, words: answer.data.message } : { fault: true, words: answer.message })
  }

  return (
    <section className="office office-panel" aria-labelledby={`${id}-title`}>
      <div className="office-panel-head">
        <h2 id={`${id}-title`}>{say('codeTitle')}</h2>
        {!asking && (
          <button
            type="button"
            className="office-button"
            data-look="quiet-danger"
            onClick={() => {
              setTold(null)
              setAsking(true)
            }}
          >
            {say('twoFactorReset')}
          </button>
        )}
      </div>
      {told && (
        <p className={told.fault ? 'office-fault' : 'office-soft'} role={told.fault ? 'alert' : 'status'}>
          {told.words}
        </p>
      )}
      {asking && (
        <div className="staff-step">
          <p>{say('twoFactorResetText')}</p>
          <div className="office-field">
            <label htmlFor={`${id}-reason`}>{say('reasonLabel')}</label>
            <textarea
              id={`${id}-reason`}
              rows={3}
              maxLength={2000}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          </div>
          <div className="office-field">
            <label htmlFor={`${id}-password`}>{say('currentPassword')}</label>
            <input
              id={`${id}-password`}
              type="password"
              className="staff-input"
              autoComplete="current-password"
              maxLength={200}
              value={password}
              onChange={({ target }) => setPassword(target.value)}
            />
          </div>
          <div className="office-actions">
            <button type="button" className="office-button" onClick={() => setAsking(false)}>
              {say('cancel')}
            </button>
            <button
              type="button"
              className="office-button"
              data-look="danger"
              disabled={busy || reason.trim() === '' || password === ''}
              onClick={() => void reset()}
            >
              {say('twoFactorReset')}
            </button>
          </div>
        </div>
      )}
    </section>
  )
}
