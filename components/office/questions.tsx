'use client'

import { useStaff } from '@/components/office/staff-context'
import { useState } from 'react'
import { AskDialog, DecisionDialog } from '@/components/office/ask-dialog'
import { OfficePage, StatusPill, TextLink, TimeLeft } from '@/components/office/kit'
import { ExportButton, FilterChoice, List, oneOf, useFilters } from '@/components/office/list'
import { useOfficeText } from '@/components/office/office-text'
import { useDecision, useListQuery } from '@/components/office/queries'
import { Button } from '@/components/ui/button'
import { TextAreaField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { api } from '@/lib/api/browser'
import { ApiError } from '@/lib/api/problems'
import { serverClock } from '@/lib/api/server-clock'
import { textDraft } from '@/lib/browser/storage'
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

/** Questions on lots: open ones, to be answered by the start of their lot, or decided ones. */
export function QuestionsList() {
  const { t, locale } = useOfficeText()
  const { filters, change } = useFilters(['status'])
  const decided = oneOf(filters.status, ['decided'])
  const open = decided === undefined
  const questions = useListQuery(
    ['questions', decided, locale],
    (cursor) => api.manager.questions({ open, lang: locale, cursor, limit: 50 }),
    { refetchInterval: REFRESH_MS },
  )
  return (
    <OfficePage
      title={t('questions')}
      hint={t('questionsHint')}
      actions={<ExportButton read={() => api.manager.exportQuestions({ open, lang: locale })} />}
    >
      <div className="max-w-60">
        <FilterChoice
          label={t('status')}
          value={decided}
          none={t('question_open')}
          options={[['decided', t('questionsDecided')]]}
          onChange={(value) => change({ status: value })}
        />
      </div>
      <List query={questions} none={t('noQuestions')}>
        {(page) => (
          <ul className="divide-y divide-line">
            {page.list.map((question) => (
              <Question key={question.id} question={question} />
            ))}
          </ul>
        )}
      </List>
    </OfficePage>
  )
}

function Question({ question }: { question: ManagedQuestion }) {
  const { t, locale } = useOfficeText()
  const [asking, setAsking] = useState<'answer' | 'reject' | null>(null)
  const acceptsQuestions = Date.parse(question.question_deadline) > serverClock.now()
  const isStarted = Date.parse(question.starts_at) <= serverClock.now()

  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 py-4">
      <span className="grid min-w-0 grow basis-80 gap-1 break-words">
        <TextLink href={`/office/auctions/${question.auction_id}/console`} className="justify-self-start">
          {numberSign(question.auction_number, locale)} · {question.auction_title}
        </TextLink>
        <span lang={question.language} className="whitespace-pre-line font-semibold">
          {question.text}
        </span>
        <span className="text-small text-soft">
          <TextLink href={`/office/companies/${question.user_id}`}>{question.company_name}</TextLink>
          {` · ${question.by} · ${formatDateTime(question.asked_at, locale)}`}
        </span>
        {question.reason !== null && (
          <span className="text-small text-soft">
            {t('reason')}: {question.reason}
          </span>
        )}
        {question.status === 'open' && (
          <span className="flex flex-wrap gap-x-3 text-small">
            <span className="text-soft">
              {acceptsQuestions
                ? t('questionsUntil', { at: formatShortDateTime(question.question_deadline, locale) })
                : t('questionsClosed', { at: formatShortDateTime(question.starts_at, locale) })}
            </span>
            {!isStarted && (
              <TimeLeft until={acceptsQuestions ? question.question_deadline : question.starts_at} urgent />
            )}
          </span>
        )}
      </span>
      {question.status === 'open' ? (
        <span className="flex gap-2">
          <Button tone="outline" size="sm" onClick={() => setAsking('reject')}>
            {t('rejectQuestion')}
          </Button>
          <Button size="sm" onClick={() => setAsking('answer')}>
            {t('answerQuestion')}
          </Button>
        </span>
      ) : (
        <StatusPill status={`question_${question.status}`}>
          {question.number === null
            ? t('question_rejected')
            : t('question_answered', { number: numberSign(question.number, locale) })}
        </StatusPill>
      )}
      {asking === 'answer' && (
        <PublishDialog
          draftKey={`question:${question.id}`}
          language={question.language}
          question={question.text}
          publish={(texts) => api.manager.answerQuestion({ question_id: question.id, ...texts })}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'reject' && (
        <DecisionDialog
          title={t('rejectQuestionTitle')}
          text={t('rejectQuestionText')}
          verb={t('rejectQuestion')}
          reasonFor={`question-rejection:${question.id}`}
          done="questionRejected"
          decide={({ reason }) => api.manager.rejectQuestion({ question_id: question.id, reason })}
          onClose={() => setAsking(null)}
        />
      )}
    </li>
  )
}

type Published = Omit<Input<typeof managerQuestionsEndpoints.answerQuestion>, 'question_id'>

interface PublishProps {
  /** The key of the drafts, which survive closing the dialog. */
  draftKey: string
  /** The language of the question; its texts are required. */
  language: Locale
  question: string
  answer?: string
  publish: (texts: Published) => Promise<unknown>
  onClose: () => void
}

/** Question and answer as they will be published, with translations; warns where they name a company (R12). */
export function PublishDialog({ draftKey, language, question, answer = '', publish, onClose }: PublishProps) {
  const { t } = useOfficeText()
  const userId = useStaff().id
  const [namedKinds, setNamedKinds] = useState<readonly string[] | null>(null)
  const [incomplete, setIncomplete] = useState<Locale | null>(null)
  const draftOf = (locale: Locale, part: (typeof PARTS)[number]) => textDraft(`${draftKey}:${userId}:${locale}:${part}`)
  const { isDeciding, fault, decide } = useDecision(() => {
    for (const locale of LOCALES) for (const part of PARTS) draftOf(locale, part).save('')
    onClose()
  })

  function submit(form: FormData): void {
    const texts: Published['texts'] = {}
    for (const locale of LOCALES) {
      const [questionText, answerText] = [textOf(form.get(`${locale}.question`)), textOf(form.get(`${locale}.answer`))]
      if (questionText === '' && answerText === '' && locale !== language) continue
      if (questionText === '' || answerText === '') return setIncomplete(locale)
      const long = PARTS.find(
        (part) => ({ question: questionText, answer: answerText })[part].length > MAX_PUBLISHED[part],
      )
      if (long !== undefined) return focusField(`${locale}.${long}`)
      texts[locale] = { question: questionText, answer: answerText }
    }
    setIncomplete(null)
    void decide('answerPublished', () =>
      publish({ language, texts, names_confirmed: namedKinds !== null }).catch((error: unknown) => {
        if (error instanceof ApiError) setNamedKinds(error.problem.found ?? null)
        throw error
      }),
    )
  }

  return (
    <AskDialog
      title={t('publishAnswerTitle')}
      text={t('publishAnswerText')}
      verb={t(namedKinds === null ? 'publishAnswer' : 'publishAnyway')}
      busy={isDeciding}
      fault={fault}
      onClose={onClose}
      onAnswer={({ form }) => submit(form)}
    >
      {[language, ...LOCALES.filter((other) => other !== language)].map((locale) => (
        <details key={locale} open={locale === language || undefined} className="grid gap-3">
          <summary className="cursor-pointer font-semibold">{t(`publishIn_${locale}`)}</summary>
          <div className="mt-3 grid gap-3" lang={locale} onInput={() => setNamedKinds(null)}>
            {PARTS.map((part) => (
              <PublishedText
                key={part}
                part={part}
                name={`${locale}.${part}`}
                initial={
                  draftOf(locale, part).read() || (locale !== language ? '' : part === 'question' ? question : answer)
                }
                error={incomplete === locale ? t('publishBoth') : undefined}
                onText={(text) => {
                  setIncomplete(null)
                  draftOf(locale, part).save(text)
                }}
              />
            ))}
          </div>
        </details>
      ))}
      {namedKinds !== null && (
        <Notice tone="wait" role="alert" title={t('namesCompany')}>
          <p>{namedKinds.map((kind) => t(`named_${kind as 'name'}`)).join(', ')}</p>
        </Notice>
      )}
    </AskDialog>
  )
}

const PARTS = ['question', 'answer'] as const
const MAX_PUBLISHED = { question: MAX_QUESTION, answer: MAX_ANSWER } as const

interface PublishedTextProps {
  part: (typeof PARTS)[number]
  name: string
  initial: string
  error: string | undefined
  onText: (text: string) => void
}

/** A text that is pasted or comes from a chat may be too long; it is never cut. */
function PublishedText({ part, name, initial, error, onText }: PublishedTextProps) {
  const { t } = useOfficeText()
  const [length, setLength] = useState(initial.trim().length)
  const excess = length - MAX_PUBLISHED[part]
  return (
    <TextAreaField
      label={t(`published_${part}`)}
      name={name}
      rows={3}
      defaultValue={initial}
      error={excess > 0 ? t('tooLong', { maximum: MAX_PUBLISHED[part], over: excess }) : error}
      onInput={({ currentTarget: { value } }) => {
        setLength(value.trim().length)
        onText(value)
      }}
    />
  )
}

/** Focuses a field, and first opens the section of its language. */
function focusField(name: string): void {
  const [field] = document.getElementsByName(name)
  const section = field?.closest('details')
  if (section) section.open = true
  field?.focus()
}

function textOf(value: FormDataEntryValue | null): string {
  return typeof value === 'string' ? value.trim() : ''
}
