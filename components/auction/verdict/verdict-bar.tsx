import { useTranslations } from 'next-intl'
import { lazy, Suspense } from 'react'
import { LabelledValue } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { toPriceString, thousandthsOf } from '@/lib/domain/money'
import { cutOffPrice } from '@/lib/domain/price-for-volume'
import { usePanelMode } from '@/components/auction/bid/bid-panel'
import { useFormats, useLiveAuction, useLiveState } from '@/components/auction/live/live-context'
import { sharesOf } from '@/components/auction/bid/price-steps'
import { ConnectionNote, useIsStale } from '@/components/auction/live/connection'
import { BELOW_ON_PHONES, ClosingText, VerdictFrame } from './verdict-frame'

// For participants only.
const OwnVerdict = lazy(() => import('./verdict-own').then((module) => ({ default: module.OwnVerdict })))
const SessionOver = lazy(() =>
  import('@/components/auction/session/session-over').then((module) => ({ default: module.SessionOver })),
)

export function VerdictBar() {
  const { auction, own, viewer } = useLiveState()
  const mode = usePanelMode()
  const isBidding = auction.state === 'running' || auction.state === 'closing'
  const isStale = useIsStale()
  // Without a connection the bidder's position may take long to load: the public figures are better than nothing.
  const isWaiting = !isStale && (viewer.kind === 'recognized' || mode.kind === 'loading')
  const closing = mode.kind === 'closing' || (mode.kind === 'bid' && mode.closing)
  const publicBar =
    isBidding &&
    (closing ? (
      <Closing />
    ) : (
      <PublicFigures
        look={
          isWaiting ? 'blank' : viewer.kind === 'unknown' ? 'unsure' : viewer.kind === 'account' ? 'onlooker' : 'plain'
        }
      />
    ))
  const application = (isBidding && (mode.kind === 'bid' || mode.kind === 'final') && own?.application) || null
  if (viewer.kind === 'account' && viewer.over) {
    const asVerdict = application !== null && !closing
    return (
      <>
        <Suspense fallback={asVerdict && <PublicFigures look="blank" />}>
          <SessionOver asVerdict={asVerdict} />
        </Suspense>
        {!asVerdict && publicBar}
      </>
    )
  }
  if (application === null) return publicBar
  return (
    <Suspense fallback={closing ? <Closing /> : <PublicFigures look="blank" />}>
      <OwnVerdict
        application={application}
        limits={mode.kind === 'bid' && !closing ? mode.limits : null}
        halted={mode.kind === 'bid' && mode.halted}
        closing={closing}
      />
    </Suspense>
  )
}

function Closing() {
  const { viewer } = useLiveState()
  return (
    <VerdictFrame tone="wait" place={viewer.kind === 'account' ? 'onlooker' : undefined}>
      <ClosingText />
    </VerdictFrame>
  )
}

/** `unsure`: before hydration only CSS knows whether someone is signed in. `blank`: a placeholder for the bidder's own bar. */
type Look = 'plain' | 'onlooker' | 'unsure' | 'blank'

const LOOKS: Record<Look, string | undefined> = {
  plain: undefined,
  onlooker: undefined,
  unsure: 'signed-in:blank-text',
  blank: 'blank-text',
}

const PLACES = {
  plain: undefined,
  onlooker: 'onlooker',
  unsure: 'signed-in',
  blank: 'bidder',
} as const satisfies Record<Look, unknown>

/**
 * The key figures of a running auction for visitors. A bidder's own bar replaces it; until then it is blank and reserves
 * the space.
 */
function PublicFigures({ look }: { look: Look }) {
  const t = useTranslations('Verdict')
  const auction = useLiveAuction()
  const { price, amount, priceUnit } = useFormats(auction)
  const cutOff = cutOffPrice(thousandthsOf(auction.volume), sharesOf(auction.ranking))
  const sealed = auction.visibility === 'closed' && auction.best_price === null
  const priceText = (value: string | null) => (value === null ? '—' : price(value))
  const shown = (text: string) => <span className={LOOKS[look]}>{text}</span>
  const others = [
    ...(sealed
      ? []
      : [{ label: t('cutOff'), value: priceText(cutOff === null ? null : toPriceString(cutOff)), strong: true }]),
    { label: t('volume'), value: amount(auction.volume) },
    { label: t('participants'), value: String(auction.participants) },
  ]
  return (
    <VerdictFrame tone="plain" place={PLACES[look]}>
      <div
        aria-hidden={look === 'blank' || undefined}
        className="flex flex-wrap items-baseline gap-x-6 gap-y-1.5 max-sm:contents lg:gap-x-9"
      >
        {!sealed && (
          <dl>
            <LabelledValue
              size="sm"
              label={shown(t('best', { unit: priceUnit }))}
              value={shown(priceText(auction.best_price))}
            />
          </dl>
        )}
        <dl
          className={classNames(
            'flex flex-wrap gap-x-4 gap-y-0.5 max-sm:*:flex max-sm:*:gap-1.5 sm:gap-x-6 sm:gap-y-1.5 lg:gap-x-9',
            BELOW_ON_PHONES,
          )}
        >
          {others.map(({ label, value, strong = false }) => (
            <LabelledValue
              key={label}
              size={strong ? 'sm' : 'text'}
              label={shown(label)}
              value={shown(value)}
              className={classNames('max-sm:text-fine max-sm:font-semibold', !strong && 'whitespace-nowrap sm:pt-1')}
            />
          ))}
        </dl>
      </div>
      <div className={classNames('empty:hidden', BELOW_ON_PHONES)}>
        <ConnectionNote />
      </div>
      {sealed && (
        <p aria-hidden={look === 'blank' || undefined} className="text-small text-soft">
          <span className={LOOKS[look]}>{t('sealed')}</span>
        </p>
      )}
    </VerdictFrame>
  )
}
