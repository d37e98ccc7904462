import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { findStaff } from '@/app/(office)/office-session'
import { ClientMessages } from '@/components/layout/client-messages'
import { type LinkFault, SignInForm } from '@/components/office/access/sign-in-form'
import { Card } from '@/components/ui/card'
import { Flame } from '@/components/ui/icon'
import { safeOfficePath } from '@/lib/http/office-addresses'

/** By the refusal of a mailed link that set a password before, or is too old. */
const LINK_FAULTS = {
  link_invalid: 'linkInvalid',
  link_used: 'linkUsed',
  link_expired: 'linkExpired',
} satisfies Record<string, LinkFault>

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('StaffAccess')
  return { title: t('signInTitle') }
}

interface LoginPageProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

/** Signs the staff in, for the office and for Payload's pages. */
export default async function LoginPage({ searchParams }: LoginPageProps) {
  const { redirect: to, link } = await searchParams
  const next = safeOfficePath(Array.isArray(to) ? to[0] : to)
  if ((await findStaff()) !== null) redirect(next)
  const t = await getTranslations('Office')
  const linkFault = Object.entries(LINK_FAULTS).find(([code]) => code === link)?.[1] ?? null
  return (
    <ClientMessages namespaces={['StaffAccess']}>
      <main className="grid min-h-dvh content-center justify-items-center gap-6 px-4 py-10">
        <p className="flex items-center gap-3 text-h2 font-semibold">
          <Flame className="h-9 w-auto" />
          {t('office')}
        </p>
        <Card className="w-full max-w-(--width-sign-in)" padding="lg">
          <SignInForm next={next} linkFault={linkFault} />
        </Card>
      </main>
    </ClientMessages>
  )
}
