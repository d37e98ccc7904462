'use client'

import { useEffect, useState } from 'react'
import { kyivTime } from '@/app/(cms)/office/times'
import { OwnTwoFactor } from './own-two-factor'
import { askStaff } from './staff-calls'
import { useStaffWords } from '@/app/(cms)/office/use-words'

export interface SecurityStatus {
  two_factor: { enabled: boolean; enabled_at: string | null; recovery_codes_left: number; required: boolean }
  sessions: {
    id: string
    device: string
    address: string
    created_at: string
    last_seen_at: string
    current: boolean
  }[]
}

/** One's own second factor and sessions. */
export function OwnSecurity() {
  const { say, locale } = useStaffWords()
  const [status, setStatus] = useState<SecurityStatus | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const offline = say('signInOffline')

  async function load(): Promise<void> {
    const answer = await askStaff<SecurityStatus>('/security/status', {}, locale, offline)
    if (answer.ok) setStatus(answer.data)
    else setFault(answer.message)
  }
  useEffect(() => {
    let gone = false
    void askStaff<SecurityStatus>('/security/status', {}, locale, offline).then((answer) => {
      if (gone) return
      if (answer.ok) setStatus(answer.data)
      else setFault(answer.message)
    })
    return () => {
      gone = true
    }
  }, [locale, offline])

  async function end(path: string, body: object): Promise<void> {
    const answer = await askStaff(path, body, locale, offline)
    setFault(answer.ok ? null : answer.message)
    await load()
  }

  if (status === null)
    return fault === null ? null : (
      <p className="office office-fault" role="alert">
        {fault}
      </p>
    )
  return (
    <div className="office staff-security">
      {fault !== null && (
        <p className="office-fault" role="alert">
          {fault}
        </p>
      )}
      <OwnTwoFactor status={status.two_factor} onChange={() => void load()} />
      <section className="office-panel" aria-labelledby="staff-sessions">
        <div className="office-panel-head">
          <h2 id="staff-sessions">{say('sessionsTitle')}</h2>
          {status.sessions.length > 1 && (
            <button
              type="button"
              className="office-button"
              onClick={() => void end('/security/sessions/end-others', {})}
            >
              {say('sessionEndOthers')}
            </button>
          )}
        </div>
        <div className="staff-scroll">
          <table className="office-table">
            <thead>
              <tr>
                <th>{say('sessionDevice')}</th>
                <th>{say('sessionAddress')}</th>
                <th>{say('sessionSeen')}</th>
                <th />
              </tr>
            </thead>
            <tbody>
              {status.sessions.map((session) => (
                <tr key={session.id}>
                  <td className="staff-device">{session.device || '—'}</td>
                  <td>{session.address}</td>
                  <td>{kyivTime(session.last_seen_at, locale, 'date')}</td>
                  <td>
                    {session.current ? (
                      <span className="office-soft">{say('sessionCurrent')}</span>
                    ) : (
                      <button
                        type="button"
                        className="office-button"
                        data-look="quiet-danger"
                        onClick={() => void end('/security/sessions/end', { id: session.id })}
                      >
                        {say('sessionEnd')}
                      </button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
    </div>
  )
}
