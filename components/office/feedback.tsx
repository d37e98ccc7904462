'use client'

import * as z from 'zod'
import { LoadingPage, MutedText, OfficePage, Panel, StatusPill, TextLink } from '@/components/office/kit'
import { SpecSheet } from '@/components/ui/card'
import { useOfficeText } from '@/components/office/office-text'
import { useOfficeQuery } from '@/components/office/queries'
import { RecordForm } from '@/components/office/record-form'
import { readRecord, readRecords } from '@/components/office/records'
import { RequestStatusChoice } from '@/components/office/request-status'
import { roomPath } from '@/components/office/rooms'
import { defineScreen, ScreenPage } from '@/components/office/screen'
import { api } from '@/lib/api/browser'
import { feedbackStatus, feedbackTopic } from '@/lib/contract/feedback'
import { formatDateTime, formatFileSize } from '@/lib/i18n/formats'

const message = z.object({
  id: z.int(),
  status: feedbackStatus,
  topic: feedbackTopic,
  company: z.object({ id: z.int(), company_short_name: z.string() }).or(z.number()),
  subject: z.string(),
  message: z.string(),
  answer: z.string().nullish(),
  answered_at: z.string().nullish(),
  answered_by_name: z.string().nullish(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
type Message = z.infer<typeof message>

const STATUSES = {
  new: 'request_new',
  in_work: 'request_in_work',
  answered: 'request_answered',
  closed: 'request_closed',
} as const

function CompanyLink({ company }: Pick<Message, 'company'>) {
  if (typeof company === 'number') return null
  return <TextLink href={roomPath('companies', company.id)}>{company.company_short_name}</TextLink>
}

const FEEDBACK = defineScreen({
  room: 'feedback',
  hint: 'feedbackHint',
  search: 'searchFeedback',
  filters: {
    status: { label: 'status', tabs: true, options: STATUSES },
    topic: {
      label: 'topic',
      options: {
        question: 'topic_question',
        auction: 'topic_auction',
        documents: 'topic_documents',
        agreement: 'topic_agreement',
        technical: 'topic_technical',
        other: 'topic_other',
      },
    },
  },
  read: ({ status, topic, search, sort }, cursor, { locale }) =>
    readRecords(
      'feedback',
      message,
      {
        where: { 'topic][equals': topic },
        status,
        statuses: STATUSES,
        searched: ['subject', 'message', 'company.company_short_name', 'company.edrpou'],
        search,
        sort: sort ?? 'status,-createdAt',
        lang: locale,
      },
      cursor,
    ),
  counts: ({ counts }) => counts,
  exportTable: ({ status }, { locale }) => api.manager.exportFeedback({ status, lang: locale }),
  columns: [
    {
      key: 'subject',
      head: 'request_subject',
      cut: true,
      headClass: 'tabular:w-[34%]',
      cell: ({ id, subject }) => (
        <TextLink href={roomPath('feedback', id)} title={subject} className="font-semibold">
          {subject}
        </TextLink>
      ),
    },
    {
      key: 'status',
      head: 'status',
      cell: ({ id, subject, status }) => (
        <RequestStatusChoice collection="feedback" id={id} status={status} of={subject} />
      ),
    },
    { key: 'topic', head: 'topic', cell: ({ topic }, { t }) => t(`topic_${topic}`) },
    {
      key: 'company',
      head: 'company',
      cut: true,
      headClass: 'tabular:w-1/4',
      cell: ({ company }) => <CompanyLink company={company} />,
    },
    {
      key: 'createdAt',
      head: 'created',
      sorts: true,
      cellClass: 'whitespace-nowrap',
      cell: ({ createdAt }, { locale }) => formatDateTime(createdAt, locale),
    },
    {
      key: 'answered_at',
      head: 'answered',
      spare: true,
      sorts: true,
      cellClass: 'whitespace-nowrap',
      cell: ({ answered_at: at }, { locale }) => at && formatDateTime(at, locale),
    },
  ],
})

export function FeedbackScreen() {
  return <ScreenPage screen={FEEDBACK} />
}

export function FeedbackPage({ id }: { id: number }) {
  const { t, locale } = useOfficeText()
  const query = useOfficeQuery(['feedback', id, locale], () => readRecord('feedback', id, message, locale))
  const files = useOfficeQuery(
    ['feedback files', id],
    async () => (await api.manager.feedbackFiles({ feedback_id: id })).data.list,
  )
  const back = roomPath('feedback')
  if (!query.data) return <LoadingPage query={query} back={back} />
  const {
    status,
    topic,
    company,
    subject,
    message: text,
    answer,
    answered_at: at,
    answered_by_name: by,
    createdAt,
  } = query.data
  return (
    <OfficePage
      title={subject}
      pill={<StatusPill status={`request_${status}`}>{t(STATUSES[status])}</StatusPill>}
      back={back}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-2">
        <Panel title={t('messageText')}>
          <SpecSheet
            look="blocks"
            rows={[
              [t('company'), <CompanyLink key="company" company={company} />],
              [t('topic'), t(`topic_${topic}`)],
              [t('created'), formatDateTime(createdAt, locale)],
            ]}
          />
          <p className="whitespace-pre-line wrap-anywhere">{text}</p>
          {files.data && files.data.length > 0 && (
            <ul aria-label={t('attachments')} className="grid gap-1.5">
              {files.data.map((file) => (
                <li key={file.id}>
                  <a href={file.url} target="_blank" rel="noreferrer" className="text-link underline wrap-anywhere">
                    {file.name}
                  </a>{' '}
                  <span className="text-soft">({formatFileSize(file.bytes, locale)})</span>
                </li>
              ))}
            </ul>
          )}
        </Panel>
        <Panel title={t('answer')}>
          {at && <MutedText>{[formatDateTime(at, locale), by].filter(Boolean).join(' · ')}</MutedText>}
          <RecordForm
            collection="feedback"
            record={query.data}
            fields={[
              { name: 'answer', label: 'answer', kind: 'text', rows: 10, hint: 'feedbackAnswerHint' },
              { name: 'status', label: 'status', kind: 'choice', options: STATUSES },
            ]}
            values={{ answer: answer ?? '', status }}
          />
        </Panel>
      </div>
    </OfficePage>
  )
}
