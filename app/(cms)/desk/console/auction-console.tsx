'use client'

import { useEffect, useState } from 'react'
import { useResource } from '../resource'
import { faultWords, useWords } from '../use-words'
import { ApplicationsPanel } from './applications-panel'
import { createAuctionDesk } from './auction-desk'
import { BidsPanel } from './bids-panel'
import { ChatPanel } from './chat-panel'
import { ConsoleHead } from './console-head'
import { LadderPanel } from './ladder-panel'
import { WinnersPanel } from './winners-panel'

/** One auction as its manager sees it: who applied, who bids, who wins, who asks. */
export function AuctionConsole({ auctionId }: { auctionId: number }) {
  const { say, locale } = useWords()
  const [desk] = useState(() => createAuctionDesk(auctionId, locale))
  useEffect(() => desk.follow(), [desk])
  const { data: auction, fault } = useResource(desk.auction)

  if (!auction) {
    return (
      <div className="desk" aria-busy={!fault}>
        {fault ? (
          <p className="desk-fault" role="alert">
            {faultWords(fault, say)}{' '}
            <button type="button" className="desk-button" onClick={() => void desk.auction.refresh()}>{say('retry')}</button>
          </p>
        ) : (
          <p className="desk-empty">{say('loading')}</p>
        )}
      </div>
    )
  }
  const selecting = auction.state === 'selection' || auction.state === 'completed'
  return (
    <div className="desk desk-console">
      <ConsoleHead desk={desk} auction={auction} />
      <div className="desk-grid">
        <div className="desk-main">
          {selecting ? <WinnersPanel desk={desk} auction={auction} /> : <LadderPanel desk={desk} auction={auction} />}
          <ApplicationsPanel desk={desk} auction={auction} />
          <BidsPanel desk={desk} auction={auction} />
        </div>
        <ChatPanel desk={desk} />
      </div>
    </div>
  )
}
