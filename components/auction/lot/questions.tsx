'use client'

import { useLocale, useTranslations } from 'next-intl'
import { type FormEvent, useEffect, useState } from 'react'
import { useRefusalText } from '@/components/forms/failure-texts'
import { useApiMutation } from '@/components/forms/use-api-mutation'
import { checkFields } from '@/components/forms/check-fields'
import { DraftTextArea, useTextDraft } from '@/components/forms/draft-text-area'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { AppLink } from '@/components/ui/link'
import { FailureNotice } from '@/components/ui/notice'
import { Pill } from '@/components/ui/pill'
import { auctionApi } from '@/lib/api/auction'
import { createIdempotencyKeys } from '@/lib/api/idempotency-keys'
import type { LotAnswer, OwnQuestion } from '@/lib/contract/questions'
import { formatLotMoment, numberSign } from '@/lib/i18n/formats'
import { useHasPassed } from '@/lib/api/use-server-time'
import { signInPath } from '@/lib/http/session-restore'
import { auctionPath } from '@/lib/i18n/route-names'
import { useLiveAuction, useLiveState } from '@/components/auction/live/live-context'

const MAX_QUESTION = 1000

interface OwnQuestions {
  following: boolean
  list: OwnQuestion[]
}

/** Published questions and answers on the lot (R12), the company's own questions, and a form to ask one. */
export function Questions({ answers: rendered }: { answers: readonly LotAnswer[] }) {
  const t = useTranslations('Questions')
  const locale = useLocale()
  const auction = useLiveAuction()
  const { viewer } = useLiveState()
  const answers = useAnswers(rendered)
  const refusalText = useRefusalText()
  const [own, setOwn] = useState<OwnQuestions | null>(null)
  const isAccount = viewer.kind === 'account' && !viewer.over
  const isActive = isAccount && viewer.status === 'active'
  const isClosed = useHasPassed(auction.question_deadline) || auction.state !== 'planned'

  useEffect(() => {
    if (!isAccount) return
    let isUnmounted = false
    void auctionApi()
      .then((api) => api.questions.ownQuestions({ auction_id: auction.id }))
      .then(
        ({ data }) => !isUnmounted && setOwn(data),
        // The published answers and the form work without them.
        () => undefined,
      )
    return () => {
      isUnmounted = true
    }
  }, [isAccount, auction.id, auction.answers])

  if (auction.state !== 'planned' && answers.length === 0) return null
  const waiting = own?.list.filter(({ status }) => status !== 'answered') ?? []
  return (
    <Card
      id="questions"
      aria-labelledby="lot-questions"
      className="grid gap-5 scroll-mt-4"
      data-print={answers.length === 0 ? 'hide' : undefined}
    >
      <CardHeader
        id="lot-questions"
        title={t('title')}
        aside={own && auction.state === 'planned' && <FollowButton following={own.following} onChange={setOwn} />}
      />
      <p className="text-small text-soft">
        {isClosed ? t('closed') : t('lead', { time: formatLotMoment(auction.question_deadline, auction, locale) })}
      </p>
      {answers.length > 0 && (
        <ol translate="yes" className="grid gap-5">
          {answers.map((answer) => (
            <Answer key={answer.number} answer={answer} />
          ))}
        </ol>
      )}
      {waiting.length > 0 && (
        <section aria-labelledby="own-questions" className="grid gap-3">
          <h3 id="own-questions" className="text-body font-semibold">
            {t('own')}
          </h3>
          <ul className="grid gap-3">
            {waiting.map((question) => (
              <li
                key={question.id}
                className="grid justify-items-start gap-1 rounded-md bg-sunken px-4 py-3 text-small"
              >
                <Pill tone={question.status === 'open' ? 'wait' : 'lose'}>
                  {t(`status.${question.status as 'open'}`)}
                </Pill>
                <p className="whitespace-pre-line break-words">{question.text}</p>
                {question.reason !== null && <p className="break-words">{t('reason', { reason: question.reason })}</p>}
                <p className="text-fine text-soft">
                  {[question.by, formatLotMoment(question.asked_at, auction, locale)].join(' · ')}
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
      {!isClosed &&
        isActive &&
        (viewer.role === 'viewer' ? (
          <p className="text-small text-soft">{refusalText({ code: 'role_insufficient' })}</p>
        ) : (
          <QuestionForm
            key={viewer.id}
            companyId={viewer.id}
            onAsked={(question) => setOwn((before) => ({ following: true, list: [question, ...(before?.list ?? [])] }))}
          />
        ))}
      {!isClosed && viewer.kind === 'visitor' && (
        <p className="text-small">
          <AppLink href={signInPath(locale, auctionPath(auction, locale))}>{t('signIn')}</AppLink>
        </p>
      )}
    </Card>
  )
}

/** The answers that the page was rendered with, reloaded when the stream announces another. */
function useAnswers(rendered: readonly LotAnswer[]): readonly LotAnswer[] {
  const locale = useLocale()
  const auction = useLiveAuction()
  const [answers, setAnswers] = useState(rendered)
  const isBehind = answers.length < auction.answers
  useEffect(() => {
    if (!isBehind) return
    let isUnmounted = false
    void auctionApi()
      .then((api) => api.questions.questions({ auction_id: auction.id, lang: locale }))
      .then(
        ({ data }) => !isUnmounted && setAnswers(data.list),
        // Retried on the next announcement or a reload.
        () => undefined,
      )
    return () => {
      isUnmounted = true
    }
  }, [isBehind, auction.id, auction.answers, locale])
  return answers
}

function Answer({ answer }: { answer: LotAnswer }) {
  const t = useTranslations('Questions')
  const locale = useLocale()
  const auction = useLiveAuction()
  const lang = answer.language === locale ? undefined : answer.language
  return (
    <li id={`question-${answer.number}`} className="grid gap-1.5 border-t border-line pt-4">
      <p className="text-fine text-soft">
        {numberSign(answer.number, locale)}
        {answer.asked_at !== null && ` · ${t('asked', { time: formatLotMoment(answer.asked_at, auction, locale) })}`}
      </p>
      <p lang={lang} className="whitespace-pre-line break-words font-semibold">
        {answer.question}
      </p>
      <p lang={lang} className="whitespace-pre-line break-words">
        {answer.answer}
      </p>
      <p className="text-fine text-soft">
        {t('answered', { time: formatLotMoment(answer.answered_at, auction, locale) })}
      </p>
    </li>
  )
}

interface QuestionFormProps {
  companyId: number
  onAsked: (question: OwnQuestion) => void
}

function QuestionForm({ companyId, onAsked }: QuestionFormProps) {
  const t = useTranslations('Questions')
  const locale = useLocale()
  const { id } = useLiveAuction()
  const draft = `lot-question:${companyId}:${id}`
  const [text, setText] = useTextDraft(draft)
  const [keys] = useState(createIdempotencyKeys)
  const ask = useApiMutation(async (question: string) => {
    const input = { auction_id: id, text: question, lang: locale }
    const { data } = await (await auctionApi()).questions.ask(input, { idempotencyKey: keys.keyFor(question) })
    keys.accepted()
    setText((now) => (now.trim() === question ? '' : now))
    onAsked(data)
  })
  const hasLink = ask.problem?.errors?.some(({ code }) => code === 'link_refused') === true

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (text.trim() !== '' && checkFields(event.currentTarget)) void ask.run(text.trim())
  }

  return (
    <form onSubmit={submit} className="grid justify-items-start gap-4" data-print="hide">
      <div className="w-full">
        <DraftTextArea
          label={t('label')}
          hint={t('hint')}
          name="question"
          rows={3}
          maximum={MAX_QUESTION}
          draft={draft}
          error={hasLink && t('noLinks')}
        />
      </div>
      {!hasLink && <FailureNotice>{ask.failure}</FailureNotice>}
      <Button
        type="submit"
        tone="outline"
        pending={ask.pending}
        pendingLabel={t('sending')}
        paused={text.trim() === ''}
      >
        {t('send')}
      </Button>
    </form>
  )
}

interface FollowProps {
  following: boolean
  onChange: (change: (before: OwnQuestions | null) => OwnQuestions | null) => void
}

function FollowButton({ following, onChange }: FollowProps) {
  const t = useTranslations('Questions')
  const { id } = useLiveAuction()
  const follow = useApiMutation(async (isFollowing: boolean) => {
    await (await auctionApi()).questions.follow({ auction_id: id, follow: isFollowing })
    onChange((before) => before && { ...before, following: isFollowing })
  })
  return (
    <span data-print="hide" className="grid justify-items-end gap-1">
      <Button
        tone="quiet"
        size="sm"
        aria-pressed={following}
        pending={follow.pending}
        onClick={() => void follow.run(!following)}
      >
        {t(following ? 'unfollow' : 'follow')}
      </Button>
      <FailureNotice>{follow.failure}</FailureNotice>
    </span>
  )
}
