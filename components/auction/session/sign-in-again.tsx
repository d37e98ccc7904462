import { useTranslations } from 'next-intl'
import { useFormats, useLiveAuction, useLivePage } from '@/components/auction/live/live-context'
import type { Attempt } from '@/components/auction/bid/submission'
import { useRequired } from '@/components/forms/check-fields'
import { FormDialog } from '@/components/forms/form-dialog'
import { useApiMutation } from '@/components/forms/use-api-mutation'
import { SignInFields, useSignInSteps } from '@/components/identity/sign-in-steps'
import { userStore } from '@/components/session/user-store'
import { ApiError } from '@/lib/api/problems'
import { auctionApi } from '@/lib/api/auction'

/** A session ended during a bid: after signing in, the same bid is sent with the same key. */
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
      onClose={submission.stopRetrying}
    />
  )
}

interface SignInDialogProps {
  text: string
  verb: string
  cancel?: string
  onSignedIn: () => void
  onClose: () => void
}

export function SignInDialog({ text, verb, cancel, onSignedIn, onClose }: SignInDialogProps) {
  const t = useTranslations('BidPanel.signIn')
  const { store } = useLivePage()
  const { step, submit } = useSignInSteps({
    password: async (entry) => (await (await auctionApi()).auth.login(entry)).data,
    code: async (entry) => (await (await auctionApi()).auth.loginSecondFactor(entry)).data,
    refusalOf: (error) => (error instanceof ApiError ? error.problem : null),
  })
  const signIn = useApiMutation(async (typed: Partial<Record<string, string>>) => {
    const session = await submit(typed)
    if (session === null) return
    userStore.seed(session.user)
    const { viewer } = store.get()
    store.reconnect()
    // For another account the page is reloaded, so that the former account's bid is not sent in its name.
    if (viewer.kind === 'account' && viewer.id !== userStore.get()?.id) onClose()
    else onSignedIn()
  })
  const isFirst = step.at === 'password'
  const required = { email: useRequired(), password: useRequired(), code: useRequired() }
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
      onAnswer={signIn.run}
    >
      <SignInFields
        key={step.at}
        autoFocus
        step={isFirst ? 'password' : 'code'}
        labels={{ email: t('email'), password: t('password'), code: t('code') }}
        fields={required}
      />
    </FormDialog>
  )
}
