import { useTranslations } from 'next-intl'
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
import type { Answer } from '@/lib/contract/endpoint'
import type { peopleEndpoints } from '@/lib/contract/people'
import { visitorOf } from '@/lib/http/public-page'

export const generateMetadata = linkPageMetadata('People.invitationTitle')

export default async function InvitationPage({ params }: LinkPageProps) {
  const { locale, token } = await params
  setRequestLocale(locale)
  const t = await getTranslations('People')
  const invitation = await readInvitation(token)
  return (
    <Card as="div" padding="lg" className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <ClientMessages
        namespaces={['People', 'Register', 'Common', 'Fields', 'Waiting', 'OtherSession']}
        calls={['people']}
      >
        {'dead' in invitation ? (
          <DeadInvitation code={invitation.dead} />
        ) : (
          <AcceptForm
            action={acceptInvitation}
            token={token}
            email={invitation.email}
            head={<FormHead title={t('invitationTitle')} lead={<InvitationLead invitation={invitation} />} />}
          />
        )}
      </ClientMessages>
    </Card>
  )
}

function InvitationLead({ invitation }: { invitation: Answer<typeof peopleEndpoints.invitation>['data'] }) {
  const t = useTranslations('People')
  const { company_name: company, edrpou, invited_by: by } = invitation
  const role = t(`roles.${invitation.role}`)
  return company === null || by === null
    ? t('invitationUnconfirmed', { edrpou, role })
    : t('invitationLead', { by, company, role })
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
