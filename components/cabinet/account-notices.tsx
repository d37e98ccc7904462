'use client'

import { Check } from 'lucide'
import { Icon } from '@/components/ui/icon'
import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { useUser } from '@/components/session/session-user'
import { LinkButton } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { Notice } from '@/components/ui/notice'
import type { User } from '@/lib/contract/accounts'
import { AGREEMENT_DETAILS } from '@/lib/contract/agreement-details'
import type { CompanyDocument } from '@/lib/contract/documents'
import { missingDocuments, REQUIRED_DOCUMENTS } from '@/lib/domain/application'
import { formatDateTime } from '@/lib/i18n/formats'
import { pathFor } from '@/lib/i18n/route-names'
import { ResendLink } from './resend-link'

export function AccountProgress({ documents }: { documents: readonly CompanyDocument[] }) {
  const user = useUser()
  return user?.status === 'awaiting_confirmation' && user.rejection_reason === null ? (
    <>
      <RefusedAddress user={user} />
      <AccountSteps user={user} documents={documents} />
    </>
  ) : (
    <AccountNotices />
  )
}

export interface AccountNoticesProps {
  page?: 'cabinet-company' | 'cabinet-documents' | 'cabinet-info'
}

/**
 * What still prevents this account from bidding, with the next step. Managers check a company only after its email is
 * confirmed.
 */
export function AccountNotices({ page }: AccountNoticesProps) {
  const t = useTranslations('Cabinet.notices')
  const locale = useLocale()
  const user = useUser()
  if (user === null) return null
  const toDocuments = page !== 'cabinet-documents' && (
    <LinkButton size="sm" tone="outline" href={pathFor('cabinet-documents', locale)}>
      {t('awaiting.action')}
    </LinkButton>
  )
  return (
    <>
      {user.rejection_reason !== null && (
        <Notice tone="lose" title={t('rejected.title')}>
          <div className="grid gap-3">
            <p className="max-w-[72ch] whitespace-pre-wrap break-words">
              {t('rejected.reason', { reason: user.rejection_reason })}
            </p>
            <p className="max-w-[72ch]">{t('rejected.text')}</p>
            <div className="flex flex-wrap gap-3">
              {page !== 'cabinet-company' && (
                <LinkButton size="sm" tone="outline" href={pathFor('cabinet-company', locale)}>
                  {t('rejected.action')}
                </LinkButton>
              )}
              {toDocuments}
            </div>
          </div>
        </Notice>
      )}
      {user.status === 'deactivated' && (
        <Notice tone="lose" title={t('deactivated.title')}>
          <p>{t('deactivated.text')}</p>
        </Notice>
      )}
      {user.status === 'awaiting_confirmation' && user.rejection_reason === null && user.email_confirmed && (
        <Notice tone="wait" title={t('awaiting.title')}>
          <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
            <p className="max-w-[72ch]">{t('awaiting.text')}</p>
            {toDocuments}
          </div>
        </Notice>
      )}
      <RefusedAddress user={user} page={page} />
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

/** The person's mail server refuses our emails: the address must be changed, or the mailbox mended. */
function RefusedAddress({ user, page }: AccountNoticesProps & { user: User }) {
  const t = useTranslations('Cabinet.notices.refused')
  const locale = useLocale()
  if (user.email_refused_since === null) return null
  return (
    <Notice tone="lose" title={t('title')}>
      <div className="grid gap-3">
        <p className="max-w-[72ch] break-words">
          {t('text', { email: user.email, since: formatDateTime(user.email_refused_since, locale) })}
        </p>
        {page !== 'cabinet-info' && (
          <div>
            <LinkButton size="sm" tone="outline" href={pathFor('cabinet-info', locale)}>
              {t('action')}
            </LinkButton>
          </div>
        )}
      </div>
    </Notice>
  )
}

/** `due`: awaited now. `open`: can be done in the meantime. */
type StepState = 'done' | 'due' | 'open' | 'later'

function AccountSteps({ user, documents }: { user: User; documents: readonly CompanyDocument[] }) {
  const t = useTranslations('Cabinet.way')
  const tNotice = useTranslations('Cabinet.notices.awaiting')
  const locale = useLocale()
  const uploaded = REQUIRED_DOCUMENTS.length - missingDocuments(documents).length
  const complete = uploaded === REQUIRED_DOCUMENTS.length
  const confirmed = user.email_confirmed
  return (
    <Card aria-labelledby="account-way" className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="grid gap-1">
        <h2 id="account-way" className="text-h3">
          {tNotice('title')}
        </h2>
        <p className="max-w-[80ch] text-small text-soft">{t('text')}</p>
      </div>
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-5 sm:grid-cols-2 xl:grid-cols-4">
        <Step
          number={1}
          state={confirmed ? 'done' : 'due'}
          title={t(confirmed ? 'emailDone' : 'email')}
          text={t(confirmed ? 'emailDoneText' : 'emailText', { email: user.email })}
        >
          {!confirmed && <ResendLink link="email_confirmation" />}
        </Step>
        <Step
          number={2}
          state={complete ? 'done' : 'open'}
          title={t('documents')}
          text={t(complete ? 'documentsDone' : 'documentsText', { uploaded, needed: REQUIRED_DOCUMENTS.length })}
        >
          <div className="flex flex-wrap gap-2">
            <LinkButton size="sm" tone="outline" href={pathFor('cabinet-documents', locale)}>
              {tNotice('action')}
            </LinkButton>
            {user.role === 'owner' && AGREEMENT_DETAILS.some((name) => user[name] === '') && (
              <LinkButton size="sm" tone="outline" href={`${pathFor('cabinet-company', locale)}#agreement-details`}>
                {t('details')}
              </LinkButton>
            )}
          </div>
        </Step>
        <Step
          number={3}
          state={confirmed ? 'due' : 'later'}
          title={t('manager')}
          text={t(confirmed ? 'managerText' : 'managerLater')}
        />
        <Step number={4} state="later" title={t('apply')} text={t('applyText')} />
      </ol>
    </Card>
  )
}

const MARKS: Record<StepState, string> = {
  done: 'border-transparent bg-go text-go-text',
  due: 'border-transparent bg-action text-on-action',
  open: 'border-action text-link',
  later: 'border-line-strong text-soft',
}

interface StepProps {
  number: number
  state: StepState
  title: string
  text: string
  children?: ReactNode
}

function Step({ number, state, title, text, children }: StepProps) {
  const t = useTranslations('Cabinet.way')
  return (
    <li aria-current={state === 'due' ? 'step' : undefined} className="flex gap-3">
      <span
        aria-hidden
        className={classNames(
          'numbers grid size-7 shrink-0 place-items-center rounded-full border text-fine font-semibold',
          MARKS[state],
        )}
      >
        {state === 'done' ? <Icon of={Check} className="size-4" strokeWidth={2.5} /> : number}
      </span>
      <div className="grid min-w-0 content-start gap-1.5">
        {/* A label, because screen readers put a space before the text of a second element. */}
        <h3
          aria-label={`${title}, ${t(`states.${state}`)}`}
          className={classNames('pt-0.5 font-semibold', state === 'later' && 'text-soft')}
        >
          {title}
        </h3>
        <p className="break-words text-small text-soft">{text}</p>
        {children}
      </div>
    </li>
  )
}
