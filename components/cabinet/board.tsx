import { CircleCheck } from 'lucide'
import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { useRejectionReason } from '@/components/auction/bid/use-rejection-reason'
import { isDepositDue, type Need, needsOf, positionOf, sectionsOf } from '@/components/cabinet/board-order'
import {
  LiveCountdown,
  NextStepLink,
  RefreshesWhileClosing,
  RefreshesWhileLive,
} from '@/components/cabinet/live-card-parts'
import { UnlessWaiting } from '@/components/cabinet/unless-waiting'
import { FailedSection } from '@/components/content/failed-section'
import { LinkButton } from '@/components/ui/button'
import { Card, LabelledValue } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { Icon } from '@/components/ui/icon'
import { AppLink } from '@/components/ui/link'
import { EmptyState } from '@/components/ui/notice'
import { Pill, StatePill } from '@/components/ui/pill'
import type { Locale } from '@/lib/config/constants'
import type { Agreement, CabinetAuction } from '@/lib/contract/cabinet'
import { TONES } from '@/lib/contract/tones'
import {
  formatDateNumeric,
  formatDayTime,
  formatPrice,
  formatQuantity,
  numberSign,
  shapeOfEnd,
} from '@/lib/i18n/formats'
import { auctionPath, pathFor } from '@/lib/i18n/route-names'

/** The buyer's last bid, or its preliminary bid before the start. */
function ownOffer({ own }: Pick<CabinetAuction, 'own'>) {
  if (own.last_bid) return { kind: 'bid' as const, ...own.last_bid }
  if (own.application) return { kind: 'preliminary' as const, final: false, ...own.application }
  return null
}

/** The company's position while bids count, otherwise its application. */
export function PositionPill({ entry }: { entry: CabinetAuction }) {
  const t = useTranslations('Cabinet')
  const locale = useLocale()
  const position = positionOf(entry)
  const { unit } = entry.auction.category
  if (position !== null)
    return (
      <Pill tone={position.tone}>
        {t(`board.position.${position.kind}`, {
          rank: position.rank,
          allocated: formatQuantity(position.allocated, locale, position.kind === 'part' ? undefined : unit),
          quantity: formatQuantity(position.quantity, locale, unit),
        })}
      </Pill>
    )
  const { application } = entry.own
  // A confirmed application without a bid that counts is no success.
  const tone =
    application === null || entry.auction.state !== 'planned' ? 'done' : TONES.application[application.status]
  return <Pill tone={tone}>{t(application === null ? 'own.none' : `own.application.${application.status}`)}</Pill>
}

function NotesOnPart({ entry: { auction, own, deposit } }: { entry: CabinetAuction }) {
  const t = useTranslations('Cabinet.own')
  const tKinds = useTranslations('DocumentKinds')
  const tDeposit = useTranslations('Deposit')
  const reasonIn = useRejectionReason()
  const locale = useLocale()
  if (own.application === null) return null
  const { status, participant, reason, missing_documents: missing } = own.application
  const notes = [
    participant !== null && t('participant', { participant }),
    deposit !== null &&
      deposit.state !== 'none' &&
      `${t('deposit')}: ${
        deposit.return_by === null
          ? tDeposit(`states.${deposit.state}`)
          : t('depositReturned', {
              sum: tDeposit('money', { sum: formatPrice(deposit.balance, locale) }),
              until: formatDayTime(deposit.return_by, locale),
            })
      }`,
    missing.length > 0 &&
      auction.state === 'planned' &&
      t('missing', { documents: missing.map((kind) => tKinds(kind)).join(', ') }),
    status === 'rejected' && reason && t('reason', { reason: reasonIn(reason) }),
  ].filter((note) => typeof note === 'string' && note !== '')
  return notes.length === 0 ? null : <p className="break-words text-small text-soft">{notes.join(' · ')}</p>
}

interface CabinetAuctionRowProps {
  entry: CabinetAuction
  renderedAt: number
}

/** One auction: position and lot, then the company's own line, the market, and the start price last. */
export function CabinetAuctionRow({ entry, renderedAt }: CabinetAuctionRowProps) {
  const t = useTranslations('Cabinet')
  const tState = useTranslations('AuctionState')
  const tCard = useTranslations('AuctionCard')
  const locale = useLocale()
  const { auction, own } = entry
  const { category } = auction
  const href = auctionPath(auction, locale)
  const offer = ownOffer(entry)
  const isPlanned = auction.state === 'planned'
  const isHalted = auction.state === 'running' && auction.halt !== null
  const until = isPlanned ? auction.starts_at : auction.state === 'running' && !isHalted ? auction.effective_end : null
  const price = (value: string | null) => (value === null ? '—' : formatPrice(value, locale))
  const allocated = own.provisional_quantity
  return (
    <article
      aria-labelledby={`auction-${auction.id}`}
      className="grid break-inside-avoid grid-cols-[minmax(0,1fr)] items-center gap-x-6 gap-y-4 border-t border-line px-4 py-4 first:border-t-0 large-text:px-3 sm:grid-cols-[minmax(0,1fr)_10.5rem] sm:px-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,34rem)_9.5rem_10.5rem]"
    >
      <div className="grid min-w-0 gap-1.5 max-xl:sm:row-span-2">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5">
          <PositionPill entry={entry} />
          {isHalted && <Pill tone="wait">{tCard('halted')}</Pill>}
          {auction.state === 'closing' && (
            <>
              <StatePill state={auction.state}>{tState(auction.state)}</StatePill>
              <RefreshesWhileClosing auctionId={auction.id} />
            </>
          )}
        </div>
        <h3
          id={`auction-${auction.id}`}
          lang={auction.title_language === locale ? undefined : auction.title_language}
          className="break-words font-semibold leading-snug"
        >
          <AppLink href={href} className="hover:text-link hover:underline">
            {auction.title}
          </AppLink>
        </h3>
        <p className="flex flex-wrap items-center gap-x-2 text-small text-soft">
          <span
            aria-hidden
            className={`size-2.5 rounded-[3px] [print-color-adjust:exact] ${category.key === 'natural_gas' ? 'bg-gas' : 'bg-condensate'}`}
          />
          {t('auctions.number', { number: auction.number })} · {formatQuantity(auction.volume, locale, category.unit)}
        </p>
        <NotesOnPart entry={entry} />
      </div>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 text-small large-text:grid-cols-1 max-xl:col-start-1 sm:max-xl:grid-cols-4 sm:max-xl:col-span-full xl:grid-cols-[1.5fr_1fr_1fr_1fr]">
        <LabelledValue
          label={t(offer?.kind === 'bid' ? 'own.lastBid' : 'own.preliminary')}
          value={
            offer === null ? (
              '—'
            ) : (
              <>
                <Unit>{price(offer.price)}</Unit> × <Unit>{formatQuantity(offer.quantity, locale, category.unit)}</Unit>
                {offer.kind === 'bid' && offer.final && (
                  <span className="ml-1.5 font-regular text-soft">({t('own.final')})</span>
                )}
              </>
            )
          }
        />
        {isPlanned ? (
          <>
            <LabelledValue label={t('auctions.deadline')} value={formatDayTime(auction.application_deadline, locale)} />
            <LabelledValue label={t('auctions.starts')} value={formatDayTime(auction.starts_at, locale)} />
          </>
        ) : (
          <>
            <LabelledValue
              label={t('own.gets')}
              value={allocated === null ? '—' : formatQuantity(allocated, locale, category.unit)}
            />
            <LabelledValue label={t('auctions.best')} value={price(auction.best_price)} />
          </>
        )}
        <LabelledValue label={t('auctions.starting')} value={price(auction.starting_price)} />
      </dl>
      <dl className="sm:max-xl:col-start-2 sm:max-xl:row-start-1">
        {until === null ? (
          <LabelledValue
            label={t('auctions.ended')}
            value={isHalted ? '—' : formatDayTime(auction.effective_end, locale, shapeOfEnd(auction))}
          />
        ) : (
          <LabelledValue
            size="md"
            label={t(isPlanned ? 'auctions.toStart' : 'auctions.toEnd')}
            value={<LiveCountdown until={until} renderedAt={renderedAt} />}
          />
        )}
      </dl>
      <div className="sm:max-xl:col-start-2 sm:max-xl:row-start-2">
        <NextStepLink
          entry={{
            auction: {
              id: auction.id,
              state: auction.state,
              application_deadline: auction.application_deadline,
            },
            own: entry.own,
            isDepositDue: isDepositDue(entry),
          }}
          href={href}
        />
      </div>
    </article>
  )
}

function Unit({ children }: { children: ReactNode }) {
  return <span className="whitespace-nowrap">{children}</span>
}

interface BoardProps {
  /** Auctions that are not over; null where they could not be read. */
  entries: CabinetAuction[] | null
  /** Current agreements. */
  agreements: Agreement[]
  renderedAt: number
}

/** What needs the buyer, then its auctions and those that it may apply for. */
export function Board({ entries, agreements, renderedAt }: BoardProps) {
  const t = useTranslations('Cabinet')
  const error = useTranslations('ErrorPage')
  if (entries === null) return <FailedSection text={error('sectionFailed')} />
  const needs = needsOf(entries, agreements)
  const sections = sectionsOf(entries)
  const isLive = sections.running.some(({ own }) => own.application !== null)
  return (
    <>
      {needs.length > 0 ? (
        <Needs needs={needs} renderedAt={renderedAt} />
      ) : (
        <UnlessWaiting>
          <Needs needs={needs} renderedAt={renderedAt} />
        </UnlessWaiting>
      )}
      {isLive && <RefreshesWhileLive />}
      {entries.length === 0 && <EmptyState title={t('auctions.noneOpen.title')} text={t('auctions.noneOpen.text')} />}
      {(['running', 'deciding', 'planned'] as const).map(
        (section) =>
          sections[section].length > 0 && (
            <section key={section} aria-labelledby={`board-${section}`} className="grid gap-2.5 print:block">
              <h2 id={`board-${section}`} className="flex items-baseline gap-2 text-h3">
                {t(`board.${section}`)}
                <span className="numbers text-small font-regular text-soft">{sections[section].length}</span>
              </h2>
              <Card as="div" padding="none">
                {sections[section].map((entry) => (
                  <CabinetAuctionRow key={entry.auction.id} entry={entry} renderedAt={renderedAt} />
                ))}
              </Card>
            </section>
          ),
      )}
      {entries.length > 0 && <p className="text-small text-soft">{t('auctions.note')}</p>}
    </>
  )
}

function Needs({ needs, renderedAt }: { needs: Need[]; renderedAt: number }) {
  const t = useTranslations('Cabinet.board')
  return (
    <section aria-labelledby="board-needs" className="grid gap-2.5 print:block">
      <h2 id="board-needs" className="flex items-baseline gap-2 text-h3">
        {t('needs')}
        {needs.length > 0 && <span className="numbers text-small font-regular text-soft">{needs.length}</span>}
      </h2>
      {needs.length === 0 ? (
        <p className="flex items-center gap-2 text-small text-soft">
          <Icon of={CircleCheck} className="size-4.5 text-go-text" />
          {t('calm')}
        </p>
      ) : (
        <Card as="div" padding="none">
          <ul>
            {needs.map((need) => (
              <NeedRow
                key={`${need.kind}-${'entry' in need ? need.entry.auction.id : need.agreement.id}`}
                need={need}
                renderedAt={renderedAt}
              />
            ))}
          </ul>
        </Card>
      )}
    </section>
  )
}

function NeedRow({ need, renderedAt }: { need: Need; renderedAt: number }) {
  const t = useTranslations('Cabinet.board')
  const tAuctions = useTranslations('Cabinet.auctions')
  const locale = useLocale()
  const textOf = useNeedText()
  const isUrgent = need.kind === 'outbid' || need.kind === 'part'
  const id = `need-${need.kind}-${'entry' in need ? need.entry.auction.id : need.agreement.id}`
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] items-center gap-x-6 gap-y-2.5 border-t border-line px-4 py-3 first:border-t-0 large-text:px-3 sm:grid-cols-[minmax(0,1fr)_10.5rem] sm:px-6 lg:grid-cols-[minmax(0,1fr)_12rem_10.5rem]">
      <p id={id} className="min-w-0 break-words">
        <span
          aria-hidden
          className={`mr-2.5 inline-block size-2.5 rounded-full [print-color-adjust:exact] ${need.kind === 'outbid' ? 'bg-lose-mark' : 'bg-wait-mark'}`}
        />
        <span className={classNames('mr-1 font-semibold', need.kind === 'outbid' && 'text-lose-text')}>
          {textOf(need)}
        </span>{' '}
        <span className="text-small text-soft">
          {'entry' in need
            ? `${tAuctions('number', { number: need.entry.auction.number })} · ${need.entry.auction.title}`
            : need.agreement.product}
        </span>
      </p>
      <p className="numbers text-small text-soft max-lg:col-start-1">
        {need.until === null ? (
          <AgreementDay need={need} />
        ) : isUrgent && need.entry.auction.halt === null ? (
          <LiveCountdown until={need.until} renderedAt={renderedAt} />
        ) : (
          t('until', { time: formatDayTime(need.until, locale) })
        )}
      </p>
      <LinkButton
        size="sm"
        data-print="hide"
        href={needPath(need, locale)}
        aria-describedby={id}
        className="w-full sm:max-lg:col-start-2 sm:max-lg:row-span-2 sm:max-lg:row-start-1"
      >
        {t(`action.${need.kind}`)}
      </LinkButton>
    </li>
  )
}

/** Since when an agreement waits, or until when it may. */
function AgreementDay({ need: { kind, agreement } }: { need: Extract<Need, { until: null }> }) {
  const t = useTranslations('Cabinet.board')
  const locale = useLocale()
  if (kind === 'sign' || kind === 'details')
    return t('signSince', { date: formatDateNumeric(agreement.created_at, locale) })
  const by = agreement.next?.by
  return by ? t('until', { time: formatDateNumeric(`${by}T12:00:00Z`, locale) }) : null
}

/** A need in a sentence. */
function useNeedText(): (need: Need) => string {
  const t = useTranslations('Cabinet.board.need')
  const tKinds = useTranslations('DocumentKinds')
  const tDeposit = useTranslations('Deposit')
  const locale = useLocale()
  return (need) => {
    switch (need.kind) {
      case 'outbid':
        return t('outbid')
      case 'part':
        return t('part', {
          allocated: formatQuantity(need.position.allocated, locale),
          quantity: formatQuantity(need.position.quantity, locale, need.entry.auction.category.unit),
        })
      case 'answer':
        return t('answer', {
          quantity: formatQuantity(
            need.entry.own.provisional_quantity ?? '0.000',
            locale,
            need.entry.auction.category.unit,
          ),
        })
      case 'pay':
        return t('pay', {
          sum: tDeposit('money', { sum: formatPrice(need.entry.deposit?.missing ?? '0.00', locale) }),
        })
      case 'documents':
        return t('documents', {
          documents: (need.entry.own.application?.missing_documents ?? []).map((kind) => tKinds(kind)).join(', '),
        })
      case 'invoice':
        return t('invoice', {
          sum: tDeposit('money', { sum: formatPrice(need.agreement.next?.amount ?? '0.00', locale) }),
          number: numberSign(need.agreement.number, locale),
        })
      case 'sign':
      case 'details':
      case 'loading':
      case 'act':
        return t(need.kind, { number: numberSign(need.agreement.number, locale) })
      default:
        return need satisfies never
    }
  }
}

function needPath(need: Need, locale: Locale): string {
  switch (need.kind) {
    case 'sign':
      return `${pathFor('cabinet-agreements', locale)}#agreement-${need.agreement.id}`
    case 'invoice':
    case 'loading':
    case 'act':
      return pathFor('cabinet-agreements-id', locale, { id: String(need.agreement.id) })
    case 'details':
      return `${pathFor('cabinet-company', locale)}#agreement-details`
    case 'documents':
      return pathFor('cabinet-documents', locale)
    case 'outbid':
    case 'part':
    case 'answer':
      return auctionPath(need.entry.auction, locale)
    case 'pay':
      return `${auctionPath(need.entry.auction, locale)}#deposit`
    default:
      return need satisfies never
  }
}
