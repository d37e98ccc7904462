import { redirect } from 'next/navigation'
import type { AdminViewServerProps } from 'payload'
import { getSafeRedirect } from 'payload/shared'
import { Logo } from '@/app/(cms)/content/server-fields'
import { SignInForm } from './sign-in-form'

/** /admin/login, instead of Payload's form, which does not support a second factor. */
export function SignInView({ initPageResult, searchParams }: AdminViewServerProps) {
  const requested = searchParams?.redirect
  const next = getSafeRedirect({
    fallbackTo: '/admin',
    redirectTo: Array.isArray(requested) ? (requested[0] ?? '') : (requested ?? ''),
  })
  const { user, i18n, payload } = initPageResult.req
  if (user) redirect(next)
  return (
    <>
      <div className="login__brand">
        <Logo i18n={i18n} payload={payload} />
      </div>
      <SignInForm next={next} />
    </>
  )
}
