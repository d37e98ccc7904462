'use client'

import { useTranslations } from 'next-intl'
import { lazy, Suspense, useState } from 'react'
import { useLiveAuction, useLivePage } from '@/components/auction/live-context'
import type { PanelMode } from '@/components/auction/panel-mode'
import { useCall } from '@/components/forms/use-call'
import { useFormats } from '@/components/auction/use-formats'
import { useRejectionReason } from '@/components/auction/use-rejection-reason'
import { Button, LinkButton } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { SpecSheet } from '@/components/ui/card'
import { auctionApi } from '@/lib/api/auction'
import { pathFor } from '@/lib/i18n/route-names'
import type { Application } from '@/lib/contract/stream'

const ConfirmDialog = lazy(() =>
  import('@/components/auction/confirm-dialog').then((module) => ({ default: module.ConfirmDialog })),
)

const TONES: Record<Application['status'], 'plan' | 'wait' | 'go' | 'lose'> = {
  submitted: 'plan',
  awaiting_confirmation: 'wait',
  confirmed: 'go',
  rejected: 'lose',
  withdrawn: 'wait',
}

/** One’s own application: where it stands, what to do next, and how to take it back while that is possible (R2.2, R2.4). */
export function ApplicationCard({ mode }: { mode: Extract<PanelMode, { kind: 'applied' }> }) {
  const t = useTranslations('Apply')
  const tSecond = useTranslations('BidPanel.second')
  const tPanel = useTranslations('BidPanel')
  const { store } = useLivePage()
  const auction = useLiveAuction()
  const { locale, price, amount, dateTime, moment } = useFormats(auction)
  const [asked, setAsked] = useState(false)
  const tKinds = useTranslations('DocumentKinds')
  const reasonIn = useRejectionReason()
  const { application } = mode
  const { status, missing_documents: missing } = application
  const text = status === 'submitted' && missing.length === 0 ? 'submittedCompleteText' : (`${status}Text` as const)
  const withdraw = useCall(async () => {
    await (await auctionApi()).auctions.withdraw({ auction_id: auction.id })
    const { data } = await (await auctionApi()).auctions.own({ auction_id: auction.id })
    store.dispatch({ type: 'own', own: data })
  })
  return (
    <div className="grid gap-4">
      <Notice tone={TONES[status]} title={t(`status.${status}`)}>
        <p>
          {t(`status.${text}`, { participant: String(application.participant ?? ''), time: moment(auction.starts_at) })}
        </p>
        {missing.length > 0 && (
          <p className="mt-1">{t('missing', { documents: missing.map((kind) => tKinds(kind)).join(', ') })}</p>
        )}
        {application.reason && <p className="mt-1">{t('reason', { reason: reasonIn(application.reason) })}</p>}
      </Notice>
      {missing.length > 0 && (
        <LinkButton wide href={pathFor('cabinet-documents', locale)}>
          {t('documents')}
        </LinkButton>
      )}
      <div>
        <h3 className="pb-2 text-small font-semibold">{t('preliminary')}</h3>
        <SpecSheet
          rows={[
            {
              key: 'price',
              label: tSecond('price'),
              value: `${price(application.price)} ${auction.category.price_unit}`,
            },
            { key: 'quantity', label: tSecond('quantity'), value: amount(application.quantity) },
            { key: 'minimum', label: tSecond('minimumQuantity'), value: amount(application.minimum_quantity) },
            { key: 'sum', label: tSecond('sum'), value: tPanel('currency', { sum: price(application.sum) }) },
            { key: 'received', label: t('receivedAt'), value: dateTime(application.received_at) },
          ]}
        />
      </div>
      {mode.withdrawable && (
        <div className="grid gap-2">
          <Button
            tone="outline"
            wide
            pending={withdraw.pending}
            pendingLabel={t('withdrawing')}
            onClick={() => setAsked(true)}
          >
            {t('withdraw')}
          </Button>
          <p className="text-center text-fine text-soft">
            {t('withdrawUntil', { time: moment(auction.application_deadline) })}
          </p>
        </div>
      )}
      {withdraw.failure && (
        <Notice tone="lose" role="alert">
          {withdraw.failure}
        </Notice>
      )}
      <Suspense>
        {asked && (
          <ConfirmDialog
            title={t('withdrawTitle')}
            text={t('withdrawText')}
            back={tSecond('back')}
            confirm={t('withdrawConfirm')}
            closeLabel={tSecond('close')}
            onBack={() => setAsked(false)}
            onConfirm={() => {
              setAsked(false)
              void withdraw.run()
            }}
          />
        )}
      </Suspense>
    </div>
  )
}
