'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { FormDialog, useRequiredTexts } from '@/components/forms/form-dialog'
import { PasswordField } from '@/components/forms/password-field'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { CodeField } from '@/components/ui/field'
import { api } from '@/lib/api/browser'
import { useCall } from '@/components/forms/calls'

/** The recovery codes, this once; the portal keeps only their hashes. */
function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const t = useTranslations('TwoFactor')
  const tCommon = useTranslations('Common')
  const [copied, setCopied] = useState(false)
  const text = `${codes.join('\n')}\n`
  return (
    <Dialog
      open
      holds
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
        {/* Only a page over https has it. */}
        {'clipboard' in navigator && (
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
        )}
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
  const mutation = useCall(async (proof: { password: string; code: string }) => {
    if (purpose === 'renew') return setCodes((await api.twoFactor.renewRecoveryCodes(proof)).data.recovery_codes)
    await api.twoFactor.disable(proof)
    onClose(true)
  })
  const { errorOf, submit } = useRequiredTexts(
    ['password', 'code'],
    ({ password, code }) => void mutation.run({ password, code: code.trim() }),
  )
  if (codes !== null) return <RecoveryCodes codes={codes} onClose={() => onClose(true)} />
  return (
    <FormDialog
      title={t(`${purpose}Title`)}
      text={t(`${purpose}Text`)}
      verb={t(purpose === 'off' ? 'turnOff' : 'renew')}
      danger={purpose === 'off'}
      pending={mutation.pending}
      failure={mutation.failure}
      onClose={() => onClose(false)}
      onSubmit={submit}
    >
      <PasswordField
        name="password"
        label={tCommon('ownPassword')}
        autoComplete="current-password"
        error={errorOf('password')}
      />
      <CodeField label={t('codeOrRecovery')} error={errorOf('code')} />
    </FormDialog>
  )
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
  const mutation = useCall(async (typed: string) => {
    if (secret === null) setSecret((await api.twoFactor.begin({ password: typed })).data)
    else setCodes((await api.twoFactor.enable({ code: typed.trim() })).data.recovery_codes)
  })
  const field = secret === null ? 'password' : 'code'
  const { errorOf, submit } = useRequiredTexts([field], (typed) => void mutation.run(typed[field]))
  if (codes !== null) return <RecoveryCodes codes={codes} onClose={() => onClose(true)} />
  return (
    <FormDialog
      title={t(secret === null ? 'beginTitle' : 'scanTitle')}
      text={t(secret === null ? 'beginText' : 'scanText')}
      verb={t(secret === null ? 'next' : 'turnOn')}
      pending={mutation.pending}
      failure={mutation.failure}
      onClose={() => onClose(false)}
      onSubmit={submit}
    >
      {secret === null ? (
        <PasswordField
          key="password"
          name="password"
          label={tCommon('ownPassword')}
          autoComplete="current-password"
          error={errorOf(field)}
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
          <CodeField
            key="code"
            autoFocus
            label={t('code')}
            hint={t('sessions')}
            inputMode="numeric"
            maxLength={10}
            error={errorOf(field)}
          />
        </>
      )}
    </FormDialog>
  )
}
