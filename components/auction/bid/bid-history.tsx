import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFormats, useLiveAuction, useLivePage, useLiveState } from '@/components/auction/live/live-context'
import { readReceipts } from '@/components/auction/bid/receipts'
import { BidReceipt } from '@/components/auction/bid/submission-notice'
import { useApiMutation } from '@/components/forms/use-api-mutation'
import { useFocusOnNew } from '@/components/forms/use-pages'
import { Button, buttonLook } from '@/components/ui/button'
import { focusOn } from '@/components/ui/focus'
import { Card, CardHeader } from '@/components/ui/card'
import { FailureNotice } from '@/components/ui/notice'
import { Pill } from '@/components/ui/pill'
import { Spinner } from '@/components/ui/waiting'
import { Cell, HeadCell, Table } from '@/components/ui/table'
import { auctionApi } from '@/lib/api/auction'
import type { RecordedBid } from '@/lib/contract/auctions'

const PAGE = 50
/** The most that one call reads. */
const OWN_PAGE = 100
/** In the address: a click before hydration follows the link, and the page then shows the bids. */
const SHOWN = 'bids=all'

interface BidHistoryProps {
  /** All bids are shown only after the end; before it, the viewer's own. */
  isOver: boolean
  lastOwnBid: number | null
}

export function BidHistory({ isOver, lastOwnBid }: BidHistoryProps) {
  const t = useTranslations('Auction.history')
  const tLadder = useTranslations('Auction.ladder')
  const auction = useLiveAuction()
  const { store } = useLivePage()
  const { viewer } = useLiveState()
  const { price, quantity, secondBeside } = useFormats(auction)
  const [bids, setBids] = useState<readonly RecordedBid[]>([])
  const [cursor, setCursor] = useState<string | null>(null)
  const load = useApiMutation(async (after: string | null) => {
    const { data } = await (
      await auctionApi()
    ).bids.list({ auction_id: auction.id, limit: PAGE, ...(after ? { cursor: after } : {}) })
    const read = after ? [...bids, ...data.list] : data.list
    setBids(read)
    // The chart draws them.
    if (!isOver) store.dispatch({ type: 'own_bids', bids: read })
    setCursor(data.next_cursor)
  })
  const focusAfter = useFocusOnNew(bids.length)
  const loadNewest = useEffectEvent(() => void load.run(null))
  useEffect(() => {
    if (!isOver || window.location.search.includes(SHOWN)) loadNewest()
  }, [isOver])
  const isOwnRead = isOver && lastOwnBid !== null
  useEffect(() => {
    if (!isOwnRead) return
    // The list of all bids loads on request. The chart needs only the viewer's own, and draws without them if this fails.
    auctionApi()
      .then(({ bids: calls }) => calls.list({ auction_id: auction.id, own: true, limit: OWN_PAGE }))
      .then(
        ({ data }) => store.dispatch({ type: 'own_bids', bids: data.list }),
        () => undefined,
      )
  }, [isOwnRead, auction.id, store])
  const newest = bids[0]?.seq
  const isBehind = !isOver && newest !== undefined && lastOwnBid !== null && newest < lastOwnBid
  const readFor = useRef<number | null>(null)
  useEffect(() => {
    // One read a bid: a server may lack the newest for a moment, and a failed read is repeated on request.
    if (!isBehind || load.pending || readFor.current === lastOwnBid) return
    readFor.current = lastOwnBid
    loadNewest()
  }, [isBehind, load.pending, lastOwnBid])
  if (auction.bids === 0) return null
  const receipts = viewer.kind === 'account' ? readReceipts(auction.id, viewer.id) : {}
  const { unit, price_unit: priceUnit } = auction.category
  // The narrow column beside the ladder has room for four columns: the sum of an own bid is below its price.
  const sumLook = isOver ? undefined : '@max-lg:hidden'
  return (
    <Card aria-labelledby="history" className="@container grid gap-4 noscript:hidden" data-print="hide">
      <CardHeader
        id="history"
        title={t(isOver ? 'title' : 'titleOwn')}
        aside={isOver && tLadder('facts', { participants: auction.participants, bids: auction.bids })}
      />
      {bids.length > 0 && (
        <Table
          caption={t('caption')}
          className={isOver ? undefined : '@max-lg:[&_:is(td,th)]:px-1.5! @max-lg:[&_th]:whitespace-normal!'}
        >
          <thead>
            <tr>
              <HeadCell>{t('seq')}</HeadCell>
              <HeadCell>{t('time')}</HeadCell>
              {isOver && <HeadCell>{t('participant')}</HeadCell>}
              <HeadCell numeric>{t('price', { unit: priceUnit })}</HeadCell>
              <HeadCell numeric>{t('quantity', { unit })}</HeadCell>
              <HeadCell numeric className={sumLook}>
                {t('sum')}
              </HeadCell>
            </tr>
          </thead>
          <tbody>
            {bids.map((bid) => {
              const receipt = receipts[bid.seq]
              const time = secondBeside(bid.received_at, auction.starts_at)
              const marks = (
                <>
                  {bid.final && <Pill tone="done">{t('final')}</Pill>}
                  {bid.automatic && <Pill tone="plan">{t('automatic')}</Pill>}
                  {receipt && <BidReceipt receipt={receipt} />}
                  {bid.by !== null && <span className="block text-small text-soft">{bid.by}</span>}
                </>
              )
              return (
                <tr key={bid.seq} className={bid.own && isOver ? 'bg-own' : undefined}>
                  <Cell>{bid.seq}</Cell>
                  {isOver && <Cell>{time}</Cell>}
                  <Cell className={isOver ? 'whitespace-nowrap' : undefined}>
                    {isOver ? tLadder('number', { participant: String(bid.participant) }) : time} {marks}
                  </Cell>
                  <Cell numeric>
                    {price(bid.price)}
                    {!isOver && (
                      <span className="block text-fine text-soft @lg:hidden">
                        <span className="sr-only">{t('sum')}: </span>
                        {price(bid.sum)}
                      </span>
                    )}
                  </Cell>
                  <Cell numeric>{quantity(bid.quantity)}</Cell>
                  <Cell numeric className={sumLook}>
                    {price(bid.sum)}
                  </Cell>
                </tr>
              )
            })}
          </tbody>
        </Table>
      )}
      {bids.length === 0 && (
        <a
          href={`?${SHOWN}#history`}
          aria-busy={load.pending || undefined}
          className={buttonLook({ tone: 'soft' }, 'justify-self-start')}
          onClick={(event) => {
            event.preventDefault()
            focusAfter(event.currentTarget, event.currentTarget.previousElementSibling)
            void load.run(null)
          }}
        >
          {load.pending && <Spinner />}
          {t(isOver ? 'show' : 'showOwn')}
        </a>
      )}
      {bids.length > 0 && cursor !== null && (
        <Button
          tone="soft"
          className="justify-self-start"
          pending={load.pending}
          onClick={({ currentTarget: button }) => {
            focusAfter(button, button.previousElementSibling?.querySelector('tbody tr:last-child'))
            void load.run(cursor)
          }}
        >
          {t('more')}
        </Button>
      )}
      <FailureNotice>{load.failure && t('failed')}</FailureNotice>
      {isBehind && load.failure && (
        <Button
          tone="soft"
          className="justify-self-start"
          onClick={({ currentTarget: button }) => {
            // The button goes with the failure.
            const list = button.parentElement?.querySelector('[role="region"]')
            if (list) focusOn(list)
            void load.run(null)
          }}
        >
          {t('showOwn')}
        </Button>
      )}
    </Card>
  )
}
