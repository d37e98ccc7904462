'use client'

import { useId } from 'react'
import { useOfficeText } from '@/app/(cms)/office/office-text'
import { Button, buttonLook } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'

export interface AppSecret {
  secret: string
  uri: string
  qr_svg: string
}

/** Why the last attempt failed, in words. */
export function Failure({ words }: { words: string | null }) {
  if (words === null) return null
  return (
    <Notice tone="lose" role="alert">
      {words}
    </Notice>
  )
}

/** What an authenticator app reads, as a drawing and as text. */
export function AppSecretView({ made }: { made: AppSecret }) {
  const { t: say } = useOfficeText('portal')
  return (
    <>
      {/* White under it in both themes: cameras read nothing else. A picture cannot run anything, whatever it holds. */}
      <img
        className="self-center justify-self-center rounded-lg bg-white"
        src={`data:image/svg+xml;utf8,${encodeURIComponent(made.qr_svg)}`}
        alt={say('enrolQr')}
        width={200}
        height={200}
      />
      <p className="text-small text-soft">
        {say('enrolSecret')}{' '}
        <code className="break-words font-semibold text-text">{made.secret.replace(/.{4}(?=.)/g, '$& ')}</code>
      </p>
    </>
  )
}

/** The recovery codes, shown once. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { t: say } = useOfficeText('portal')
  const title = useId()
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join('\n')}\n`)}`
  return (
    <section className="grid gap-4" aria-labelledby={title}>
      <h2 id={title} tabIndex={-1} ref={(heading) => heading?.focus()} className="text-h3">
        {say('recoveryTitle')}
      </h2>
      <p>{say('recoveryText')}</p>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(130px,1fr))] gap-2">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <a className={buttonLook({ tone: 'outline', size: 'sm' })} href={file} download="recovery-codes.txt">
          {say('recoverySave')}
        </a>
        <Button size="sm" onClick={onDone}>
          {say('recoveryDone')}
        </Button>
      </div>
    </section>
  )
}

/** The present password of whoever is signed in. */
export function PresentPasswordField({ autoFocus }: { autoFocus?: boolean }) {
  const { t: say } = useOfficeText('portal')
  return (
    <TextField
      label={say('currentPassword')}
      name="present"
      type="password"
      autoComplete="current-password"
      maxLength={200}
      autoFocus={autoFocus}
    />
  )
}

/** Six digits of the app, or a recovery code. */
export function CodeField({ error }: { error?: string | null }) {
  const { t: say } = useOfficeText('portal')
  return (
    <TextField
      label={say('codeLabel')}
      error={error}
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={40}
      required
      autoFocus
    />
  )
}
