'use client'

import { useTranslations } from 'next-intl'
import { type SyntheticEvent, useState } from 'react'
import { useLivePage, useLiveState } from '@/components/auction/live-context'
import type { Attempt } from '@/components/auction/submission'
import { useFormats } from '@/components/auction/use-formats'
import { useCall } from '@/components/auction/use-call'
import { userStore } from '@/components/session/user-store'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { ApiError } from '@/lib/api/problems'
import { auctionApi } from '@/lib/api/auction'

/** A session ended in the middle of a bid: sign in here, and the same bid goes out under the same key. */
export function SignInAgain({ attempt }: { attempt: Attempt }) {
  const t = useTranslations('BidPanel.signIn')
  const { store, submission } = useLivePage()
  const { auction } = useLiveState()
  const { price, amount } = useFormats(auction)
  const [missing, setMissing] = useState<readonly string[]>([])
  /** The password was right and the account has a second factor. */
  const [ticket, setTicket] = useState<string | null>(null)
  const signIn = useCall(async (entry: Entry) => {
    if ('code' in entry) await finish(entry, () => setTicket(null))
    else {
      const owed = await begin(entry)
      setTicket(owed)
      if (owed !== null) return
    }
    store.reconnect()
    submission.resend()
  })

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    const { elements } = event.currentTarget
    const entry: Entry =
      ticket === null
        ? { email: typedIn(elements, 'email').trim(), password: typedIn(elements, 'password') }
        : { ticket, code: typedIn(elements, 'code').trim() }
    const empty = Object.entries(entry).flatMap(([name, value]) => (value === '' ? [name] : []))
    setMissing(empty)
    const first = elements.namedItem(empty[0] ?? '')
    if (first instanceof HTMLElement) first.focus()
    else void signIn.run(entry)
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
        {ticket === null ? (
          <>
            <TextField
              name="email"
              type="email"
              label={t('email')}
              autoComplete="username"
              inputMode="email"
              error={missing.includes('email') && t('required')}
            />
            <TextField
              name="password"
              type="password"
              label={t('password')}
              autoComplete="current-password"
              error={missing.includes('password') && t('required')}
            />
          </>
        ) : (
          <TextField
            key={ticket}
            name="code"
            autoFocus
            label={t('code')}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            className="numbers"
            error={missing.includes('code') && t('required')}
          />
        )}
        {signIn.failure && (
          <Notice tone="lose" role="alert">
            {signIn.failure}
          </Notice>
        )}
        <div className="flex flex-col-reverse gap-2 pt-2 sm:flex-row sm:justify-end">
          <Button tone="soft" onClick={submission.leave}>
            {t('cancel')}
          </Button>
          <Button type="submit" pending={signIn.pending} pendingLabel={t('pending')}>
            {t('submit')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

type Entry = { email: string; password: string } | { ticket: string; code: string }

/** Null where the password was enough; otherwise what the second step goes on with. */
async function begin(credentials: { email: string; password: string }): Promise<string | null> {
  try {
    userStore.seed((await (await auctionApi()).auth.login(credentials)).data.user)
    return null
  } catch (error) {
    if (error instanceof ApiError && error.code === 'second_factor_required' && error.problem.ticket)
      return error.problem.ticket
    throw error
  }
}

/** `over`: the ticket is used or too old; it goes on from the password, with the reason still said. */
async function finish(entry: { ticket: string; code: string }, over: () => void): Promise<void> {
  try {
    userStore.seed((await (await auctionApi()).auth.loginSecondFactor(entry)).data.user)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'sign_in_expired') over()
    throw error
  }
}

function typedIn(elements: HTMLFormControlsCollection, name: string): string {
  const field = elements.namedItem(name)
  return field instanceof HTMLInputElement ? field.value : ''
}
