import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { classNames } from '@/components/ui/class-names'
import { Button } from '@/components/ui/button'
import { useCopy } from '@/components/ui/copy'
import { saveFile } from '@/lib/browser/save-file'

interface Secret {
  secret: string
  qr_svg: string
}

interface AppSecretProps {
  secret: Secret
  picture: string
  byHand: ReactNode
}

/** The secret for an authenticator app, as a QR code and as text. */
export function AppSecret({ secret: { secret, qr_svg: drawing }, picture, byHand }: AppSecretProps) {
  return (
    <>
      {/* White in both themes for the camera. As an image it cannot run scripts. */}
      <img
        alt={picture}
        src={`data:image/svg+xml,${encodeURIComponent(drawing)}`}
        className="mx-auto size-52 rounded-md bg-white"
      />
      <p className="text-small text-soft">
        {byHand}{' '}
        <code className="numbers block break-words pt-1 font-semibold text-text">
          {secret.replace(/(.{4})(?=.)/g, '$1 ')}
        </code>
      </p>
    </>
  )
}

interface RecoveryCodesProps {
  codes: readonly string[]
  /** Without `copy` there is no copy button. */
  texts: { copy?: string; copied?: string; save: string; fileName: string }
}

/** The recovery codes, shown once; the portal stores only their hashes. */
export function RecoveryCodes({ codes, texts }: RecoveryCodesProps) {
  const text = `${codes.join('\n')}\n`
  const { copied, copy } = useCopy(text)
  return (
    <>
      <ul
        className={classNames(
          'numbers grid gap-x-6 gap-y-2 break-all rounded-md bg-sunken p-4 text-center font-semibold tracking-wide',
          codes.length > 1 && 'grid-cols-2',
        )}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-2">
        {texts.copy && copy && (
          <Button tone="outline" size="sm" onClick={copy}>
            {texts.copy}
          </Button>
        )}
        <Button
          tone="outline"
          size="sm"
          onClick={() => saveFile(new File([text], texts.fileName, { type: 'text/plain' }))}
        >
          {texts.save}
        </Button>
        <span role="status" className="text-small font-medium text-go-text">
          {copied && texts.copied}
        </span>
      </div>
    </>
  )
}

/** A section whose heading takes the focus when it appears. */
export function FocusedSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="grid gap-4" aria-labelledby={id}>
      <h2 id={id} tabIndex={-1} ref={heading} className="text-h3 outline-none">
        {title}
      </h2>
      {children}
    </section>
  )
}

export type TwoFactorTask = 'on' | 'off' | 'renew'

export interface TwoFactorCalls {
  begin(proof: { password: string }): Promise<Secret>
  enable(proof: { code: string }): Promise<string[]>
  disable(proof: { password: string; code: string }): Promise<unknown>
  renew(proof: { password: string; code: string }): Promise<string[]>
}

/**
 * Turns the second factor on (password, first code, recovery codes) or off, or renews the recovery codes (password and code).
 *
 * @param onDone called if there are no recovery codes to show
 */
export function useTwoFactorTask(task: TwoFactorTask | null, calls: TwoFactorCalls, onDone: () => void) {
  const [secret, setSecret] = useState<Secret | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const fields: ('password' | 'code')[] = task !== 'on' ? ['password', 'code'] : [secret === null ? 'password' : 'code']
  return {
    secret,
    codes,
    fields,
    reset() {
      setSecret(null)
      setCodes(null)
    },
    async submit(typed: Partial<Record<'password' | 'code', string>>): Promise<void> {
      const password = typed.password ?? ''
      const code = typed.code?.trim() ?? ''
      if (task === 'on' && secret === null) return setSecret(await calls.begin({ password }))
      if (task === 'on') return setCodes(await calls.enable({ code }))
      if (task === 'renew') return setCodes(await calls.renew({ password, code }))
      await calls.disable({ password, code })
      onDone()
    },
  }
}
