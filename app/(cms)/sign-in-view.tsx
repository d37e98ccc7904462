import { redirect } from 'next/navigation'
import type { AdminViewServerProps } from 'payload'
import { getSafeRedirect } from 'payload/shared'
import { Logo } from '@/app/(cms)/content/server-fields'
import { type LinkFault, SignInForm } from '@/components/office/staff/sign-in-form'

/** By the refusal of a mailed link that set a password before, or is too old. */
const LINK_FAULTS = {
  link_invalid: 'linkInvalid',
  link_used: 'linkUsed',
  link_expired: 'linkExpired',
} satisfies Record<string, LinkFault>

/** /admin/login, instead of Payload's form, which does not support a second factor. */
export function SignInView({ initPageResult, searchParams }: AdminViewServerProps) {
  const requested = searchParams?.redirect
  const next = getSafeRedirect({
    fallbackTo: '/admin',
    redirectTo: Array.isArray(requested) ? (requested[0] ?? '') : (requested ?? ''),
  })
  const linkFault = Object.entries(LINK_FAULTS).find(([code]) => code === searchParams?.link)?.[1] ?? null
  const { user, i18n, payload } = initPageResult.req
  if (user) redirect(next)
  return (
    <>
      <div className="login__brand">
        <Logo i18n={i18n} payload={payload} />
      </div>
      <SignInForm next={next} linkFault={linkFault} />
    </>
  )
}
