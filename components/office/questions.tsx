'use client'

import { useStaff } from '@/components/office/staff-context'
import { ChevronDown } from 'lucide'
import { useState } from 'react'
import { DraftTextArea, useTextDraft } from '@/components/forms/draft-text-area'
import { DecisionDialog } from '@/components/office/decision-dialog'
import { StatusPill, TextLink, TimeLeft } from '@/components/office/kit'
import { useOfficeText } from '@/components/office/office-text'
import { consolePath, roomPath } from '@/components/office/rooms'
import { RowMenu } from '@/components/office/row-menu'
import { defineScreen, ScreenPage } from '@/components/office/screen'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { Notice } from '@/components/ui/notice'
import { api } from '@/lib/api/browser'
import { ApiError } from '@/lib/api/problems'
import { serverClock } from '@/lib/api/server-clock'
import { LOCALES, type Locale } from '@/lib/config/constants'
import type { Input } from '@/lib/contract/endpoint'
import {
  MAX_ANSWER,
  MAX_QUESTION,
  type ManagedQuestion,
  type managerQuestionsEndpoints,
} from '@/lib/contract/questions'
import { formatDateTime, formatShortDateTime, numberSign } from '@/lib/i18n/formats'

const REFRESH_MS = 30_000

const openOf = ({ status }: { status?: string }) => status !== 'decided'

/** Questions on lots: open ones, to be answered by the start of their lot, or decided ones. */
const QUESTIONS = defineScreen({
  room: 'questions',
  hint: 'questionsHint',
  empty: 'noQuestions',
  refreshInterval: REFRESH_MS,
  filters: {
    status: { label: 'status', tabs: true, none: 'question_open', options: { decided: 'questionsDecided' } },
  },
  read: (query, cursor, { locale }) => api.manager.questions({ open: openOf(query), lang: locale, cursor, limit: 50 }),
  exportTable: (query, { locale }) => api.manager.exportQuestions({ open: openOf(query), lang: locale }),
  RowActions: Decision,
  details: ({ text, language, by, reason }, { t }) => (
    <div className="grid max-w-[80ch] gap-1 break-words">
      <p lang={language} className="whitespace-pre-line text-text">
        {text}
      </p>
      <p>{by}</p>
      {reason !== null && (
        <p>
          {t('reason')}: {reason}
        </p>
      )}
    </div>
  ),
  columns: [
    {
      key: 'question',
      head: 'question',
      headClass: 'min-w-60 tabular:w-2/5',
      cut: true,
      cell: ({ text, language }) => (
        <span lang={language} title={text} className="line-clamp-4 font-semibold tabular:inline">
          {text}
        </span>
      ),
    },
    {
      key: 'lot',
      head: 'lot',
      cellClass: 'whitespace-nowrap',
      cell: (question, { locale }) => (
        <TextLink href={consolePath(question.auction_id)} title={question.auction_title}>
          {numberSign(question.auction_number, locale)}
        </TextLink>
      ),
    },
    {
      key: 'company',
      head: 'company',
      headClass: 'min-w-36 tabular:w-1/5',
      cut: true,
      cell: ({ company_id: id, company_name: name }) => <TextLink href={roomPath('companies', id)}>{name}</TextLink>,
    },
    {
      key: 'asked',
      head: 'asked',
      cellClass: 'whitespace-nowrap',
      cell: (question, { locale }) => formatDateTime(question.asked_at, locale),
    },
    {
      key: 'status',
      head: 'status',
      cellClass: 'col-span-full tabular:whitespace-nowrap',
      cell: (question, { t, locale }) =>
        question.status === 'open' ? (
          <Deadline question={question} />
        ) : (
          <StatusPill status={`question_${question.status}`}>
            {question.number === null
              ? t('question_rejected')
              : t('question_answered', { number: numberSign(question.number, locale) })}
          </StatusPill>
        ),
    },
  ],
})

export function QuestionsScreen() {
  return <ScreenPage screen={QUESTIONS} />
}

function Deadline({ question }: { question: ManagedQuestion }) {
  const { t, locale } = useOfficeText()
  const acceptsQuestions = Date.parse(question.question_deadline) > serverClock.now()
  const isStarted = Date.parse(question.starts_at) <= serverClock.now()
  return (
    <>
      {!isStarted && (
        <>
          <TimeLeft until={acceptsQuestions ? question.question_deadline : question.starts_at} urgent />{' '}
        </>
      )}
      <span className="text-fine text-soft">
        {acceptsQuestions
          ? t('questionsUntil', { at: formatShortDateTime(question.question_deadline, locale) })
          : t('questionsClosed', { at: formatShortDateTime(question.starts_at, locale) })}
      </span>
    </>
  )
}

function Decision({ row: question }: { row: ManagedQuestion }) {
  const { t, locale } = useOfficeText()
  const [open, setOpen] = useState<'answer' | 'reject' | null>(null)
  if (question.status !== 'open') return null
  return (
    <>
      <Button size="sm" onClick={() => setOpen('answer')}>
        {t('answerQuestion')}
      </Button>
      <RowMenu actions={[{ name: t('rejectQuestion'), danger: true, run: () => setOpen('reject') }]} />
      {open === 'answer' && (
        <PublishDialog
          draftKey={`question:${question.id}`}
          lot={`${numberSign(question.auction_number, locale)} · ${question.auction_title}`}
          language={question.language}
          question={question.text}
          publish={(texts) => api.manager.answerQuestion({ question_id: question.id, ...texts })}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'reject' && (
        <DecisionDialog
          title={t('rejectQuestionTitle')}
          text={t('rejectQuestionText')}
          verb={t('rejectQuestion')}
          reasonFor={`question-rejection:${question.id}`}
          done="questionRejected"
          decide={({ reason }) => api.manager.rejectQuestion({ question_id: question.id, reason })}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}

type Published = Omit<Input<typeof managerQuestionsEndpoints.answerQuestion>, 'question_id'>

interface PublishProps {
  /** The key of the drafts, which survive closing the dialog. */
  draftKey: string
  /** The lot of the question, where the page does not name it. */
  lot?: string
  /** The language of the question; its texts are required. */
  language: Locale
  question: string
  answer?: string
  publish: (texts: Published) => Promise<unknown>
  onClose: () => void
}

/** Question and answer as they will be published, with translations; warns where they name a company (R12). */
export function PublishDialog({ draftKey, lot, language, question, answer = '', publish, onClose }: PublishProps) {
  const { t } = useOfficeText()
  const staffId = useStaff().id
  const [namedKinds, setNamedKinds] = useState<readonly string[] | null>(null)

  async function send(typed: Partial<Record<string, string>>): Promise<void> {
    const texts: Published['texts'] = {}
    for (const locale of LOCALES) {
      const [text = '', answerText = ''] = PARTS.map((part) => typed[`${locale}.${part}`]?.trim())
      if (text !== '') texts[locale] = { question: text, answer: answerText }
    }
    try {
      await publish({ language, texts, names_confirmed: namedKinds !== null })
    } catch (error) {
      if (error instanceof ApiError) setNamedKinds(error.problem.found ?? null)
      throw error
    }
  }

  return (
    <DecisionDialog
      title={t('publishAnswerTitle')}
      text={
        <>
          {lot !== undefined && <b className="block font-semibold text-text">{lot}</b>}
          {t('publishAnswerText')}
        </>
      }
      verb={t(namedKinds === null ? 'publishAnswer' : 'publishAnyway')}
      done="answerPublished"
      decide={({ typed }) => send(typed)}
      onClose={onClose}
    >
      {[language, ...LOCALES.filter((other) => other !== language)].map((locale) => (
        <PublishedTexts
          key={locale}
          locale={locale}
          draftKey={`${draftKey}:${staffId}:${locale}`}
          initial={locale === language ? { question, answer } : { question: '', answer: '' }}
          isMain={locale === language}
          onChange={() => setNamedKinds(null)}
        />
      ))}
      {namedKinds !== null && (
        <Notice tone="wait" role="alert" title={t('namesCompany')}>
          <p>{namedKinds.map((kind) => t(`named_${kind as 'name'}`)).join(', ')}</p>
        </Notice>
      )}
    </DecisionDialog>
  )
}

const PARTS = ['question', 'answer'] as const
const MAX_PUBLISHED = { question: MAX_QUESTION, answer: MAX_ANSWER } as const

interface PublishedTextsProps {
  locale: Locale
  draftKey: string
  initial: Record<(typeof PARTS)[number], string>
  /** In the question's own language both texts are required; in the others, once one of them is written. */
  isMain: boolean
  onChange: () => void
}

function PublishedTexts({ locale, draftKey, initial, isMain, onChange }: PublishedTextsProps) {
  const { t } = useOfficeText()
  const [question] = useTextDraft(`${draftKey}:question`, initial.question)
  const [answer] = useTextDraft(`${draftKey}:answer`, initial.answer)
  const isRequired = isMain || (question + answer).trim() !== ''
  return (
    <details open={isMain || undefined} className="group grid gap-3">
      <summary className="flex min-h-8 cursor-pointer items-center gap-1.5 font-semibold">
        {t(`publishIn_${locale}`)}
        <Icon of={ChevronDown} className="size-4 group-open:rotate-180" />
      </summary>
      <div className="mt-3 grid gap-3" lang={locale}>
        {PARTS.map((part) => (
          <DraftTextArea
            key={part}
            label={t(`published_${part}`)}
            name={`${locale}.${part}`}
            rows={3}
            maximum={MAX_PUBLISHED[part]}
            draft={`${draftKey}:${part}`}
            initial={initial[part]}
            missing={isRequired ? t('publishBoth') : undefined}
            onChange={onChange}
          />
        ))}
      </div>
    </details>
  )
}
