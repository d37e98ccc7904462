import { getTranslations, setRequestLocale } from 'next-intl/server'
import { headers } from 'next/headers'
import { acceptInvitation } from '@/app/(site)/[locale]/(sign-in)/form-actions'
import { linkPageMetadata, type LinkPageProps } from '@/app/(site)/[locale]/(sign-in)/link-page'
import { AcceptForm, DeadInvitation } from '@/components/forms/accept-form'
import { FormHead } from '@/app/(site)/[locale]/(sign-in)/form-parts'
import { ClientMessages } from '@/components/layout/client-messages'
import { Card } from '@/components/ui/card'
import { ApiError, isNotFound } from '@/lib/api/problems'
import { serverApi } from '@/lib/api/server'
import { isLinkError } from '@/lib/contract/accounts'
import { visitorOf } from '@/lib/http/public-page'

export const generateMetadata = linkPageMetadata('People.invitationTitle')

export default async function InvitationPage({ params }: LinkPageProps) {
  const { locale, token } = await params
  setRequestLocale(locale)
  const t = await getTranslations('People')
  const invitation = await readInvitation(token)
  if ('dead' in invitation)
    return (
      <Card as="div" padding="lg">
        <ClientMessages namespaces={['People']}>
          <DeadInvitation code={invitation.dead} />
        </ClientMessages>
      </Card>
    )
  const role = t(`roles.${invitation.role}`)
  return (
    <Card as="div" padding="lg" className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <ClientMessages namespaces={['People', 'Register', 'Common', 'Fields', 'Errors', 'Waiting', 'OtherSession']}>
        <AcceptForm
          action={acceptInvitation}
          token={token}
          email={invitation.email}
          head={
            <FormHead
              title={t('invitationTitle')}
              lead={
                invitation.company_name === null || invitation.invited_by === null
                  ? t('invitationUnconfirmed', { edrpou: invitation.edrpou, role })
                  : t('invitationLead', { by: invitation.invited_by, company: invitation.company_name, role })
              }
            />
          }
        />
      </ClientMessages>
    </Card>
  )
}

/** Other refusals, such as too many requests, do not concern the link. */
async function readInvitation(token: string) {
  try {
    const visitor = visitorOf(await headers())
    return (await serverApi.people.invitation({ token }, { visitor })).data
  } catch (error) {
    if (error instanceof ApiError && isLinkError(error.code)) return { dead: error.code }
    if (isNotFound(error)) return { dead: 'link_invalid' as const }
    throw error
  }
}
