'use client'

import { Printer } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useLiveState } from '@/components/auction/live-context'
import { useFormats } from '@/components/auction/use-formats'
import { AppLink } from '@/components/ui/app-link'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { SpecSheet } from '@/components/ui/spec-sheet'
import { pathFor } from '@/lib/i18n/route-names'

/** The lot’s facts, as they are printed too (R1.1). */
export function LotSheet() {
  const t = useTranslations('Auction.sheet')
  const { auction } = useLiveState()
  const { locale, price, quantity, unit, priceUnit } = useFormats(auction)
  const { slug } = auction.category
  const priced = (value: string) => <>{price(value)} <span className="inline-block">{priceUnit}</span></>
  const measured = (value: string) => `${quantity(value)}\u00A0${unit}`
  const facts = [
    { key: 'startingPrice', value: priced(auction.starting_price) },
    { key: 'volume', value: measured(auction.volume) },
    { key: 'minimumStep', value: priced(auction.minimum_step) },
    { key: 'maximumStep', value: priced(auction.maximum_step) },
    { key: 'minimumQuantity', value: measured(auction.minimum_quantity) },
    { key: 'quantityStep', value: measured(auction.quantity_step) },
    { key: 'paymentTerms', value: auction.payment_terms },
    { key: 'paymentPeriod', value: auction.payment_period },
    { key: 'shipmentPeriod', value: auction.shipment_period },
    { key: 'transferPoint', value: auction.transfer_point },
    { key: 'resource', value: auction.resource },
    { key: 'minimumParticipants', value: String(auction.minimum_participants) },
    { key: 'visibility', value: t(auction.visibility) },
  ] as const
  const labelled = facts.filter((row) => row.value !== '').map((row) => ({ ...row, label: t(row.key) }))
  return (
    <Card aria-labelledby="sheet" className="grid gap-4">
      <CardHeader
        id="sheet"
        title={t('title')}
        aside={
          <Button tone="quiet" size="sm" className="-my-2 -mr-3" data-print="hide" onClick={() => window.print()}>
            <Printer aria-hidden className="size-4" />
            {t('print')}
          </Button>
        }
      />
      <SpecSheet columns={2} rows={labelled} />
      <p className="text-fine text-soft">
        {t('vat')}{' '}
        <AppLink data-print="hide" className="text-link underline underline-offset-2" href={pathFor('auctions-auctionType-rules-auctions', locale, { auctionType: slug })}>{t('rules')}</AppLink>
      </p>
    </Card>
  )
}
