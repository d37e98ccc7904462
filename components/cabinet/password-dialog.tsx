'use client'

import { useTranslations } from 'next-intl'
import { useState, type ReactNode } from 'react'
import { PasswordField } from '@/components/forms/password-field'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'

export interface PasswordDialogProps {
  title: string
  text: string
  /** On the button. */
  deed: string
  danger?: boolean
  pending: boolean
  failure: string | null
  /** Further fields, below the password. */
  children?: ReactNode
  onClose: () => void
  onSubmit: (password: string, form: HTMLFormElement) => void
}

/** Asks for the password before what a borrowed session must not do. */
export function PasswordDialog({ title, text, deed, danger = false, pending, failure, children, onClose, onSubmit }: PasswordDialogProps) {
  const t = useTranslations('PersonalData')
  const tCommon = useTranslations('Common')
  const [missing, setMissing] = useState(false)

  function submit(form: HTMLFormElement) {
    const field = form.elements.namedItem('password')
    if (!(field instanceof HTMLInputElement)) return
    setMissing(field.value === '')
    if (field.value === '') field.focus()
    else onSubmit(field.value, form)
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title} description={text} closeLabel={tCommon('close')}>
      <form
        noValidate
        className="grid grid-cols-[minmax(0,1fr)] gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          submit(event.currentTarget)
        }}
      >
        {failure && <Notice tone="lose" role="alert"><p className="font-medium">{failure}</p></Notice>}
        <PasswordField name="password" label={t('password')} autoComplete="current-password" error={missing && t('required')} showLabel={t('showPassword')} hideLabel={t('hidePassword')} />
        {children}
        <div className="flex flex-col-reverse gap-2 pt-2 sm:flex-row sm:justify-end">
          <Button tone="outline" onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" tone={danger ? 'danger' : 'primary'} pending={pending}>{deed}</Button>
        </div>
      </form>
    </Dialog>
  )
}
