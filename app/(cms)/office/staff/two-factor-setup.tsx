'use client'

import { useId } from 'react'
import { useStaffWords } from '@/app/(cms)/office/use-words'

export interface AppSecret {
  secret: string
  uri: string
  qr_svg: string
}

/** What an authenticator app reads, as a drawing and as text. */
export function AppSecretView({ made }: { made: AppSecret }) {
  const { say } = useStaffWords()
  return (
    <>
      {/* A picture cannot run anything, whatever it holds. */}
      <img
        className="staff-qr"
        src={`data:image/svg+xml;utf8,${encodeURIComponent(made.qr_svg)}`}
        alt={say('enrolQr')}
        width={200}
        height={200}
      />
      <p className="office-soft">
        {say('enrolSecret')} <code className="staff-secret">{made.secret.replace(/.{4}(?=.)/g, '$& ')}</code>
      </p>
    </>
  )
}

/** The recovery codes, shown once. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { say } = useStaffWords()
  const title = useId()
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join('\n')}\n`)}`
  return (
    <section className="staff-step" aria-labelledby={title}>
      <h2 id={title} tabIndex={-1} ref={(heading) => heading?.focus()}>
        {say('recoveryTitle')}
      </h2>
      <p>{say('recoveryText')}</p>
      <ul className="staff-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="office-actions">
        <a className="office-button" href={file} download="recovery-codes.txt">
          {say('recoverySave')}
        </a>
        <button type="button" className="office-button" data-look="action" onClick={onDone}>
          {say('recoveryDone')}
        </button>
      </div>
    </section>
  )
}

/** Six digits of the app, or a recovery code. */
export function CodeField({ fault }: { fault: string | null }) {
  const { say } = useStaffWords()
  const id = useId()
  return (
    <div className="office-field">
      <label htmlFor={id}>{say('codeLabel')}</label>
      <input
        id={id}
        name="code"
        className="staff-input"
        autoComplete="one-time-code"
        inputMode="text"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={40}
        required
        autoFocus
        aria-invalid={fault !== null}
      />
    </div>
  )
}
