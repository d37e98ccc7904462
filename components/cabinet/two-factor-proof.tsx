'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { RecoveryCodes } from '@/components/cabinet/recovery-codes'
import { useDeed } from '@/components/cabinet/use-deed'
import { PasswordField } from '@/components/forms/password-field'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { api } from '@/lib/api/browser'

/** What takes both factors: turning the second one off, or new recovery codes. */
export function TwoFactorProof({ purpose, onClose }: { purpose: 'off' | 'renew'; onClose: (done: boolean) => void }) {
  const t = useTranslations('TwoFactor')
  const tCommon = useTranslations('Common')
  const [codes, setCodes] = useState<string[] | null>(null)
  const [missing, setMissing] = useState<readonly string[]>([])
  const deed = useDeed(async (proof: { password: string; code: string }) => {
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
    else void deed.run(proof)
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose(false)} title={t(`${purpose}Title`)} description={t(`${purpose}Text`)} closeLabel={tCommon('close')}>
      <form
        noValidate
        className="grid grid-cols-[minmax(0,1fr)] gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          submit(event.currentTarget)
        }}
      >
        {deed.failure && <Notice tone="lose" role="alert"><p className="font-medium">{deed.failure}</p></Notice>}
        <PasswordField name="password" label={t('password')} autoComplete="current-password" error={missing.includes('password') && t('required')} showLabel={t('showPassword')} hideLabel={t('hidePassword')} />
        <TextField name="code" label={t('codeOrRecovery')} autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} maxLength={40} className="numbers" error={missing.includes('code') && t('required')} />
        <div className="flex flex-col-reverse gap-2 pt-2 sm:flex-row sm:justify-end">
          <Button tone="outline" onClick={() => onClose(false)}>{t('cancel')}</Button>
          <Button type="submit" tone={purpose === 'off' ? 'danger' : 'primary'} pending={deed.pending}>{t(purpose === 'off' ? 'turnOff' : 'renew')}</Button>
        </div>
      </form>
    </Dialog>
  )
}

function typedIn(form: HTMLFormElement, name: string): string {
  const field = form.elements.namedItem(name)
  return field instanceof HTMLInputElement ? field.value : ''
}
