'use client'

import { useTranslations } from 'next-intl'
import { lazy, Suspense, useState } from 'react'
import { useLivePage, useLiveState } from '@/components/auction/live-context'
import type { PanelMode } from '@/components/auction/panel-mode'
import { useCall } from '@/components/auction/use-call'
import { useFormats } from '@/components/auction/use-formats'
import { useServerTime } from './live-context'
import { Button } from '@/components/ui/button'
import { Countdown } from '@/components/ui/countdown'
import { Notice } from '@/components/ui/notice'
import { auctionApi } from '@/lib/api/auction'

const ConfirmDialog = lazy(() =>
  import('@/components/auction/confirm-dialog').then((module) => ({ default: module.ConfirmDialog })),
)

/** A part of what was asked for waits for its buyer’s word, for one working day (R7.3). */
export function PartialOffer({ mode }: { mode: Extract<PanelMode, { kind: 'partial' }> }) {
  const t = useTranslations('BidPanel.partial')
  const tSecond = useTranslations('BidPanel.second')
  const tAuction = useTranslations('Auction')
  const { store } = useLivePage()
  const { auction, own } = useLiveState()
  const { amount, moment } = useFormats(auction)
  const [asked, setAsked] = useState(false)
  const answer = useCall(async (accept: boolean) => {
    const { data } = await (await auctionApi()).auctions.answerPartial({ auction_id: auction.id, accept })
    store.dispatch({ type: 'own', own: data })
  })
  const until = Date.parse(mode.until)
  const left = useServerTime((now) => Math.max(0, Math.ceil((until - now) / 1000)))
  const given = amount(mode.given)
  return (
    <div className="grid gap-4">
      <Notice tone="wait" title={t('title')}>
        <p>{t('text', { given, quantity: own?.last_bid ? amount(own.last_bid.quantity) : given })}</p>
      </Notice>
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <span className="text-small text-soft">{t('until', { time: moment(mode.until) })}</span>
        {left !== null && (
          <Countdown remaining={left * 1000} dayLabel={(days) => tAuction('days', { days })} size="md" />
        )}
      </div>
      <div className="grid gap-2 sm:grid-cols-2">
        <Button pending={answer.pending} onClick={() => void answer.run(true)}>
          {t('accept', { given })}
        </Button>
        <Button tone="outline" pending={answer.pending} onClick={() => setAsked(true)}>
          {t('refuse')}
        </Button>
      </div>
      {answer.words && (
        <Notice tone="lose" role="alert">
          {answer.words}
        </Notice>
      )}
      <Suspense>
        {asked && (
          <ConfirmDialog
            title={t('refuseTitle', { given })}
            text={t('refuseText')}
            back={t('back')}
            confirm={t('refuseConfirm')}
            closeLabel={tSecond('close')}
            onBack={() => setAsked(false)}
            onConfirm={() => {
              setAsked(false)
              void answer.run(false)
            }}
          />
        )}
      </Suspense>
    </div>
  )
}
