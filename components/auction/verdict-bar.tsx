'use client'

import { useTranslations } from 'next-intl'
import { lazy, Suspense } from 'react'
import { classNames } from '@/components/ui/class-names'
import { toPriceString, thousandthsOf } from '@/lib/domain/money'
import { cutOffPrice } from '@/lib/domain/price-for-volume'
import { usePanelMode } from './bid-panel'
import { useLiveState } from './live-context'
import { sharesOf } from './ranking-shares'
import { ConnectionNote } from './submission-notice'
import { useFormats } from './use-formats'
import { VerdictFrame } from './verdict-frame'

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
