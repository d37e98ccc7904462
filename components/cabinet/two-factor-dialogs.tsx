'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { PasswordField } from '@/components/forms/password-field'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { api } from '@/lib/api/browser'
import { useCabinetCall } from './use-cabinet-call'

/** The recovery codes, this once; the portal keeps only their hashes. */
function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const t = useTranslations('TwoFactor')
  const tCommon = useTranslations('Common')
  const [copied, setCopied] = useState(false)
  const text = `${codes.join('\n')}\n`
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('codesTitle')}
      description={t('codesText')}
      closeLabel={tCommon('close')}
      actions={<Button onClick={onClose}>{t('done')}</Button>}
    >
      <ul className="numbers grid grid-cols-2 gap-x-6 gap-y-2 rounded-md bg-sunken p-4 text-center font-semibold tracking-wide">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          tone="outline"
          size="sm"
          onClick={() =>
            void navigator.clipboard.writeText(text).then(
              () => setCopied(true),
              () => setCopied(false),
            )
          }
        >
          {t('copy')}
        </Button>
        <Button tone="outline" size="sm" onClick={() => saveAsFile(t('fileName'), text)}>
          {t('download')}
        </Button>
        <span role="status" className="text-small font-medium text-go-text">
          {copied && t('copied')}
        </span>
      </div>
    </Dialog>
  )
}

function saveAsFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

/** What takes both factors: turning the second one off, or new recovery codes. */
export function TwoFactorProof({ purpose, onClose }: { purpose: 'off' | 'renew'; onClose: (done: boolean) => void }) {
  const t = useTranslations('TwoFactor')
  const tCommon = useTranslations('Common')
  const [codes, setCodes] = useState<string[] | null>(null)
  const [missing, setMissing] = useState<readonly string[]>([])
  const mutation = useCabinetCall(async (proof: { password: string; code: string }) => {
    if (purpose === 'renew') return setCodes((await api.twoFactor.renewRecoveryCodes(proof)).data.recovery_codes)
    await api.twoFactor.disable(proof)
    onClose(true)
  })
  if (codes !== null) return <RecoveryCodes codes={codes} onClose={() => onClose(true)} />

  function submit(form: HTMLFormElement) {
    const proof = { password: typedIn(form, 'password'), code: typedIn(form, 'code').trim() }
    const empty = (['password', 'code'] as const).filter((name) => proof[name] === '')
    setMissing(empty)
    const first = form.elements.namedItem(empty[0] ?? '')
    if (first instanceof HTMLElement) first.focus()
    else void mutation.run(proof)
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose(false)}
      title={t(`${purpose}Title`)}
      description={t(`${purpose}Text`)}
      closeLabel={tCommon('close')}
    >
      <form
        noValidate
        className="grid grid-cols-[minmax(0,1fr)] gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          submit(event.currentTarget)
        }}
      >
        {mutation.failure && (
          <Notice tone="lose" role="alert">
            <p className="font-medium">{mutation.failure}</p>
          </Notice>
        )}
        <PasswordField
          name="password"
          label={t('password')}
          autoComplete="current-password"
          error={missing.includes('password') && t('required')}
          showLabel={t('showPassword')}
          hideLabel={t('hidePassword')}
        />
        <TextField
          name="code"
          label={t('codeOrRecovery')}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          className="numbers"
          error={missing.includes('code') && t('required')}
        />
        <div className="flex flex-col-reverse gap-2 pt-2 sm:flex-row sm:justify-end">
          <Button tone="outline" onClick={() => onClose(false)}>
            {t('cancel')}
          </Button>
          <Button type="submit" tone={purpose === 'off' ? 'danger' : 'primary'} pending={mutation.pending}>
            {t(purpose === 'off' ? 'turnOff' : 'renew')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function typedIn(form: HTMLFormElement, name: string): string {
  const field = form.elements.namedItem(name)
  return field instanceof HTMLInputElement ? field.value : ''
}

interface Secret {
  secret: string
  qr_svg: string
}

/** Turning the second factor on: the password, the app's first code, the recovery codes. */
export function TwoFactorSetup({ onClose }: { onClose: (done: boolean) => void }) {
  const t = useTranslations('TwoFactor')
  const tCommon = useTranslations('Common')
  const [secret, setSecret] = useState<Secret | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const [missing, setMissing] = useState(false)
  const mutation = useCabinetCall(async (typed: string) => {
    if (secret === null) setSecret((await api.twoFactor.begin({ password: typed })).data)
    else setCodes((await api.twoFactor.enable({ code: typed })).data.recovery_codes)
  })
  if (codes !== null) return <RecoveryCodes codes={codes} onClose={() => onClose(true)} />

  function submit(form: HTMLFormElement) {
    const field = form.elements.namedItem(secret === null ? 'password' : 'code')
    const typed = field instanceof HTMLInputElement ? field.value.trim() : ''
    setMissing(typed === '')
    if (typed !== '') void mutation.run(typed)
    else if (field instanceof HTMLElement) field.focus()
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose(false)}
      title={t(secret === null ? 'beginTitle' : 'scanTitle')}
      description={t(secret === null ? 'beginText' : 'scanText')}
      closeLabel={tCommon('close')}
    >
      <form
        noValidate
        className="grid grid-cols-[minmax(0,1fr)] gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          submit(event.currentTarget)
        }}
      >
        {mutation.failure && (
          <Notice tone="lose" role="alert">
            <p className="font-medium">{mutation.failure}</p>
          </Notice>
        )}
        {secret === null ? (
          <PasswordField
            key="password"
            name="password"
            label={t('password')}
            autoComplete="current-password"
            error={missing && t('required')}
            showLabel={t('showPassword')}
            hideLabel={t('hidePassword')}
          />
        ) : (
          <>
            {/* White under it in both themes: cameras need the contrast. A data address, drawn by the portal's own server. */}
            <img
              alt={t('picture')}
              src={`data:image/svg+xml,${encodeURIComponent(secret.qr_svg)}`}
              className="mx-auto size-52 rounded-md bg-white"
            />
            <p className="text-small text-soft">
              {t('byHand')}{' '}
              <code className="numbers block break-words pt-1 font-semibold text-text">
                {secret.secret.replace(/(.{4})(?=.)/g, '$1 ')}
              </code>
            </p>
            <TextField
              key="code"
              name="code"
              autoFocus
              label={t('code')}
              hint={t('sessions')}
              autoComplete="one-time-code"
              inputMode="numeric"
              maxLength={10}
              className="numbers"
              error={missing && t('required')}
            />
          </>
        )}
        <div className="flex flex-col-reverse gap-2 pt-2 sm:flex-row sm:justify-end">
          <Button tone="outline" onClick={() => onClose(false)}>
            {t('cancel')}
          </Button>
          <Button type="submit" pending={mutation.pending}>
            {t(secret === null ? 'next' : 'turnOn')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
