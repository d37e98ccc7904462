'use client'

import { useTranslations } from 'next-intl'
import { type SyntheticEvent, useState } from 'react'
import { useLivePage, useLiveState } from '@/components/auction/live-context'
import type { Attempt } from '@/components/auction/submission'
import { useFormats } from '@/components/auction/use-formats'
import { useCall } from '@/components/auction/use-call'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { api } from '@/lib/api/browser'

/** A session ended in the middle of a bid: sign in here, and the same bid goes out under the same key. */
export function SignInAgain({ attempt }: { attempt: Attempt }) {
  const t = useTranslations('BidPanel.signIn')
  const { store, submission } = useLivePage()
  const { auction } = useLiveState()
  const { price, amount } = useFormats(auction)
  const [missing, setMissing] = useState<readonly string[]>([])
  const signIn = useCall(async (credentials: { email: string; password: string }) => {
    await api.auth.login(credentials)
    store.reconnect()
    submission.resend()
  })

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    const { elements } = event.currentTarget
    const credentials = { email: typedIn(elements, 'email').trim(), password: typedIn(elements, 'password') }
    const empty = (['email', 'password'] as const).filter((name) => credentials[name] === '')
    setMissing(empty)
    const first = elements.namedItem(empty[0] ?? '')
    if (first instanceof HTMLElement) first.focus()
    else void signIn.run(credentials)
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && submission.leave()}
      title={t('title')}
      description={t('text', { price: price(attempt.input.price), quantity: amount(attempt.input.quantity) })}
      closeLabel={t('close')}
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        <TextField name="email" type="email" label={t('email')} autoComplete="username" inputMode="email" error={missing.includes('email') && t('required')} />
        <TextField name="password" type="password" label={t('password')} autoComplete="current-password" error={missing.includes('password') && t('required')} />
        {signIn.words && <Notice tone="lose" role="alert">{signIn.words}</Notice>}
        <div className="flex flex-col-reverse gap-2 pt-2 sm:flex-row sm:justify-end">
          <Button tone="soft" onClick={submission.leave}>{t('cancel')}</Button>
          <Button type="submit" pending={signIn.pending} pendingLabel={t('pending')}>{t('submit')}</Button>
        </div>
      </form>
    </Dialog>
  )
}

function typedIn(elements: HTMLFormControlsCollection, name: string): string {
  const field = elements.namedItem(name)
  return field instanceof HTMLInputElement ? field.value : ''
}
