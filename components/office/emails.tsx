'use client'

import { useRef, useState } from 'react'
import { DecisionDialog } from '@/components/office/ask-dialog'
import { LoadingPage, MutedText, OfficePage, Sheet, StatusPill, TextLink } from '@/components/office/kit'
import { FilterBar, FilterChoice, List, oneOf, RecordTable, useFilters } from '@/components/office/list'
import { useOfficeText } from '@/components/office/office-text'
import { useListQuery, useOfficeQuery } from '@/components/office/queries'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Notice } from '@/components/ui/notice'
import { api } from '@/lib/api/browser'
import type { Input } from '@/lib/contract/endpoint'
import { letterState, type ManagedLetter, type managerLettersEndpoints } from '@/lib/contract/manager'
import { formatDateTime, formatShortDateTime } from '@/lib/i18n/formats'

const LETTERS = '/office/emails'

export function useLetters(query: Input<typeof managerLettersEndpoints.letters>) {
  return useListQuery(['letters', query], (cursor) => api.manager.letters({ ...query, cursor }))
}

/** The portal's emails to companies and to the managers. */
export function LettersList() {
  const { t } = useOfficeText()
  const filtering = useFilters(['state', 'search'])
  const { filters, change } = filtering
  const state = oneOf(filters.state, letterState.options)
  const letters = useLetters({ state, search: filters.search?.slice(0, 100), limit: 50 })
  return (
    <OfficePage title={t('letters')} hint={t('secretsHidden')}>
      <FilterBar filtering={filtering} searchHint={t('searchLetters')}>
        <FilterChoice
          label={t('letterState')}
          value={state}
          none={t('any')}
          options={letterState.options.map((option) => [option, t(`letter_${option}`)])}
          onChange={(value) => change({ state: value })}
        />
      </FilterBar>
      <List query={letters}>{(page) => <LetterRows list={page.list} />}</List>
    </OfficePage>
  )
}

/** `ofOneCompany`: all letters are to the same company. */
export function LetterRows({ list, ofOneCompany = false }: { list: readonly ManagedLetter[]; ofOneCompany?: boolean }) {
  const { t, nameOf, locale } = useOfficeText()
  return (
    <RecordTable
      caption={t('letters')}
      rows={list}
      columns={[
        {
          head: t('created'),
          cellClass: 'whitespace-nowrap',
          cell: (letter) => formatDateTime(letter.created_at, locale),
        },
        {
          head: t('subject'),
          headClass: 'min-w-52 tabular:w-2/5',
          cell: ({ id, kind, subject }) => (
            <>
              <TextLink href={`${LETTERS}/${id}`} className="font-semibold">
                {subject ?? nameOf('letterkind', kind)}
              </TextLink>
              {subject && <span className="block text-fine text-soft">{nameOf('letterkind', kind)}</span>}
            </>
          ),
        },
        !ofOneCompany && {
          head: t('recipients'),
          cell: ({ company_name: company, recipients }) => (
            <>
              {company ?? (recipients.length === 0 ? t('managersMailbox') : recipients.join(', '))}
              {company !== null && recipients.length > 0 && (
                <span className="block text-fine text-soft">{recipients.join(', ')}</span>
              )}
            </>
          ),
        },
        {
          head: t('letterState'),
          cellClass: 'max-w-[320px] break-words',
          cell: ({ state, reason, attempts, next_attempt_at: next }) => (
            <>
              <StatusPill status={`letter_${state}`}>{t(`letter_${state}`)}</StatusPill>
              {next && (
                <span className="mt-1 block text-fine text-soft">
                  {t(attempts === 0 ? 'toBeSent' : 'nextAttempt')}: {formatShortDateTime(next, locale)}
                </span>
              )}
              {reason && state !== 'sent' && (
                <span className="mt-1 block text-fine text-soft">{nameOf('letterReason', reason)}</span>
              )}
            </>
          ),
        },
      ]}
    />
  )
}

/** One email as it was sent. */
export function LetterPage({ id }: { id: number }) {
  const { t, nameOf, locale } = useOfficeText()
  const letter = useOfficeQuery(['letter', id], async () => (await api.manager.letter({ id })).data)
  const { data } = letter
  const [asking, setAsking] = useState(false)
  if (!data) return <LoadingPage query={letter} back={LETTERS} />
  return (
    <OfficePage
      title={data.subject ?? nameOf('letterkind', data.kind)}
      pill={<StatusPill status={`letter_${data.state}`}>{t(`letter_${data.state}`)}</StatusPill>}
      actions={
        data.can_resend && (
          <Button size="sm" onClick={() => setAsking(true)}>
            {t('resend')}
          </Button>
        )
      }
      back={LETTERS}
    >
      <Card padding="sm" as="div">
        <Sheet
          rows={[
            [t('recipients'), data.recipients.join(', ') || (data.user_id === null ? t('managersMailbox') : '—')],
            data.user_id !== null && [
              t('company'),
              <TextLink key="company" href={`/office/companies/${data.user_id}`}>
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
              nameOf('letterReason', data.reason),
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
          done="letterQueued"
          decide={() => api.manager.resendLetter({ id })}
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
      title={t('letterBody')}
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
