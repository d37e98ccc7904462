'use client'

import { TONES } from '@/lib/contract/tones'
import { useTranslations } from 'next-intl'
import { CannotNow } from './cannot-now'
import { PendingEmail, ProfileActions } from './profile'
import { AppLink } from '@/components/ui/link'
import { Card, CardHeader, SpecSheet } from '@/components/ui/card'
import { Pill } from '@/components/ui/pill'
import { Skeleton } from '@/components/ui/waiting'
import { useUser } from '@/components/session/session-user'
import { AGREEMENT_DETAILS } from '@/lib/contract/agreement-details'
import { formatIban, formatPhone } from '@/lib/i18n/formats'

type Detail = 'company_name' | 'company_short_name' | 'edrpou' | 'eic' | 'surname' | 'name' | 'patronymic'

/** The signed-in account, and a row of its sheets. */
function useDetails() {
  const t = useTranslations('Register')
  const user = useUser()
  return { user, detail: (key: Detail) => [t(key), user?.[key] || '—'] as const }
}

/** The company as the manager confirms it, and what agreements print about it. */
export function CompanySheets({ supportEmail }: { supportEmail: string }) {
  const t = useTranslations('Cabinet.info')
  const tProfile = useTranslations('Profile')
  const tForm = useTranslations('Register')
  const { user, detail } = useDetails()
  if (user === null) return <Skeleton className="min-h-80" />
  const missing = AGREEMENT_DETAILS.some((name) => user[name] === '')
  const status = user.rejection_reason === null ? user.status : 'rejected'
  const isOpen = user.status !== 'deactivated'
  const isOwner = user.role === 'owner'
  const limits = isOpen
    ? [
        user.status === 'active' && (
          <>
            {tProfile('companyFixed')}{' '}
            {supportEmail && (
              <AppLink href={supportEmail} className="font-semibold text-link hover:underline">
                {supportEmail}
              </AppLink>
            )}
          </>
        ),
        !isOwner && tProfile('ownerOnly'),
      ]
    : [tProfile('deactivated')]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
      <Card>
        <CardHeader
          title={tForm('company')}
          aside={<Pill tone={TONES.account[status]}>{t(`statuses.${status}`)}</Pill>}
        />
        <div className="pt-4">
          <SpecSheet
            rows={[
              detail('company_name'),
              detail('company_short_name'),
              detail('edrpou'),
              detail('eic'),
              [t('iban'), formatIban(user.iban) || '—'],
              [t('kind'), t(`kinds.${user.auction_kind}`)],
            ]}
          />
        </div>
        {isOpen && isOwner && (
          <ProfileActions
            user={user}
            tasks={user.status === 'awaiting_confirmation' ? ['company', 'trade'] : ['trade']}
          />
        )}
      </Card>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Card id="agreement-details">
          <CardHeader
            title={tProfile('agreementDetails')}
            aside={missing && isOpen && <Pill tone="wait">{tProfile('toFillIn')}</Pill>}
          />
          <p className="pt-2 text-small text-soft">{tProfile('agreementDetailsText')}</p>
          <div className="pt-4">
            <SpecSheet
              rows={(['signatory', 'authority', 'address', 'bank', 'tax_number'] as const).map(
                (key) => [tProfile(key), user[key] || '—'] as const,
              )}
            />
          </div>
          {isOpen && isOwner && <ProfileActions user={user} tasks={['agreement']} />}
        </Card>
        <CannotNow title={tProfile('fixed')} reasons={limits.filter((reason) => reason !== false)} />
      </div>
    </div>
  )
}

/** The signed-in person. */
export function PersonSheet() {
  const t = useTranslations('Cabinet.info')
  const tProfile = useTranslations('Profile')
  const tForm = useTranslations('Register')
  const { user, detail } = useDetails()
  if (user === null) return <Skeleton className="min-h-80" />
  return (
    <Card>
      <CardHeader title={tForm('person')} />
      <div className="pt-4">
        <SpecSheet
          rows={[
            detail('surname'),
            detail('name'),
            detail('patronymic'),
            [tForm('phone'), formatPhone(user.phone)],
            [
              tForm('email'),
              <span key="email" className="inline-flex flex-wrap justify-end gap-x-2">
                <span className="break-all">{user.email}</span>
                <span className={user.email_confirmed ? 'font-medium text-go-text' : 'font-medium text-wait-text'}>
                  {user.email_confirmed ? t('emailConfirmed') : t('emailUnconfirmed')}
                </span>
              </span>,
            ],
            [tProfile('language'), tProfile(`languages.${user.language}`)],
          ]}
        />
      </div>
      {user.status !== 'deactivated' && (
        <>
          <PendingEmail email={user.pending_email} current={user.email} />
          <ProfileActions user={user} tasks={['person', 'email', 'password']} />
        </>
      )}
    </Card>
  )
}
