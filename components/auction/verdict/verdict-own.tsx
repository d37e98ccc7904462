import { BellOff, BellRing } from 'lucide'
import { useTranslations } from 'next-intl'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { markIcon, markTitle, playOutbid, soundChoice } from '@/components/auction/live/alerts'
import {
  useFormats,
  useLiveAuction,
  useLivePage,
  useLiveState,
  useSubmission,
} from '@/components/auction/live/live-context'
import { inputOf, idleCauseOf, sumText } from '@/components/auction/bid/price-steps'
import { isUnderWay } from '@/components/auction/bid/submission'
import { ConnectionNote, useIsOffline, useIsStale } from '@/components/auction/live/connection'
import { AcceptedLine, SubmissionNotice } from '@/components/auction/bid/submission-notice'
import { type Choice, type Verdict, verdictOf } from '@/components/auction/verdict/verdict'
import {
  BELOW_ON_PHONES,
  ClosingText,
  ExtensionLine,
  VerdictFrame,
  type VerdictTone,
} from '@/components/auction/verdict/verdict-frame'
import { usePreload } from '@/components/ui/use-preload'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Icon } from '@/components/ui/icon'
import type { Locale } from '@/lib/config/constants'
import type { Application, AutomaticOrder, BidLimits } from '@/lib/contract/stream'
import type { Offer } from '@/lib/domain/bid-limits'
import { formatSum, sumOf, toPriceString, toQuantityString } from '@/lib/domain/money'
import { formatDecimal } from '@/lib/i18n/formats'

/** Marks the tab, plays the sound of an outbid, and announces the recovery. */
function StaleAlerts({ isStale }: { isStale: boolean }) {
  const t = useTranslations('Verdict.stale')
  const [wasStale, setWasStale] = useState(isStale)
  if (isStale && !wasStale) setWasStale(true)
  const tab = t('tab')
  useEffect(() => (isStale ? markTitle('connection', `${tab} ·`) : undefined), [isStale, tab])
  useEffect(() => {
    if (isStale) playOutbid()
  }, [isStale])
  return (
    wasStale && (
      <p role="status" className="sr-only">
        {!isStale && t('back')}
      </p>
    )
  )
}

const loadDialog = () =>
  import('@/components/auction/bid/dialogs').then((module) => ({ default: module.ConfirmBidDialog }))
const ConfirmBidDialog = lazy(loadDialog)
const PRELOADED = [loadDialog]

interface VerdictActionsProps extends Pick<Verdict, 'other' | 'cutOff'> {
  choice: Choice
  onAsk: (offer: Offer) => void
}

function VerdictActions({ choice, other, cutOff, onAsk }: VerdictActionsProps) {
  const t = useTranslations('Verdict')
  const auction = useLiveAuction()
  const submission = useSubmission()
  const isOffline = useIsOffline()
  const isStale = useIsStale()
  const { price, amount } = useFormats(auction)
  const busy = isUnderWay(submission)
  const closed = isOffline || submission.phase === 'limited'
  usePreload(PRELOADED)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1 sm:max-lg:grid-cols-[auto_1fr] sm:max-lg:items-center sm:max-lg:gap-4">
      <Button
        wide
        paused={closed}
        pending={busy}
        pendingLabel={t('sending')}
        onClick={() => onAsk(choice.offer)}
        className="numbers px-5 large-text:px-2"
      >
        <span>
          {t('place', { price: price(toPriceString(choice.offer.price)) })}
          <span className="block text-fine font-regular">
            {t('placeFor', {
              allocated: amount(toQuantityString(choice.awarded)),
              sum: price(sumText({ ...choice.offer, quantity: choice.awarded })),
            })}
          </span>
        </span>
      </Button>
      {/* Others' bids make this offer come and go: its line stays, so that nothing moves under the finger. */}
      {other ? (
        <button
          type="button"
          aria-disabled={closed || busy || undefined}
          onClick={() => !closed && !busy && onAsk(other.offer)}
          className="numbers min-h-7 justify-self-center text-fine font-semibold text-link hover:underline aria-disabled:cursor-not-allowed aria-disabled:opacity-55 sm:max-lg:justify-self-start"
        >
          {t('part', {
            price: price(toPriceString(other.offer.price)),
            allocated: amount(toQuantityString(other.awarded)),
          })}
        </button>
      ) : (
        <p className="numbers min-h-7 content-center text-center text-fine text-soft sm:max-lg:text-left lg:invisible">
          {cutOff !== null && t('cutOffAt', { price: price(toPriceString(cutOff)) })}
        </p>
      )}
      {isStale && (
        <p className="text-center text-fine text-wait-text sm:max-lg:col-span-full sm:max-lg:text-left">
          {isOffline ? t('offline') : t('stale.send')}
        </p>
      )}
    </div>
  )
}

const TONES: Record<Verdict['kind'], VerdictTone> = { full: 'go', partial: 'wait', outbid: 'lose' }
const TEXTS: Record<VerdictTone, string> = {
  plain: 'text-text',
  go: 'text-go-text',
  wait: 'text-wait-text',
  lose: 'text-lose-text',
}

interface OwnVerdictProps {
  application: Application
  /** Null after a final bid (R4.7), and while closing. */
  limits: BidLimits | null
  /** Bidding has ended but may yet be extended: no buttons, and an open dialog stays. */
  closing: boolean
  /** Bidding is halted: no buttons, and an open dialog stays. */
  halted: boolean
}

export function OwnVerdict({ application, limits, closing, halted }: OwnVerdictProps) {
  const t = useTranslations('Verdict')
  const state = useLiveState()
  const { timeWithSeconds } = useFormats(state.auction)
  const { submission: submissionStore } = useLivePage()
  const submission = useSubmission()
  const [offerToConfirm, setOfferToConfirm] = useState<Offer | null>(null)
  const participant = application.participant
  // A viewer of the company sees the verdict without buttons (R14.2).
  const isReadOnly = state.viewer.kind === 'account' && state.viewer.role === 'viewer'
  const verdict = participant === null ? null : verdictOf(state, { application, participant, limits })
  // Nothing is stale before the first answer.
  const staleSince = useIsStale() ? state.lastDataAt : null
  const isStale = staleSince !== null
  const hasButtons = verdict !== null && verdict.choice !== null && !closing && !halted && !isReadOnly
  const tone = closing || isStale ? 'wait' : verdict === null ? 'plain' : TONES[verdict.kind]
  const text =
    verdict === null ? (
      <p className="text-h3 font-display">{t('unknown')}</p>
    ) : (
      <VerdictText verdict={verdict} tone={tone} isFinal={limits === null} isStale={isStale} hasActions={hasButtons} />
    )
  const isFromVerdict = 'attempt' in submission && submission.attempt.from === 'verdict'
  return (
    <>
      <VerdictFrame
        tone={tone}
        place="bidder"
        hasButtons={hasButtons}
        actions={
          verdict !== null &&
          !closing &&
          (verdict.choice !== null && hasButtons ? (
            <VerdictActions {...verdict} choice={verdict.choice} onAsk={setOfferToConfirm} />
          ) : (
            <BidFigures verdict={verdict} isStale={isStale} />
          ))
        }
        notice={isFromVerdict && submission.phase !== 'accepted' && <SubmissionNotice submission={submission} />}
      >
        {staleSince !== null && (
          <p
            role="alert"
            className="numbers text-small font-semibold text-wait-text max-sm:order-3 max-sm:col-span-full"
          >
            {t('stale.since', { time: timeWithSeconds(staleSince) })}
          </p>
        )}
        {closing ? (
          <>
            {submission.phase === 'accepted' && (
              <div className={BELOW_ON_PHONES}>
                <AcceptedLine key={submission.attempt.key} placed={submission.placed} />
              </div>
            )}
            <ClosingText />
          </>
        ) : (
          text
        )}
        <StaleAlerts isStale={isStale} />
        {verdict && <Alerts verdict={verdict} isStale={isStale} />}
      </VerdictFrame>
      {/* Not among the actions, which may disappear while the dialog is open. */}
      <Suspense>
        {participant !== null && offerToConfirm && (
          <ConfirmBidDialog
            participant={participant}
            offer={offerToConfirm}
            final={false}
            closing={closing || halted}
            onChange={setOfferToConfirm}
            onBack={() => setOfferToConfirm(null)}
            onConfirm={() => {
              setOfferToConfirm(null)
              submissionStore.send(inputOf(state.auction.id, offerToConfirm, false), 'verdict')
            }}
          />
        )}
      </Suspense>
    </>
  )
}

/** In the place of the buttons, where the bar has no room for a line on the bid. */
function BidFigures({ verdict, isStale }: { verdict: Verdict; isStale: boolean }) {
  const t = useTranslations('Verdict')
  const tPanel = useTranslations('BidPanel')
  const { price, priceUnit, locale } = useFormats(useLiveAuction())
  const { price: bid, quantity, cutOff } = verdict
  const safety = isStale ? null : safetyOf(verdict)
  const row = 'flex flex-wrap items-baseline justify-between gap-x-3'
  return (
    <dl className="numbers grid min-h-21 content-center gap-1 rounded-md bg-sunken px-4 py-1.5 text-small sm:min-h-13 sm:grid-cols-2 sm:gap-x-8">
      <div className={row}>
        <dt className="text-soft">{tPanel('sum')}</dt>
        <dd className="grow text-right font-semibold">
          {tPanel('currency', { sum: price(formatSum(sumOf(bid, quantity))) })}
        </dd>
      </div>
      {cutOff !== null && (
        <div className={row}>
          <dt className="text-soft">{t('cutOff')}</dt>
          <dd className="grow text-right font-semibold">{price(toPriceString(cutOff))}</dd>
        </div>
      )}
      {safety !== null && (
        <div className={classNames(row, 'sm:hidden')}>
          <dt className="text-soft">{t('safety.label')}</dt>
          <dd className="grow text-right font-semibold">
            {t(`safety.${safety}`, { margin: marginText(verdict.margin ?? 0, locale), unit: priceUnit })}
          </dd>
        </div>
      )}
    </dl>
  )
}

/** Why nothing needs to be done: what follows the volume in the sentence, and on phones, where that is too long for it, a row. */
function safetyOf({ kind, contested, margin }: Verdict): 'safe' | 'tied' | 'uncontested' | null {
  if (kind !== 'full') return null
  if (!contested) return 'uncontested'
  return margin === null ? null : margin === 0 ? 'tied' : 'safe'
}

function marginText(margin: number, locale: Locale): string {
  return formatDecimal(toPriceString(margin).replace(/\.00$/, ''), locale)
}

interface VerdictTextProps {
  verdict: Verdict
  tone: VerdictTone
  isFinal: boolean
  isStale: boolean
  /** The buttons beside it say which bid gets more. */
  hasActions: boolean
}

function VerdictText({ verdict, tone, isFinal, isStale, hasActions }: VerdictTextProps) {
  const t = useTranslations('Verdict')
  const auction = useLiveAuction()
  const { price, quantity, amount } = useFormats(auction)
  const { own } = useLiveState()
  const submission = useSubmission()
  const automatic = own?.automatic
  const isAccepted = submission.phase === 'accepted'
  const requested = amount(toQuantityString(verdict.quantity))
  return (
    <>
      {/* On phones a second line has its place: of a bid's answer, the automatic bid, or the extension. */}
      <div className={classNames('max-sm:min-h-10.5 lg:contents', BELOW_ON_PHONES)}>
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 max-sm:flex-nowrap">
          {isAccepted ? (
            <AcceptedLine key={submission.attempt.key} placed={submission.placed} />
          ) : (
            <p data-own="" className="numbers text-fine text-soft">
              {t('own', { rank: verdict.rank, price: price(toPriceString(verdict.price)), quantity: requested })}
            </p>
          )}
          {!isStale && <ConnectionNote />}
          <SoundSwitch />
        </div>
        {automatic && !isFinal ? (
          <AutomaticLine order={automatic} verdict={verdict} hasActions={hasActions} isBeside={isAccepted} />
        ) : (
          !isAccepted && <ExtensionLine />
        )}
      </div>
      {/* Below the width of a row, it reserves space for the longest sentence, so that a change does not move the button under the finger. */}
      <p
        className={classNames(
          'numbers text-[1.0625rem] leading-snug font-display sm:text-[1.5rem] sm:leading-tight sm:tracking-tight',
          'max-lg:min-h-[2lh]',
        )}
      >
        <Sentence
          // Another sentence is another text, rather than words that move.
          key={`${verdict.kind} ${verdict.margin}`}
          verdict={verdict}
          look={TEXTS[tone]}
          isShort={hasActions || isStale}
          quantity={requested}
          allocated={quantity(toQuantityString(verdict.awarded))}
        />
      </p>
      <div
        className={classNames(
          'numbers text-fine text-soft',
          isFinal ? BELOW_ON_PHONES : automatic ? 'hidden' : 'max-lg:hidden',
        )}
      >
        {isFinal ? t('final') : t('total', { sum: price(formatSum(sumOf(verdict.price, verdict.quantity))) })}
        {verdict.cutOff !== null && (
          <span className="max-lg:hidden">{` · ${t('cutOffAt', { price: price(toPriceString(verdict.cutOff)) })}`}</span>
        )}
      </div>
    </>
  )
}

/** The ceiling of the automatic bid and, once it is reached, the price that would get more volume (R10). */
function AutomaticLine({
  order,
  verdict: { choice },
  hasActions,
  isBeside,
}: {
  order: AutomaticOrder
  verdict: Verdict
  hasActions: boolean
  /** On phones the answer to a bid takes its place. */
  isBeside: boolean
}) {
  const t = useTranslations('Verdict.automatic')
  const { auction, own } = useLiveState()
  const { price } = useFormats(auction)
  const idle = idleCauseOf(order, own)
  const ceiling = price(order.ceiling)
  const text =
    idle !== null
      ? t(idle, { ceiling })
      : !order.reached
        ? t('bidding', { ceiling })
        : choice === null || hasActions
          ? t('reached', { ceiling })
          : t('reachedWay', { price: price(toPriceString(choice.offer.price)) })
  return (
    <p
      className={classNames(
        // On wide screens below the sentence, in place of the sum, so that the bar is as high with it as without.
        'numbers text-fine font-semibold lg:order-1',
        isBeside && 'max-sm:hidden',
        idle !== null || order.reached ? 'text-wait-text' : 'text-go-text',
      )}
    >
      {text}
    </p>
  )
}

interface SentenceProps {
  verdict: Verdict
  look: string
  /** Buttons beside it say which bid gets more; a stale page promises nothing. */
  isShort: boolean
  allocated: string
  quantity: string
}

function Sentence({ verdict, look, isShort, allocated, quantity }: SentenceProps) {
  const t = useTranslations('Verdict')
  const auction = useLiveAuction()
  const { price, amount, priceUnit, locale } = useFormats(auction)
  const mark = (chunks: ReactNode) => <span className={look}>{chunks}</span>
  // On phones two lines have room for no more.
  const more = (chunks: ReactNode) => <span className="max-sm:hidden">{chunks}</span>
  const volume = { allocated, quantity, mark, more }
  const { choice } = verdict
  if (isShort) return t.rich(`${verdict.kind}.plain`, volume)
  if (verdict.kind === 'full') {
    const safety = safetyOf(verdict)
    if (safety === null) return t.rich('full.plain', volume)
    const margin = marginText(verdict.margin ?? 0, locale)
    // Browsers break a line after the slash of "UAH/t".
    const whole = (chunks: ReactNode) => <span className="whitespace-nowrap">{chunks}</span>
    return t.rich(`full.${safety}`, { ...volume, margin, unit: priceUnit, whole })
  }
  if (choice === null) return t.rich(`${verdict.kind}.plain`, volume)
  const values = {
    ...volume,
    price: price(toPriceString(choice.offer.price)),
    part: amount(toQuantityString(choice.awarded)),
  }
  return t.rich(`${verdict.kind}.${choice.kind === 'full' ? 'full' : 'part'}`, values)
}

const SEVERITY: Record<Verdict['kind'], number> = { full: 0, partial: 1, outbid: 2 }

/** Tab title, icon, sound and announcement while the bid gets less than it asks for. */
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
          allocated: quantity(toQuantityString(verdict.awarded)),
          quantity: amount(toQuantityString(verdict.quantity)),
        })
  useEffect(() => {
    if (SEVERITY[kind] > SEVERITY[before.current]) playOutbid()
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
      <span className="max-lg:sr-only">{t(on ? 'soundOn' : 'soundOff')}</span>
    </button>
  )
}
