'use client'

import { BellOff, BellRing } from 'lucide'
import { Icon } from '@/components/ui/icon'
import { useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { classNames } from '@/components/ui/class-names'
import { formatSum, sumOf, toPriceString, toQuantityString } from '@/lib/domain/money'
import { formatDecimal } from '@/lib/i18n/formats'
import { useLiveAuction, useLiveState, useSubmission } from './live-context'
import { playOutbid, soundChoice, markIcon, markTitle } from './attention'
import { ConnectionNote, SubmissionNotice, useIsStale } from './submission-notice'
import { StaleAlerts, StaleWords } from './stale-verdict'
import { useFormats } from './use-formats'
import { type Verdict, verdictOf } from './verdict'
import { AskedBid, VerdictActions } from './verdict-actions'
import { BELOW_ON_PHONES, ClosingWords, VerdictFrame, type VerdictTone } from './verdict-frame'
import type { Application, BidLimits } from '@/lib/contract/stream'
import type { Offer } from '@/lib/domain/bid-limits'

const TONES: Record<Verdict['kind'], VerdictTone> = { full: 'go', partial: 'wait', outbid: 'lose' }
const TEXTS: Record<Verdict['kind'], string> = {
  full: 'text-go-text',
  partial: 'text-wait-text',
  outbid: 'text-lose-text',
}

interface OwnVerdictProps {
  application: Application
  /** Null after a final bid (R4.7), and while closing. */
  limits: BidLimits | null
  /** Bidding has ended and may be extended yet: there is nothing to press, and a bid that is being looked at stays. */
  closing: boolean
}

/** A participant's bar: what it gets this second, what would change that, and the one bid to make. */
export function OwnVerdict({ application, limits, closing }: OwnVerdictProps) {
  const t = useTranslations('Verdict')
  const state = useLiveState()
  const submission = useSubmission()
  const [asked, setAsked] = useState<Offer | null>(null)
  const participant = application.participant
  const verdict = participant === null ? null : verdictOf(state, { application, participant, limits })
  // Before anything was heard there is nothing that could be old.
  const staleSince = useIsStale() ? state.heardAt : null
  const isStale = staleSince !== null
  const tone = verdict === null ? 'plain' : TONES[verdict.kind]
  const words =
    verdict === null ? (
      <p className="text-h3 font-display">{t('unknown')}</p>
    ) : (
      <VerdictWords verdict={verdict} isFinal={limits === null} isStale={isStale} />
    )
  const sent = 'attempt' in submission && submission.attempt.from === 'verdict'
  return (
    <>
      <VerdictFrame
        tone={closing || isStale ? 'wait' : tone}
        actions={verdict?.choice && <VerdictActions choice={verdict.choice} others={verdict.others} onAsk={setAsked} />}
        notice={sent && <SubmissionNotice submission={submission} />}
      >
        {staleSince !== null && <StaleWords since={staleSince} />}
        {closing ? <ClosingWords /> : words}
        <StaleAlerts isStale={isStale} />
        {verdict && <Alerts verdict={verdict} isStale={isStale} />}
      </VerdictFrame>
      {participant !== null && (
        <AskedBid participant={participant} offer={asked} closing={closing} onChange={setAsked} />
      )}
    </>
  )
}

interface VerdictWordsProps {
  verdict: Verdict
  isFinal: boolean
  isStale: boolean
}

function VerdictWords({ verdict, isFinal, isStale }: VerdictWordsProps) {
  const t = useTranslations('Verdict')
  const auction = useLiveAuction()
  const { price, quantity, amount } = useFormats(auction)
  const asked = amount(toQuantityString(verdict.quantity))
  return (
    <>
      <div className={classNames('flex items-center gap-x-2 gap-y-1 sm:flex-wrap', BELOW_ON_PHONES)}>
        <p data-own="" className="numbers text-fine text-soft">
          {t('own', { rank: verdict.rank, price: price(toPriceString(verdict.price)), quantity: asked })}
        </p>
        {!isStale && <ConnectionNote />}
        <SoundSwitch />
      </div>
      <p className="numbers text-[1.0625rem] leading-snug font-display sm:text-[1.5rem] sm:leading-tight sm:tracking-tight">
        <Sentence
          verdict={verdict}
          look={isStale ? 'text-wait-text' : TEXTS[verdict.kind]}
          quantity={asked}
          given={quantity(toQuantityString(verdict.given))}
        />
      </p>
      <div className={classNames('numbers text-fine text-soft', isFinal ? BELOW_ON_PHONES : 'max-sm:hidden')}>
        {isFinal
          ? t('final')
          : verdict.kind === 'full' && !isStale
            ? t('nothingToDo')
            : t('total', { sum: price(formatSum(sumOf(verdict.price, verdict.quantity))) })}
        {verdict.cutOff !== null && (
          <span className="max-sm:hidden">{` · ${t('cutOffAt', { price: price(toPriceString(verdict.cutOff)) })}`}</span>
        )}
      </div>
    </>
  )
}

interface SentenceProps {
  verdict: Verdict
  /** Of the words that say what one gets. */
  look: string
  given: string
  quantity: string
}

/** One sentence: what one gets, and how safe that is, or what it takes. */
function Sentence({ verdict, look, given, quantity }: SentenceProps) {
  const t = useTranslations('Verdict')
  const auction = useLiveAuction()
  const { price, amount, priceUnit, locale } = useFormats(auction)
  const mark = (chunks: ReactNode) => <span className={look}>{chunks}</span>
  const volume = { given, quantity, mark }
  if (verdict.kind === 'full') {
    if (!verdict.contested) return t.rich('full.uncontested', volume)
    if (verdict.margin === null) return t.rich('full.plain', volume)
    if (verdict.margin === 0) return t.rich('full.tied', volume)
    const margin = formatDecimal(toPriceString(verdict.margin).replace(/\.00$/, ''), locale)
    // A browser breaks a line after the stroke of "UAH/t" as after a word.
    const whole = (chunks: ReactNode) => <span className="whitespace-nowrap">{chunks}</span>
    return t.rich('full.safe', { ...volume, margin, unit: priceUnit, whole })
  }
  const { choice } = verdict
  if (choice === null) return t.rich(`${verdict.kind}.plain`, volume)
  const wanted = {
    ...volume,
    price: price(toPriceString(choice.offer.price)),
    part: amount(toQuantityString(choice.given)),
  }
  return t.rich(`${verdict.kind}.${choice.kind === 'full' ? 'full' : 'part'}`, wanted)
}

const WORSE: Record<Verdict['kind'], number> = { full: 0, partial: 1, outbid: 2 }

/** What is seen in the tab, heard, and told to screen readers while the bid gets less than it asks for. */
function Alerts({ verdict, isStale }: { verdict: Verdict; isStale: boolean }) {
  const t = useTranslations('Verdict')
  const auction = useLiveAuction()
  const { price, quantity, amount } = useFormats(auction)
  const { kind, choice } = verdict
  const before = useRef(kind)
  const title =
    kind === 'outbid'
      ? t('tab.outbid')
      : t('tab.partial', {
          given: quantity(toQuantityString(verdict.given)),
          quantity: amount(toQuantityString(verdict.quantity)),
        })
  useEffect(() => {
    if (WORSE[kind] > WORSE[before.current]) playOutbid()
    before.current = kind
  }, [kind])
  useEffect(() => (kind === 'full' ? undefined : markTitle('verdict', `${title} ·`)), [kind, title])
  useEffect(() => (kind === 'outbid' ? markIcon('/icon-outbid.svg') : undefined), [kind])
  return (
    <p role="status" className="sr-only">
      {choice?.kind === 'full' && !isStale && t('wayBack', { price: price(toPriceString(choice.offer.price)) })}
    </p>
  )
}

function SoundSwitch() {
  const t = useTranslations('Verdict')
  const on = useSyncExternalStore(soundChoice.subscribe, soundChoice.get, () => false)
  return (
    <button
      type="button"
      aria-pressed={on}
      onClick={() => soundChoice.set(!on)}
      className="-my-1 inline-flex min-h-8 min-w-8 items-center gap-1.5 text-fine max-sm:ml-auto max-sm:justify-end text-link hover:underline"
    >
      <Icon of={on ? BellRing : BellOff} className="size-4" />
      <span className="max-sm:sr-only">{t(on ? 'soundOn' : 'soundOff')}</span>
    </button>
  )
}
