'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useDeed } from '@/components/cabinet/use-deed'
import { RecoveryCodes } from '@/components/cabinet/recovery-codes'
import { PasswordField } from '@/components/forms/password-field'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { api } from '@/lib/api/browser'

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
  const deed = useDeed(async (typed: string) => {
    if (secret === null) setSecret((await api.twoFactor.begin({ password: typed })).data)
    else setCodes((await api.twoFactor.enable({ code: typed })).data.recovery_codes)
  })
  if (codes !== null) return <RecoveryCodes codes={codes} onClose={() => onClose(true)} />

  function submit(form: HTMLFormElement) {
    const field = form.elements.namedItem(secret === null ? 'password' : 'code')
    const typed = field instanceof HTMLInputElement ? field.value.trim() : ''
    setMissing(typed === '')
    if (typed !== '') void deed.run(typed)
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
        {deed.failure && <Notice tone="lose" role="alert"><p className="font-medium">{deed.failure}</p></Notice>}
        {secret === null ? (
          <PasswordField key="password" name="password" label={t('password')} autoComplete="current-password" error={missing && t('required')} showLabel={t('showPassword')} hideLabel={t('hidePassword')} />
        ) : (
          <>
            {/* White under it in both themes: cameras need the contrast. A data address, drawn by the portal's own server. */}
            <img alt={t('picture')} src={`data:image/svg+xml,${encodeURIComponent(secret.qr_svg)}`} className="mx-auto size-52 rounded-md bg-white" />
            <p className="text-small text-soft">
              {t('byHand')} <code className="numbers block break-words pt-1 font-semibold text-text">{secret.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
            </p>
            <TextField key="code" name="code" autoFocus label={t('code')} hint={t('sessions')} autoComplete="one-time-code" inputMode="numeric" maxLength={10} className="numbers" error={missing && t('required')} />
          </>
        )}
        <div className="flex flex-col-reverse gap-2 pt-2 sm:flex-row sm:justify-end">
          <Button tone="outline" onClick={() => onClose(false)}>{t('cancel')}</Button>
          <Button type="submit" pending={deed.pending}>{t(secret === null ? 'next' : 'turnOn')}</Button>
        </div>
      </form>
    </Dialog>
  )
}
