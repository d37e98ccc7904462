'use client'

import { useTranslations } from 'next-intl'
import { useState, type FormEvent } from 'react'
import { FieldRefusal } from '@/components/office/cms-client'
import { TextLink } from '@/components/office/kit'
import { SignInFields, useSignInSteps } from '@/components/identity/sign-in-steps'
import { AppSecret, FocusedSection, RecoveryCodes } from '@/components/identity/two-factor'
import { Button } from '@/components/ui/button'
import { FailureNotice, Notice } from '@/components/ui/notice'
import { callStaffApi, useStaffMutation } from './staff-client'

type Session = { recovery_codes?: string[] }
type Secret = { secret: string; qr_svg: string }

/** The text about a mailed link that can no longer set a password. */
export type LinkFault = 'linkInvalid' | 'linkUsed' | 'linkExpired'

/**
 * Signing in to the back office: the password, then a code; for roles that need one, the first sign-in includes the
 * set-up.
 */
export function SignInForm({ next, linkFault }: { next: string; linkFault: LinkFault | null }) {
  const t = useTranslations('StaffAccess')
  const [secret, setSecret] = useState<Secret | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  // Loads the whole page: everything on it depends on who is signed in.
  const enter = () => window.location.assign(next)

  const { step, restart, submit } = useSignInSteps<Session>({
    password: (entry) => callStaffApi<Session>('/login', entry),
    code: (entry, at) => callStaffApi<Session>(at === 'code' ? '/login/second-factor' : '/login/enrolment', entry),
    beginEnrolment: async (ticket) => setSecret(await callStaffApi<Secret>('/login/enrolment/begin', { ticket })),
    refusalOf: (error) => (error instanceof FieldRefusal ? error.problem : null),
  })
  const signIn = useStaffMutation(async (typed: Record<string, string>) => {
    const session = await submit(typed)
    if (session === null) return
    if (session.recovery_codes) setCodes(session.recovery_codes)
    else enter()
  })

  if (codes !== null)
    return (
      <div className="grid gap-4">
        <FocusedSection title={t('recoveryTitle')}>
          <p>{t('recoveryText')}</p>
          <RecoveryCodes codes={codes} texts={{ save: t('recoverySave'), fileName: 'recovery-codes.txt' }} />
          <Button size="sm" onClick={enter}>
            {t('recoveryDone')}
          </Button>
        </FocusedSection>
      </div>
    )
  const isEnrolment = step.at === 'enrolment'
  return (
    <div className="grid gap-4">
      {/* Until its script runs the form sends nothing: a password must not end up in an address. */}
      <form
        className="grid gap-4"
        method="post"
        onSubmit={(event: FormEvent<HTMLFormElement>) => {
          event.preventDefault()
          void signIn.run(Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>)
        }}
      >
        <h1 className="text-h2">
          {t(step.at === 'password' ? 'signInTitle' : isEnrolment ? 'enrolTitle' : 'codeTitle')}
        </h1>
        {step.at === 'password' && linkFault !== null && signIn.failure === null && (
          <Notice tone="wait" role="status">
            {t(linkFault)}
          </Notice>
        )}
        {step.at === 'password' && <FailureNotice>{signIn.failure}</FailureNotice>}
        {step.at === 'code' && <p>{t('codeText')}</p>}
        {isEnrolment && <p>{t('enrolText')}</p>}
        {secret !== null && <AppSecret secret={secret} picture={t('enrolQr')} byHand={t('enrolSecret')} />}
        <SignInFields
          key={step.at}
          autoFocus
          step={step.at === 'password' ? 'password' : 'code'}
          labels={{ email: t('signInEmail'), password: t('signInPassword'), code: t('codeLabel') }}
          fields={{ code: { error: signIn.failure } }}
        />
        <Button type="submit" pending={signIn.pending}>
          {t(step.at === 'password' ? 'signInButton' : 'codeButton')}
        </Button>
        {step.at === 'password' ? (
          <TextLink href="/admin/forgot">{t('signInForgot')}</TextLink>
        ) : (
          <Button
            tone="outline"
            onClick={() => {
              restart()
              setSecret(null)
              signIn.clear()
            }}
          >
            {t('codeBack')}
          </Button>
        )}
      </form>
    </div>
  )
}
