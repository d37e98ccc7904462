import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { useRejectionReason } from '@/components/auction/use-rejection-reason'
import { AppLink } from '@/components/ui/app-link'
import { Card, FigureValue } from '@/components/ui/card'
import { Notice } from '@/components/ui/notice'
import { Pill, type PillTone, StatePill } from '@/components/ui/pill'
import type { CabinetAuction } from '@/lib/contract/cabinet'
import { formatDateNumeric, formatDayTime, formatPrice, formatQuantity, shapeOfEnd } from '@/lib/i18n/formats'
import { pathFor } from '@/lib/i18n/route-names'
import { LiveCountdown, NextStepLink } from './live-card-parts'
import type { Application } from '@/lib/contract/stream'

/** The price and quantity that count for the buyer: its last bid, before the start its preliminary one. */
function ownOffer({ own }: Pick<CabinetAuction, 'own'>) {
  if (own.last_bid) return { kind: 'bid' as const, ...own.last_bid }
  if (own.application) return { kind: 'preliminary' as const, final: false, ...own.application }
  return null
}

const APPLICATION_TONES: Record<Application['status'], PillTone> = {
  submitted: 'plan',
  awaiting_confirmation: 'wait',
  confirmed: 'go',
  rejected: 'lose',
  withdrawn: 'done',
}

function isOver({ state }: CabinetAuction['auction']): boolean {
  return state === 'completed' || state === 'cancelled' || state === 'unsuccessful'
}

/** The buyer's own part in an auction: application, last bid, what it would get or got. */
function OwnPart({ entry }: { entry: CabinetAuction }) {
  const t = useTranslations('Cabinet.own')
  const tKinds = useTranslations('DocumentKinds')
  const reasonIn = useRejectionReason()
  const locale = useLocale()
  const { auction, own, won } = entry
  const { unit, price_unit: priceUnit } = auction.category
  const offer = ownOffer(entry)
  const short = (quantity: string) => formatQuantity(quantity, locale, unit)
  const hasWon = won !== null && Number(won) > 0
  const over = isOver(auction)
  // Who was rejected or has withdrawn took no part: there is nothing that it won or lost.
  const hasResult = auction.state === 'completed' && own.last_bid !== null
  const given = own.provisional_quantity
  if (own.application === null || offer === null) return <p className="text-soft">{t('none')}</p>
  const { status, participant, reason, missing_documents: missing } = own.application
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        {hasResult ? (
          <Pill tone={hasWon ? 'go' : 'done'}>{hasWon ? t('wonPill') : t('lost')}</Pill>
        ) : (
          <Pill tone={over && status === 'confirmed' ? 'done' : APPLICATION_TONES[status]}>
            {t(`application.${status}`)}
          </Pill>
        )}
        {participant !== null && <span className="text-small font-medium">{t('participant', { participant })}</span>}
      </div>
      {missing.length > 0 && !over && (
        <p className="text-small text-soft">
          {t('missing', { documents: missing.map((kind) => tKinds(kind)).join(', ') })}
        </p>
      )}
      {status === 'rejected' && reason && (
        <p className="text-small text-soft">{t('reason', { reason: reasonIn(reason) })}</p>
      )}
      {own.partial_until !== null && given !== null && (
        <Notice tone="wait">
          <p className="font-medium">
            {t('partial', { quantity: short(given), until: formatDayTime(own.partial_until, locale) })}
          </p>
        </Notice>
      )}
      <dl className="grid gap-1.5 text-small">
        <Row label={offer.kind === 'bid' ? t('lastBid') : t('preliminary')}>
          {formatPrice(offer.price, locale)} <Unit>{priceUnit}</Unit> × {short(offer.quantity)}
          {offer.final && <span className="ml-1.5 font-regular text-soft">({t('final')})</span>}
        </Row>
        {own.rank !== null && !over && <Row label={t('rank')}>{own.rank}</Row>}
        {hasWon ? (
          <Row label={t('won')} strong>
            {short(won)}
          </Row>
        ) : (
          given !== null &&
          !over && (
            <Row label={t('gets')} strong={Number(given) > 0}>
              {Number(given) > 0 ? short(given) : t('nothing')}
            </Row>
          )
        )}
      </dl>
    </div>
  )
}

function Row({ label, strong = false, children }: { label: string; strong?: boolean; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className="text-soft">{label}</dt>
      <dd className={`numbers ml-auto text-right font-semibold ${strong ? 'text-go-text' : ''}`}>{children}</dd>
    </div>
  )
}

interface CabinetAuctionCardProps {
  entry: CabinetAuction
  renderedAt: number
}

/** One auction as the buyer sees it: the lot at the left, the buyer's own part at the right. */
export function CabinetAuctionCard({ entry, renderedAt }: CabinetAuctionCardProps) {
  const t = useTranslations('Cabinet.auctions')
  const tState = useTranslations('AuctionState')
  const locale = useLocale()
  const { auction } = entry
  const { category } = auction
  const href = pathFor('auctions-auctionType-auctionSlug', locale, {
    auctionType: category.slug,
    auctionSlug: auction.slug,
  })
  const priceUnit = <Unit>{category.price_unit}</Unit>
  const isLive = auction.state === 'running'
  return (
    <Card
      as="article"
      padding="none"
      aria-labelledby={`auction-${auction.id}`}
      className="grid overflow-hidden lg:grid-cols-[minmax(0,1fr)_360px]"
    >
      <div className="grid content-start gap-5 p-5 sm:p-6">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="grid min-w-0 gap-2">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
              <StatePill state={auction.state}>{tState(auction.state)}</StatePill>
              <span className="inline-flex items-center gap-2 text-small text-soft">
                <span
                  aria-hidden
                  className={`size-2.5 rounded-[3px] ${category.key === 'natural_gas' ? 'bg-gas' : 'bg-condensate'}`}
                />
                {category.name} · {t('number', { number: auction.number })}
              </span>
            </div>
            <h2
              id={`auction-${auction.id}`}
              lang={auction.title_language === locale ? undefined : auction.title_language}
              className="text-h3"
            >
              <AppLink href={href} className="hover:text-link hover:underline">
                {auction.title}
              </AppLink>
            </h2>
          </div>
          {isLive && (
            <FigureValue
              label={t('toEnd')}
              value={<LiveCountdown until={auction.effective_end} renderedAt={renderedAt} />}
            />
          )}
          {auction.state === 'planned' && (
            <FigureValue
              label={t('toStart')}
              value={<LiveCountdown until={auction.starts_at} renderedAt={renderedAt} />}
            />
          )}
        </div>
        <dl className="grid grid-cols-2 items-end gap-x-2 gap-y-3 sm:gap-x-4 sm:grid-cols-4 lg:gap-x-6">
          <Event label={t('volume')} value={formatQuantity(auction.volume, locale, category.unit)} />
          <Event label={t('starting')} unit={priceUnit} value={formatPrice(auction.starting_price, locale)} />
          {auction.best_price && (
            <Event label={t('best')} unit={priceUnit} value={formatPrice(auction.best_price, locale)} />
          )}
          {auction.state === 'planned' ? (
            <>
              <Event label={t('deadline')} value={formatDayTime(auction.application_deadline, locale)} />
              <Event label={t('starts')} value={formatDayTime(auction.starts_at, locale)} />
            </>
          ) : (
            <Event
              label={isLive ? t('starts') : t('ended')}
              value={
                // What is long past needs its year.
                isOver(auction)
                  ? formatDateNumeric(auction.effective_end, locale)
                  : isLive
                    ? formatDayTime(auction.starts_at, locale)
                    : formatDayTime(auction.effective_end, locale, shapeOfEnd(auction))
              }
            />
          )}
        </dl>
      </div>
      <div className="flex flex-col justify-between gap-5 border-t border-line bg-sunken p-5 sm:p-6 lg:border-l lg:border-t-0">
        <OwnPart entry={entry} />
        <NextStepLink entry={{ auction: { id: auction.id, state: auction.state }, own: entry.own }} href={href} />
      </div>
    </Card>
  )
}

/** A browser breaks a line after the stroke of "UAH/t" as after a word. */
function Unit({ children }: { children: string }) {
  return <span className="whitespace-nowrap">{children}</span>
}

function Event({ label, unit, value }: { label: string; unit?: ReactNode; value: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-fine text-soft">
        {label}
        {unit && <>, {unit}</>}
      </dt>
      <dd className="numbers text-small font-semibold lg:text-body">{value}</dd>
    </div>
  )
}
