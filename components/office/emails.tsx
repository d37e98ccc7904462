'use client'

import { useRef, useState } from 'react'
import { DecisionDialog } from '@/components/office/decision-dialog'
import { LoadingPage, MutedText, OfficePage, StatusPill, TextLink } from '@/components/office/kit'
import { useOfficeText } from '@/components/office/office-text'
import { useListQuery, useOfficeQuery } from '@/components/office/queries'
import { roomPath } from '@/components/office/rooms'
import { defineScreen, type ScreenColumn, ScreenPage, ScreenTable } from '@/components/office/screen'
import { Button } from '@/components/ui/button'
import { Card, SpecSheet } from '@/components/ui/card'
import { Notice } from '@/components/ui/notice'
import { api } from '@/lib/api/browser'
import type { Input } from '@/lib/contract/endpoint'
import type { ManagedEmail, managerEmailsEndpoints } from '@/lib/contract/manager'
import { formatDateTime, formatShortDateTime } from '@/lib/i18n/formats'

export function useEmails(query: Input<typeof managerEmailsEndpoints.emails>) {
  return useListQuery(['emails', query], (cursor) => api.manager.emails({ ...query, cursor }))
}

const COLUMNS: readonly ScreenColumn<ManagedEmail>[] = [
  {
    key: 'subject',
    head: 'subject',
    headClass: 'min-w-52 tabular:w-[34%]',
    cut: true,
    cell: ({ id, kind, subject }, { nameOf }) => {
      const title = subject ?? nameOf('emailkind', kind)
      return (
        <TextLink href={roomPath('emails', id)} title={title} className="font-semibold">
          {title}
        </TextLink>
      )
    },
  },
  {
    key: 'kind',
    head: 'emailKind',
    spare: true,
    cell: ({ kind }, { nameOf }) => nameOf('emailkind', kind),
  },
  {
    key: 'company',
    head: 'company',
    headClass: 'tabular:w-1/5',
    cut: true,
    cell: ({ company_name: company, company_id: id }) =>
      company !== null && id !== null && <TextLink href={roomPath('companies', id)}>{company}</TextLink>,
  },
  {
    key: 'recipients',
    head: 'recipients',
    headClass: 'tabular:w-1/5',
    cut: true,
    cell: ({ recipients, company_name: company }, { t }) =>
      recipients.length > 0 ? recipients.join(', ') : company === null ? t('managersMailbox') : null,
  },
  {
    key: 'state',
    head: 'emailState',
    cellClass: 'max-w-[320px] break-words',
    cell: ({ state, reason, attempts, next_attempt_at: next }, { t, nameOf, locale }) => (
      <>
        <StatusPill status={`email_${state}`}>{t(`email_${state}`)}</StatusPill>
        {next && (
          <span className="text-fine text-soft">
            {' '}
            {t(attempts === 0 ? 'toBeSent' : 'nextAttempt')}: {formatShortDateTime(next, locale)}
          </span>
        )}
        {reason && state !== 'sent' && <span className="text-fine text-soft"> {nameOf('emailReason', reason)}</span>}
      </>
    ),
  },
  {
    key: 'created',
    head: 'created',
    cellClass: 'whitespace-nowrap',
    cell: (email, { locale }) => formatDateTime(email.created_at, locale),
  },
]

/** The portal's emails to companies and to the managers. */
const EMAILS = defineScreen({
  room: 'emails',
  hint: 'secretsHidden',
  search: 'searchEmails',
  filters: {
    state: {
      label: 'emailState',
      options: {
        waiting: 'email_waiting',
        sent: 'email_sent',
        failed: 'email_failed',
        not_needed: 'email_not_needed',
      },
    },
  },
  read: (query, cursor) => api.manager.emails({ state: query.state, search: query.search, cursor, limit: 50 }),
  columns: COLUMNS,
})

export function EmailsScreen() {
  return <ScreenPage screen={EMAILS} />
}

const OF_ONE_COMPANY = COLUMNS.filter(({ key }) => key === 'subject' || key === 'state' || key === 'created')

/** The emails to one company. */
export function EmailRows({ list }: { list: readonly ManagedEmail[] }) {
  const { t } = useOfficeText()
  return <ScreenTable caption={t('emails')} rows={list} columns={OF_ONE_COMPANY} />
}

/** One email as it was sent. */
export function EmailPage({ id }: { id: number }) {
  const { t, nameOf, locale } = useOfficeText()
  const email = useOfficeQuery(['email', id], async () => (await api.manager.email({ id })).data)
  const { data } = email
  const [asking, setAsking] = useState(false)
  if (!data) return <LoadingPage query={email} back={roomPath('emails')} />
  return (
    <OfficePage
      title={data.subject ?? nameOf('emailkind', data.kind)}
      pill={<StatusPill status={`email_${data.state}`}>{t(`email_${data.state}`)}</StatusPill>}
      actions={
        data.can_resend && (
          <Button size="sm" onClick={() => setAsking(true)}>
            {t('resend')}
          </Button>
        )
      }
      back={roomPath('emails')}
    >
      <Card padding="sm" as="div">
        <SpecSheet
          look="blocks"
          rows={[
            [t('recipients'), data.recipients.join(', ') || (data.company_id === null ? t('managersMailbox') : '—')],
            data.company_id !== null && [
              t('company'),
              <TextLink key="company" href={roomPath('companies', data.company_id)}>
                {data.company_name}
              </TextLink>,
            ],
            [t('created'), formatDateTime(data.created_at, locale)],
            data.sent_at !== null && [t('sent'), formatDateTime(data.sent_at, locale)],
            [t('attempts'), data.attempts],
            data.next_attempt_at !== null && [
              t(data.attempts === 0 ? 'toBeSent' : 'nextAttempt'),
              formatDateTime(data.next_attempt_at, locale),
            ],
            data.reason !== null && [
              t(data.state === 'not_needed' ? 'reason' : 'mailServerAnswer'),
              nameOf('emailReason', data.reason),
            ],
          ]}
        />
      </Card>
      {data.withheld && <Notice tone="wait">{t('withheld')}</Notice>}
      {data.html === null && !data.withheld && <MutedText>{t('notWritten')}</MutedText>}
      {data.html !== null && <LetterBody html={data.html} />}
      {asking && (
        <DecisionDialog
          title={t('resendTitle')}
          text={t('resendText')}
          verb={t('resend')}
          done="emailQueued"
          decide={() => api.manager.resendEmail({ id })}
          onClose={() => setAsking(false)}
        />
      )}
    </OfficePage>
  )
}

/** As tall as the email. Without scripts in the frame, its origin only serves to measure it. */
function LetterBody({ html }: { html: string }) {
  const { t } = useOfficeText()
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(760)
  return (
    <iframe
      ref={frame}
      className="w-full rounded-md border border-line bg-white"
      style={{ height }}
      title={t('emailBody')}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      srcDoc={withOutsideLinks(html)}
      onLoad={() => setHeight((before) => frame.current?.contentDocument?.documentElement.scrollHeight ?? before)}
    />
  )
}

/** The email's links open in a new window, without a referrer. */
function withOutsideLinks(html: string): string {
  return html.replace('<head>', '<head><base target="_blank"><meta name="referrer" content="no-referrer">')
}
