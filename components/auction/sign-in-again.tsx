'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useFormats, useLiveAuction, useLivePage } from '@/components/auction/live-context'
import type { Attempt } from '@/components/auction/submission'
import { FormDialog, useRequiredTexts } from '@/components/forms/form-dialog'
import { useCall } from '@/components/forms/calls'
import { userStore } from '@/components/session/user-store'
import { CodeField, TextField } from '@/components/ui/field'
import { ApiError } from '@/lib/api/problems'
import { auctionApi } from '@/lib/api/auction'

/** A session ended in the middle of a bid: sign in here, and the same bid goes out under the same key. */
export function SignInAgain({ attempt }: { attempt: Attempt }) {
  const t = useTranslations('BidPanel.signIn')
  const { submission } = useLivePage()
  const auction = useLiveAuction()
  const { price, amount } = useFormats(auction)
  return (
    <SignInDialog
      text={t('text', { price: price(attempt.input.price), quantity: amount(attempt.input.quantity) })}
      verb={t('submit')}
      cancel={t('cancel')}
      onSignedIn={submission.resend}
      onClose={submission.leave}
    />
  )
}

interface SignInDialogProps {
  text: string
  verb: string
  cancel?: string
  /** The page follows the account again. */
  onSignedIn: () => void
  onClose: () => void
}

/** Signing in on the page itself, so that nothing typed there is lost. */
export function SignInDialog({ text, verb, cancel, onSignedIn, onClose }: SignInDialogProps) {
  const t = useTranslations('BidPanel.signIn')
  const { store } = useLivePage()
  /** The password was right and the account has a second factor. */
  const [ticket, setTicket] = useState<string | null>(null)
  const signIn = useCall(async (entry: Entry) => {
    if ('code' in entry) await finish(entry, () => setTicket(null))
    else {
      const owed = await begin(entry)
      setTicket(owed)
      if (owed !== null) return
    }
    const { viewer } = store.get()
    store.reconnect()
    // For another account the page is made anew, and nothing of the one before is sent in its name.
    if (viewer.kind === 'account' && viewer.id !== userStore.get()?.id) onClose()
    else onSignedIn()
  })

  const { errorOf, submit } = useRequiredTexts(
    ticket === null ? ['email', 'password'] : ['code'],
    ({ email = '', password = '', code = '' }) =>
      void signIn.run(ticket === null ? { email: email.trim(), password } : { ticket, code: code.trim() }),
  )
  return (
    <FormDialog
      title={t('title')}
      text={text}
      verb={verb}
      cancel={cancel}
      pending={signIn.pending}
      pendingLabel={t('pending')}
      failure={signIn.failure}
      onClose={onClose}
      onSubmit={submit}
    >
      {ticket === null ? (
        <>
          <TextField
            name="email"
            type="email"
            label={t('email')}
            autoComplete="username"
            inputMode="email"
            error={errorOf('email')}
          />
          <TextField
            name="password"
            type="password"
            label={t('password')}
            autoComplete="current-password"
            error={errorOf('password')}
          />
        </>
      ) : (
        <CodeField key={ticket} autoFocus label={t('code')} error={errorOf('code')} />
      )}
    </FormDialog>
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
