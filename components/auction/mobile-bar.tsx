'use client'

import { useTranslations } from 'next-intl'
import { useSyncExternalStore } from 'react'
import { standing } from './live-region'
import { BID_PANEL_ID, usePanelMode } from '@/components/auction/bid-panel'
import { useLiveState } from '@/components/auction/live-context'
import { useFormats } from '@/components/auction/use-formats'
import { useServerTime } from './live-context'
import { countdownParts } from '@/lib/i18n/formats'

/** On a narrow screen, once the panel is scrolled away: the clock, one’s place and the way back to the bid. */
export function MobileBar() {
  const t = useTranslations('Auction')
  const state = useLiveState()
  const mode = usePanelMode()
  const { amount } = useFormats(state.auction)
  const end = Date.parse(state.auction.effective_end)
  const seconds = useServerTime((now) => Math.max(0, Math.ceil((end - now) / 1000)))
  const away = useSyncExternalStore(watchPanel, isPanelAway, () => false)
  if (mode.kind !== 'bid' || !away || seconds === null) return null
  const own = standing(state)
  return (
    <div
      data-bottom-bar=""
      data-print="hide"
      className="fixed inset-x-0 bottom-0 z-30 flex items-center justify-between gap-3 border-t border-line bg-raised px-4 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] shadow-float lg:hidden"
    >
      <span className="numbers text-number font-display">{countdownParts(seconds * 1000).clock}</span>
      {own && (
        <span className="numbers min-w-0 text-right text-fine leading-tight text-soft">
          <span className="block font-semibold text-text">{t('place', { rank: own.rank })}</span>
          {amount(own.given)}
        </span>
      )}
      <a
        href={`#${BID_PANEL_ID}`}
        className="grid min-h-11 shrink-0 place-items-center rounded-md bg-action px-4 font-semibold text-on-action"
      >
        {t('jump')}
      </a>
    </div>
  )
}

let panelIsAway = false
const isPanelAway = () => panelIsAway

function watchPanel(onChange: () => void) {
  const panel = document.getElementById(BID_PANEL_ID)
  if (!panel || typeof IntersectionObserver === 'undefined') return () => undefined
  const observer = new IntersectionObserver(([entry]) => {
    panelIsAway = entry ? !entry.isIntersecting : false
    onChange()
  })
  observer.observe(panel)
  return () => observer.disconnect()
}
