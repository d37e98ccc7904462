'use client'

import { useTranslations } from 'next-intl'
import { lazy, type ReactNode, Suspense } from 'react'
import { classNames } from '@/components/ui/class-names'
import { toPriceString } from '@/lib/domain/money'
import { cutOffPrice } from '@/lib/domain/price-for-volume'
import { usePanelMode } from './bid-panel'
import { useLiveState } from './live-context'
import { sharesOf } from './ranking-shares'
import { ConnectionNote } from './submission-notice'
import { thousandthsOf } from './units'
import { useFormats } from './use-formats'
import { VerdictClock } from './verdict-clock'

// A participant's alone: what it computes and what it can send.
const OwnVerdict = lazy(() => import('./verdict-own').then((module) => ({ default: module.OwnVerdict })))

/** The answer of this second, for whoever looks, in view wherever the page is scrolled to while bidding goes on. */
export function VerdictBar() {
  const { auction, own } = useLiveState()
  const mode = usePanelMode()
  if (auction.state !== 'running' && auction.state !== 'closing') return null
  if (mode.kind === 'closing') return <Closing />
  const application = own?.application
  if ((mode.kind !== 'bid' && mode.kind !== 'final') || !application) return <Watcher />
  return (
    <Suspense fallback={<Watcher />}>
      <OwnVerdict application={application} limits={mode.kind === 'bid' ? mode.limits : null} />
    </Suspense>
  )
}

export type VerdictTone = 'plain' | 'go' | 'wait' | 'lose'

const EDGES: Record<VerdictTone, string> = {
  plain: 'border-l-line-strong max-sm:border-t-line-strong',
  go: 'border-l-go-mark max-sm:border-t-go-mark',
  wait: 'border-l-wait-mark max-sm:border-t-wait-mark',
  lose: 'border-l-lose-mark max-sm:border-t-lose-mark',
}

interface VerdictFrameProps {
  tone: VerdictTone
  /** What the bar says; the clock stands beside it. */
  children: ReactNode
  actions?: ReactNode
  /** What became of the bid that was sent from here. */
  notice?: ReactNode
}

/** On low screens it scrolls away with the rest: what lies under it is more than it. */
export function VerdictFrame({ tone, children, actions, notice }: VerdictFrameProps) {
  const t = useTranslations('Verdict')
  return (
    <section
      data-surface=""
      data-verdict={tone}
      data-print="hide"
      aria-label={t('label')}
      className={classNames(
        'sticky top-0 z-20 mb-5 grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-3 border border-line bg-surface px-4 py-3 text-text shadow-card [@media(height<30rem)]:static',
        'max-sm:-mx-(--gutter) max-sm:border-x-0 max-sm:border-t-4 sm:mb-6 sm:gap-x-8 sm:rounded-lg sm:border-l-[6px] sm:px-6 sm:py-4',
        actions && 'lg:grid-cols-[minmax(0,1fr)_auto_auto]',
        EDGES[tone],
      )}
    >
      <div className="min-w-0">{children}</div>
      <VerdictClock />
      {actions && <div className="col-span-full lg:col-span-1">{actions}</div>}
      {notice && <div className="col-span-full">{notice}</div>}
    </section>
  )
}

function Closing() {
  const t = useTranslations('Verdict')
  return (
    <VerdictFrame tone="wait">
      <p className="text-h3 font-display" role="status">
        {t('closing')}
      </p>
      <p className="text-small text-soft">{t('closingText')}</p>
    </VerdictFrame>
  )
}

/** What a visitor asks of a running auction: how much is bid, from what price on one gets something, for how much, by how many. */
function Watcher() {
  const t = useTranslations('Verdict')
  const { auction } = useLiveState()
  const { price, amount, priceUnit } = useFormats(auction)
  const cutOff = cutOffPrice(thousandthsOf(auction.volume), sharesOf(auction.ranking))
  const figures = [
    {
      key: 'best',
      label: t('best', { unit: priceUnit }),
      value: auction.best_price === null ? '—' : price(auction.best_price),
      strong: true,
    },
    { key: 'cutOff', label: t('cutOff'), value: cutOff === null ? '—' : price(toPriceString(cutOff)), strong: true },
    { key: 'volume', label: t('volume'), value: amount(auction.volume), strong: false },
    { key: 'participants', label: t('participants'), value: String(auction.participants), strong: false },
  ]
  const sealed = auction.visibility === 'closed' && auction.best_price === null
  return (
    <VerdictFrame tone="plain">
      <div className="empty:hidden">
        <ConnectionNote />
      </div>
      <dl className="flex flex-wrap gap-x-5 gap-y-1.5 sm:gap-x-9">
        {figures
          .filter(({ strong }) => !(sealed && strong))
          .map(({ key, label, value, strong }) => (
            <div key={key} className={classNames('min-w-0', !strong && 'max-sm:flex max-sm:gap-1.5')}>
              <dt className="text-fine text-soft">{label}</dt>
              <dd
                className={classNames(
                  'numbers whitespace-nowrap',
                  strong ? 'text-h3 font-display sm:text-number' : 'font-semibold max-sm:text-fine sm:pt-1',
                )}
              >
                {value}
              </dd>
            </div>
          ))}
      </dl>
      {sealed && <p className="text-small text-soft">{t('sealed')}</p>}
    </VerdictFrame>
  )
}
