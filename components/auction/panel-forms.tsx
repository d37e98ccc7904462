'use client'

import { ApplicationCard } from './application-card'
import { ApplyForm } from './apply-form'
import { BidForm } from './bid-form'
import type { PanelMode } from './panel-mode'
import { OwnStanding } from './panel-message'
import { useTranslations } from 'next-intl'
import { lazy, Suspense, useState } from 'react'
import { useLivePage, useLiveState, useServerTime } from './live-context'
import { useCall } from '@/components/forms/use-call'
import { useFormats } from './use-formats'
import { Button } from '@/components/ui/button'
import { SpecSheet } from '@/components/ui/card'
import { Countdown } from '@/components/ui/countdown'
import { Notice } from '@/components/ui/notice'
import { auctionApi } from '@/lib/api/auction'
import { formatSum, sumOf, kopecksOf, thousandthsOf } from '@/lib/domain/money'
const ConfirmDialog = lazy(() =>
  import('@/components/auction/confirm-dialog').then((module) => ({ default: module.ConfirmDialog })),
)

/** A part of what was asked for waits for its buyer’s word, for one working day (R7.3). Either answer is asked for once more. */
export function PartialOffer({ mode }: { mode: Extract<PanelMode, { kind: 'partial' }> }) {
  const t = useTranslations('BidPanel.partial')
  const tPanel = useTranslations('BidPanel')
  const tAuction = useTranslations('Auction')
  const { store } = useLivePage()
  const { auction, own } = useLiveState()
  const { price, amount, moment } = useFormats(auction)
  const [asked, setAsked] = useState<'accept' | 'refuse' | null>(null)
  const answer = useCall(async (accept: boolean) => {
    const { data } = await (await auctionApi()).auctions.answerPartial({ auction_id: auction.id, accept })
    store.dispatch({ type: 'own', own: data })
  })
  const until = Date.parse(mode.until)
  const left = useServerTime((now) => Math.max(0, Math.ceil((until - now) / 1000)))
  const given = amount(mode.given)
  const bid = own?.last_bid
  const terms = bid && {
    given,
    price: `${price(bid.price)} ${auction.category.price_unit}`,
    sum: tPanel('currency', { sum: price(formatSum(sumOf(kopecksOf(bid.price), thousandthsOf(mode.given)))) }),
  }
  return (
    <div className="grid gap-4">
      <Notice tone="wait" title={t('title')}>
        <p>{t('text', { given, quantity: bid ? amount(bid.quantity) : given })}</p>
      </Notice>
      {terms && (
        <SpecSheet
          rows={[
            { key: 'given', label: t('volume'), value: terms.given },
            { key: 'price', label: tPanel('second.price'), value: terms.price },
            { key: 'sum', label: tPanel('second.sum'), value: terms.sum },
          ]}
        />
      )}
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <span className="text-small text-soft">{t('until', { time: moment(mode.until) })}</span>
        {left !== null && (
          <Countdown remaining={left * 1000} dayLabel={(days) => tAuction('days', { days })} size="md" />
        )}
      </div>
      <div className="grid gap-2 sm:max-lg:grid-cols-2">
        <Button pending={answer.pending} onClick={() => setAsked('accept')}>
          {t('accept', { given })}
        </Button>
        <Button tone="outline" pending={answer.pending} onClick={() => setAsked('refuse')}>
          {t('refuse')}
        </Button>
      </div>
      {answer.failure && (
        <Notice tone="lose" role="alert">
          {answer.failure}
        </Notice>
      )}
      <Suspense>
        {asked && terms && (
          <ConfirmDialog
            tone={asked === 'accept' ? 'primary' : 'danger'}
            title={t(asked === 'accept' ? 'acceptTitle' : 'refuseTitle', { given })}
            text={asked === 'accept' ? t('acceptText', terms) : t('refuseText')}
            back={t('back')}
            confirm={t(asked === 'accept' ? 'acceptConfirm' : 'refuseConfirm')}
            closeLabel={tPanel('second.close')}
            onBack={() => setAsked(null)}
            onConfirm={() => {
              setAsked(null)
              void answer.run(asked === 'accept')
            }}
          />
        )}
      </Suspense>
    </div>
  )
}

type ActingMode = Extract<PanelMode, { kind: 'bid' | 'apply' | 'applied' | 'partial' }>

/** What a signed-in company can do in the panel. A file of its own: visitors never need it. */
export function PanelForms({ mode }: { mode: ActingMode }) {
  switch (mode.kind) {
    case 'bid':
      return (
        <>
          <OwnStanding />
          <BidForm mode={mode} />
        </>
      )
    case 'apply':
      return <ApplyForm />
    case 'applied':
      return <ApplicationCard mode={mode} />
    case 'partial':
      return <PartialOffer mode={mode} />
    default:
      return mode satisfies never
  }
}
