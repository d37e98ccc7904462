import { getTranslations, setRequestLocale } from 'next-intl/server'
import { setNewPassword } from '@/app/(site)/[locale]/(sign-in)/form-actions'
import { linkPageMetadata, type LinkPageProps, readLink } from '@/app/(site)/[locale]/(sign-in)/link-page'
import { NewPasswordForm } from '@/components/forms/reset-forms'
import { FormHead } from '@/app/(site)/[locale]/(sign-in)/form-parts'
import { ClientMessages } from '@/components/layout/client-messages'
import { Card } from '@/components/ui/card'
import { serverApi } from '@/lib/api/server'
import { pathFor } from '@/lib/i18n/route-names'

export const generateMetadata = linkPageMetadata('PasswordReset.newTitle')

export default async function NewPasswordPage({ params }: LinkPageProps) {
  const { locale, token } = await params
  setRequestLocale(locale)
  const t = await getTranslations('PasswordReset')
  const { data, problem } = await readLink(serverApi.auth.passwordResetLink, token)
  return (
    <Card as="div" padding="lg" className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <ClientMessages
        namespaces={['PasswordReset', 'Register', 'Common', 'Fields', 'Waiting', 'OtherSession']}
        calls={['auth']}
      >
        <NewPasswordForm
          action={setNewPassword}
          token={token}
          email={data?.email}
          linkProblem={problem}
          loginHref={pathFor('user-login', locale)}
          askHref={pathFor('password-reset', locale)}
          head={<FormHead title={t('newTitle')} lead={t('newLead')} />}
        />
      </ClientMessages>
    </Card>
  )
}
