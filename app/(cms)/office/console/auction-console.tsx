'use client'

import { useEffect, useState, useSyncExternalStore } from 'react'
import { useResource } from '@/app/(cms)/office/resource'
import { clockTime, kyivTime } from '@/app/(cms)/office/times'
import { faultWords, useWords } from '@/app/(cms)/office/use-words'
import { api } from '@/lib/api/browser'
import { serverClock } from '@/lib/api/server-clock'
import type { AuctionDetail, AuctionState } from '@/lib/contract/auctions'
import { formatPrice, formatQuantity } from '@/lib/i18n/formats'
import type { ConsoleTextKey } from '@/lib/server/cms/translations/texts'
import { ApplicationsPanel } from './applications-panel'
import { AskDialog, useAct } from './ask-dialog'
import { type ConsoleStore, createConsoleStore } from './console-store'
import { BidsPanel, LadderPanel } from './bids-panel'
import { ChatPanel } from './chat-panel'
import { WinnersPanel } from './winners-panel'

const STATE_WORDS = {
  planned: 'statePlanned',
  running: 'stateRunning',
  closing: 'stateClosing',
  selection: 'stateSelection',
  completed: 'stateCompleted',
  cancelled: 'stateCancelled',
  unsuccessful: 'stateUnsuccessful',
} as const satisfies Record<AuctionState, ConsoleTextKey>

const CONNECTION_WORDS = { live: 'live', reconnecting: 'reconnecting', offline: 'offline' } as const

/** The auction's state, its clock and its main figures; the one way to cancel it. */
export function ConsoleHead({ store, auction }: { store: ConsoleStore; auction: AuctionDetail }) {
  const { say, locale } = useWords()
  const { data: connection } = useResource(store.connection)
  const [cancelling, setCancelling] = useState(false)
  const { busy, act } = useAct(store.refreshAll)
  const open = auction.state !== 'completed' && auction.state !== 'cancelled' && auction.state !== 'unsuccessful'
  const details: [ConsoleTextKey, string][] = [
    ['volume', formatQuantity(auction.volume, locale, auction.category.unit)],
    ['startingPrice', formatPrice(auction.starting_price, locale)],
    ['bestPrice', auction.best_price === null ? '—' : formatPrice(auction.best_price, locale)],
    ['participants', String(auction.participants)],
    ['effectiveEnd', kyivTime(auction.effective_end, locale)],
    ['hardEnd', kyivTime(auction.hard_end, locale)],
  ]
  return (
    <section className="office-head">
      <div className="office-head-top">
        <span className="office-pill" data-state={auction.state}>
          {say(STATE_WORDS[auction.state])}
        </span>
        {connection && connection !== 'finished' && open && (
          <span className="office-connection" data-connection={connection} role="status">
            {say(CONNECTION_WORDS[connection])}
          </span>
        )}
        <Countdown auction={auction} />
        <span className="office-spring" />
        <a
          className="office-link"
          href={`/auctions/${auction.category.slug}/${auction.slug}`}
          target="_blank"
          rel="noreferrer"
        >
          {say('siteLink')}
        </a>
        {open && (
          <button type="button" className="office-button" data-look="quiet-danger" onClick={() => setCancelling(true)}>
            {say('cancel')}
          </button>
        )}
      </div>
      {auction.cancel_reason && <p className="office-fault">{auction.cancel_reason}</p>}
      <dl className="office-details">
        {details.map(([key, value]) => (
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
    <span className="office-countdown" role="timer" aria-live="off">
      <span>{say(planned ? 'untilStart' : 'timeLeft')}</span> <strong>{clockTime(left)}</strong>
    </span>
  )
}

/** One auction as its manager sees it: who applied, who bids, who wins, who asks. */
export function AuctionConsole({ auctionId }: { auctionId: number }) {
  const { say, locale } = useWords()
  const [store] = useState(() => createConsoleStore(auctionId, locale))
  useEffect(() => store.follow(), [store])
  const { data: auction, fault } = useResource(store.auction)

  if (!auction) {
    return (
      <div className="office" aria-busy={!fault}>
        {fault ? (
          <p className="office-fault" role="alert">
            {faultWords(fault, say)}{' '}
            <button type="button" className="office-button" onClick={() => void store.auction.refresh()}>
              {say('retry')}
            </button>
          </p>
        ) : (
          <p className="office-empty">{say('loading')}</p>
        )}
      </div>
    )
  }
  const selecting = auction.state === 'selection' || auction.state === 'completed'
  return (
    <div className="office office-console">
      <ConsoleHead store={store} auction={auction} />
      <div className="office-grid">
        <div className="office-main">
          {selecting ? (
            <WinnersPanel store={store} auction={auction} />
          ) : (
            <LadderPanel store={store} auction={auction} />
          )}
          <ApplicationsPanel store={store} auction={auction} />
          <BidsPanel store={store} auction={auction} />
        </div>
        <ChatPanel store={store} />
      </div>
    </div>
  )
}
