'use client'

import { CalendarPlus, Printer, FileText } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { AppLink } from '@/components/ui/app-link'
import { Button } from '@/components/ui/button'
import { Card, CardHeader, SpecSheet } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { Notice } from '@/components/ui/notice'
import { formatFileSize } from '@/lib/i18n/formats'
import { pathFor } from '@/lib/i18n/route-names'
import { useLiveAuction, useServerTime } from './live-context'
import { useFormats } from './use-formats'
import type { LotDocument } from '@/lib/contract/auctions'

/** The papers of the lot, for everybody, before anybody applies. Nothing where the manager put none. */
function LotDocuments({ documents }: { documents: readonly LotDocument[] }) {
  const t = useTranslations('Auction.documents')
  const locale = useLocale()
  if (documents.length === 0) return null
  return (
    <Card aria-labelledby="lot-documents">
      <CardHeader id="lot-documents" title={t('title')} />
      <ul className="mt-4 grid gap-3">
        {documents.map(({ kind, language, name, url, mime, bytes }) => (
          <li key={`${url} ${kind} ${language}`} className="flex items-start gap-3">
            <FileText aria-hidden className="mt-0.5 size-5 shrink-0 text-soft" />
            <span className="min-w-0">
              <a
                href={url}
                hrefLang={language}
                type={mime}
                className="inline-flex min-h-6 items-center break-words font-semibold text-link underline underline-offset-2"
              >
                {t(`kinds.${kind}`)}
              </a>
              {name !== '' && <span className="block break-words text-small">{name}</span>}
              <span className="block text-fine text-soft">
                {[
                  mime === 'application/pdf' ? 'PDF' : mime,
                  formatFileSize(bytes, locale),
                  t(`languages.${language}`),
                ].join(' · ')}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The auction’s times in their order (R1.1), the passed ones told from the coming ones. */
export function Stages() {
  const t = useTranslations('Auction.sheet')
  const auction = useLiveAuction()
  const tCalendar = useTranslations('Calendar')
  const { moment, dateTime, locale } = useFormats(auction)
  const { application_deadline: deadline, starts_at: start, effective_end: end, hard_end: hardEnd } = auction
  const extended = end !== auction.ends_at
  const open = auction.state === 'planned' || auction.state === 'running'
  const stages = [
    { key: 'deadline' as const, at: deadline, note: null, shown: deadline !== start },
    { key: 'start' as const, at: start, note: null, shown: true },
    {
      key: extended ? ('endExtended' as const) : ('end' as const),
      at: end,
      note: open ? t('windowNote', { minutes: auction.extension_minutes }) : null,
      shown: true,
    },
    { key: 'hardEnd' as const, at: hardEnd, note: null, shown: open },
  ].filter((stage) => stage.shown)
  const cancelled = auction.state === 'cancelled' || auction.state === 'unsuccessful'
  const passed = useServerTime((now) => stages.filter((stage) => now >= Date.parse(stage.at)).length) ?? 0
  if (cancelled) return null
  return (
    <Card aria-labelledby="stages">
      <CardHeader
        id="stages"
        title={t('stages')}
        aside={
          auction.state === 'planned' && (
            <a
              href={`/feeds/${locale}/auctions/${auction.slug}.ics`}
              data-print="hide"
              className="inline-flex min-h-6 items-center gap-1.5 font-semibold text-link hover:underline"
            >
              <CalendarPlus aria-hidden className="size-4" />
              {tCalendar('add')}
            </a>
          )
        }
      />
      <ol className="numbers mt-4">
        {stages.map(({ key, at, note }, index) => (
          <li key={key} className="relative grid grid-cols-[0.75rem_minmax(0,1fr)] gap-x-4 pb-4 last:pb-0">
            {index < stages.length - 1 && (
              <span
                aria-hidden
                className={classNames(
                  'absolute bottom-0 left-[0.34rem] top-4 w-px',
                  index < passed - 1 ? 'bg-action' : 'bg-line-strong',
                )}
              />
            )}
            <span
              aria-hidden
              className={classNames(
                'mt-1 size-3 rounded-full border-2',
                index < passed ? 'border-action bg-action' : 'border-control bg-surface',
              )}
            />
            <span className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="text-small text-soft">{t(key)}</span>
              <time dateTime={at} className="text-small font-semibold">
                {open ? moment(at) : dateTime(at)}
              </time>
              {note && <span className="w-full text-fine text-soft">{note}</span>}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** The lot’s details, as they are printed too (R1.1). */
export function LotSheet({ columns = 2 }: { columns?: 1 | 2 }) {
  const t = useTranslations('Auction.sheet')
  const auction = useLiveAuction()
  const { locale, price, quantity, unit, priceUnit } = useFormats(auction)
  const { slug } = auction.category
  const priced = (value: string) => (
    <>
      {price(value)} <span className="inline-block">{priceUnit}</span>
    </>
  )
  const measured = (value: string) => `${quantity(value)}\u00A0${unit}`
  const details = [
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
  const labelled = details.filter((row) => row.value !== '').map((row) => ({ ...row, label: t(row.key) }))
  return (
    <>
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
        {auction.untranslated && <Notice tone="wait">{t('untranslated')}</Notice>}
        <SpecSheet columns={columns} rows={labelled} />
        <p className="text-fine text-soft">
          {t('vat')}{' '}
          <AppLink
            data-print="hide"
            className="text-link underline underline-offset-2"
            href={pathFor('auctions-auctionType-rules-auctions', locale, { auctionType: slug })}
          >
            {t('rules')}
          </AppLink>
        </p>
      </Card>
      <LotDocuments documents={auction.documents} />
    </>
  )
}
