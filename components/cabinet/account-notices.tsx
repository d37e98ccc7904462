'use client'

import { useLocale, useTranslations } from 'next-intl'
import { ResendLink } from '@/components/cabinet/resend-link'
import { LinkButton } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { useUser } from '@/components/session/session-user'
import { pathFor } from '@/lib/i18n/route-names'

export interface AccountNoticesProps {
  /** Left out where the page itself is about documents. */
  documentsLink?: boolean
}

/** What stands between this account and bidding, with the way on. No manager looks at a company before its address is confirmed. */
export function AccountNotices({ documentsLink = true }: AccountNoticesProps) {
  const t = useTranslations('Cabinet.notices')
  const locale = useLocale()
  const user = useUser()
  if (user === null) return null
  return (
    <>
      {user.status === 'deactivated' && (
        <Notice tone="lose" title={t('deactivated.title')}>
          <p>{t('deactivated.text')}</p>
        </Notice>
      )}
      {user.status === 'awaiting_confirmation' && user.email_confirmed && (
        <Notice tone="wait" title={t('awaiting.title')}>
          <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
            <p className="max-w-[72ch]">{t('awaiting.text')}</p>
            {documentsLink && (
              <LinkButton size="sm" tone="outline" href={pathFor('cabinet-documents', locale)}>
                {t('awaiting.action')}
              </LinkButton>
            )}
          </div>
        </Notice>
      )}
      {!user.email_confirmed && (
        <Notice tone="plan" title={t('email.title')}>
          <div className="grid gap-3">
            <p className="break-words">{t('email.text', { email: user.email })}</p>
            {user.status !== 'deactivated' && <ResendLink link="email_confirmation" />}
          </div>
        </Notice>
      )}
    </>
  )
}
