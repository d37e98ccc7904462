'use client'

import { useState, useSyncExternalStore } from 'react'
import { api } from '@/lib/api/browser'
import { serverClock } from '@/lib/api/server-clock'
import type { AuctionDetail, AuctionState } from '@/lib/contract/auctions'
import { formatPrice, formatQuantity } from '@/lib/i18n/decimals'
import type { DeskTextKey } from '@/lib/server/cms/translations/texts'
import { useResource } from '../resource'
import { clockTime, kyivTime } from '../times'
import { useWords } from '../use-words'
import { AskDialog } from './ask-dialog'
import type { AuctionDesk } from './auction-desk'
import { useAct } from './use-act'

const STATE_WORDS = {
  planned: 'statePlanned',
  running: 'stateRunning',
  closing: 'stateClosing',
  selection: 'stateSelection',
  completed: 'stateCompleted',
  cancelled: 'stateCancelled',
  unsuccessful: 'stateUnsuccessful',
} as const satisfies Record<AuctionState, DeskTextKey>

const CONNECTION_WORDS = { live: 'live', reconnecting: 'reconnecting', offline: 'offline' } as const

/** The auction's state, its clock and its main figures; the one way to cancel it. */
export function ConsoleHead({ desk, auction }: { desk: AuctionDesk; auction: AuctionDetail }) {
  const { say, locale } = useWords()
  const { data: connection } = useResource(desk.connection)
  const [cancelling, setCancelling] = useState(false)
  const { busy, act } = useAct(desk.refreshAll)
  const open = auction.state !== 'completed' && auction.state !== 'cancelled' && auction.state !== 'unsuccessful'
  const facts: [DeskTextKey, string][] = [
    ['volume', formatQuantity(auction.volume, locale, auction.category.unit)],
    ['startingPrice', formatPrice(auction.starting_price, locale)],
    ['bestPrice', auction.best_price === null ? '—' : formatPrice(auction.best_price, locale)],
    ['participants', String(auction.participants)],
    ['effectiveEnd', kyivTime(auction.effective_end, locale)],
    ['hardEnd', kyivTime(auction.hard_end, locale)],
  ]
  return (
    <section className="desk-head">
      <div className="desk-head-top">
        <span className="desk-pill" data-state={auction.state}>{say(STATE_WORDS[auction.state])}</span>
        {connection && connection !== 'finished' && open && (
          <span className="desk-connection" data-connection={connection} role="status">{say(CONNECTION_WORDS[connection])}</span>
        )}
        <Countdown auction={auction} />
        <span className="desk-spring" />
        <a className="desk-link" href={`/auctions/${auction.category.slug}/${auction.slug}`} target="_blank" rel="noreferrer">{say('siteLink')}</a>
        {open && (
          <button type="button" className="desk-button" data-look="quiet-danger" onClick={() => setCancelling(true)}>{say('cancel')}</button>
        )}
      </div>
      {auction.cancel_reason && <p className="desk-fault">{auction.cancel_reason}</p>}
      <dl className="desk-facts">
        {facts.map(([key, value]) => (
          <div key={key}>
            <dt>{say(key)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {cancelling && (
        <AskDialog
          title={say('cancelTitle', { number: auction.number })}
          text={say('cancelText')}
          verb={say('cancel')}
          danger
          withReason
          busy={busy}
          onClose={() => setCancelling(false)}
          onAnswer={async ({ reason }) => {
            if (await act(() => api.manager.cancelAuction({ auction_id: auction.id, reason }))) setCancelling(false)
          }}
        />
      )}
    </section>
  )
}

/** Counts on the server's clock to the start or to the effective end (R5.2). */
function Countdown({ auction }: { auction: AuctionDetail }) {
  const { say } = useWords()
  const now = useSyncExternalStore(serverClock.subscribe, serverClock.snapshot, () => null)
  if (now === null || (auction.state !== 'planned' && auction.state !== 'running')) return null
  const planned = auction.state === 'planned'
  const left = Date.parse(planned ? auction.starts_at : auction.effective_end) - now
  return (
    <span className="desk-countdown" role="timer" aria-live="off">
      <span>{say(planned ? 'untilStart' : 'timeLeft')}</span> <strong>{clockTime(left)}</strong>
    </span>
  )
}
