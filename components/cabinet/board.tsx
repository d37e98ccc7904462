import { TONES } from '@/lib/contract/tones'
import { Download } from 'lucide'
import { useLocale, useTranslations } from 'next-intl'
import { Fragment } from 'react'
import { useRejectionReason } from '@/components/auction/bid/use-rejection-reason'
import { LiveCountdown, NextStepLink, RefreshesWhileClosing } from '@/components/cabinet/live-card-parts'
import { FailedSection } from '@/components/content/failed-section'
import { LinkButton } from '@/components/ui/button'
import { Card, LabelledValue, SpecSheet } from '@/components/ui/card'
import { Icon } from '@/components/ui/icon'
import { AppLink, LinkTabs } from '@/components/ui/link'
import { EmptyState, Notice } from '@/components/ui/notice'
import { Pill, StatePill } from '@/components/ui/pill'
import { FILES_PATH } from '@/lib/config/constants'
import type { ListedState } from '@/lib/contract/auctions'
import type { CabinetAuction } from '@/lib/contract/cabinet'
import { formatDateNumeric, formatDayTime, formatPrice, formatQuantity, shapeOfEnd } from '@/lib/i18n/formats'
import { auctionPath, pathFor } from '@/lib/i18n/route-names'

/** The buyer's last bid, or its preliminary bid before the start. */
function ownOffer({ own }: Pick<CabinetAuction, 'own'>) {
  if (own.last_bid) return { kind: 'bid' as const, ...own.last_bid }
  if (own.application) return { kind: 'preliminary' as const, final: false, ...own.application }
  return null
}

function isOver({ state }: CabinetAuction['auction']): boolean {
  return state === 'completed' || state === 'cancelled' || state === 'unsuccessful'
}

/** Before the start; then an application without its deposit is rejected (R2.5). */
function isDepositDue({ auction, deposit }: CabinetAuction): boolean {
  return auction.state === 'planned' && deposit !== null && Number(deposit.missing) > 0
}

function OwnPart({ entry }: { entry: CabinetAuction }) {
  const t = useTranslations('Cabinet.own')
  const tKinds = useTranslations('DocumentKinds')
  const tDeposit = useTranslations('Deposit')
  const reasonIn = useRejectionReason()
  const locale = useLocale()
  const { auction, own, won, deposit } = entry
  const { unit, price_unit: priceUnit } = auction.category
  const offer = ownOffer(entry)
  const short = (quantity: string) => formatQuantity(quantity, locale, unit)
  const hasWon = won !== null && Number(won) > 0
  const over = isOver(auction)
  // A rejected or withdrawn applicant neither won nor lost.
  const hasResult = auction.state === 'completed' && own.last_bid !== null
  const allocated = own.provisional_quantity
  if (own.application === null || offer === null) return <p className="text-soft">{t('none')}</p>
  const { status, participant, reason, missing_documents: missing } = own.application
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        {hasResult ? (
          <Pill tone={hasWon ? 'go' : 'done'}>{hasWon ? t('wonPill') : t('lost')}</Pill>
        ) : (
          <Pill tone={over && status === 'confirmed' ? 'done' : TONES.application[status]}>
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
      {own.partial_until !== null && allocated !== null && (
        <Notice tone="wait">
          <p className="font-medium">
            {t('partial', { quantity: short(allocated), until: formatDayTime(own.partial_until, locale) })}
          </p>
        </Notice>
      )}
      {deposit !== null && isDepositDue(entry) && (
        <Notice tone="wait">
          <p className="font-medium">
            {t('depositDue', {
              sum: tDeposit('money', { sum: formatPrice(deposit.missing, locale) }),
              until: formatDayTime(deposit.due_by, locale),
            })}
          </p>
        </Notice>
      )}
      <SpecSheet
        look="compact"
        rows={[
          [
            offer.kind === 'bid' ? t('lastBid') : t('preliminary'),
            <Fragment key="offer">
              {formatPrice(offer.price, locale)} <Unit>{priceUnit}</Unit> × {short(offer.quantity)}
              {offer.final && <span className="ml-1.5 font-regular text-soft">({t('final')})</span>}
            </Fragment>,
          ],
          own.rank !== null && !over && [t('rank'), own.rank],
          hasWon && [t('won'), <Gained key="won">{short(won)}</Gained>],
          !hasWon &&
            allocated !== null &&
            !over && [t('gets'), Number(allocated) > 0 ? <Gained key="gets">{short(allocated)}</Gained> : t('nothing')],
          deposit !== null &&
            deposit.state !== 'none' &&
            !isDepositDue(entry) && [
              t('deposit'),
              deposit.return_by === null
                ? tDeposit(`states.${deposit.state}`)
                : t('depositReturned', {
                    sum: tDeposit('money', { sum: formatPrice(deposit.balance, locale) }),
                    until: formatDayTime(deposit.return_by, locale),
                  }),
            ],
        ]}
      />
    </div>
  )
}

function Gained({ children }: { children: string }) {
  return <span className="text-go-text">{children}</span>
}

interface CabinetAuctionCardProps {
  entry: CabinetAuction
  renderedAt: number
}

export function CabinetAuctionCard({ entry, renderedAt }: CabinetAuctionCardProps) {
  const t = useTranslations('Cabinet.auctions')
  const tState = useTranslations('AuctionState')
  const tCard = useTranslations('AuctionCard')
  const locale = useLocale()
  const { auction } = entry
  const { category } = auction
  const href = auctionPath(auction, locale)
  const withUnit = (label: string) => (
    <>
      {label}, <Unit>{category.price_unit}</Unit>
    </>
  )
  const isLive = auction.state === 'running'
  const isHalted = isLive && auction.halt !== null
  const until = auction.state === 'planned' ? auction.starts_at : isLive && !isHalted ? auction.effective_end : null
  return (
    <Card
      as="article"
      padding="none"
      aria-labelledby={`auction-${auction.id}`}
      className="grid grid-cols-[minmax(0,1fr)] overflow-hidden lg:grid-cols-[minmax(0,1fr)_360px]"
    >
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5 p-5 large-text:p-3 sm:p-6">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 sm:flex-nowrap">
          <div className="grid min-w-0 gap-2">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
              {isHalted ? (
                <Pill tone="wait">{tCard('halted')}</Pill>
              ) : (
                <StatePill state={auction.state}>{tState(auction.state)}</StatePill>
              )}
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
          {auction.state === 'closing' && <RefreshesWhileClosing auctionId={auction.id} />}
          {until !== null && (
            // A long title must not narrow it.
            <dl className="shrink-0 large-text:shrink">
              <LabelledValue
                size="md"
                label={t(isLive ? 'toEnd' : 'toStart')}
                value={<LiveCountdown until={until} renderedAt={renderedAt} />}
              />
            </dl>
          )}
        </div>
        <dl className="grid grid-cols-2 text-small lg:text-body large-text:grid-cols-1 items-end gap-x-2 gap-y-3 sm:gap-x-4 sm:grid-cols-4 lg:gap-x-6">
          <LabelledValue label={t('volume')} value={formatQuantity(auction.volume, locale, category.unit)} />
          <LabelledValue label={withUnit(t('starting'))} value={formatPrice(auction.starting_price, locale)} />
          {auction.best_price && (
            <LabelledValue label={withUnit(t('best'))} value={formatPrice(auction.best_price, locale)} />
          )}
          {auction.state === 'planned' ? (
            <>
              <LabelledValue label={t('deadline')} value={formatDayTime(auction.application_deadline, locale)} />
              <LabelledValue label={t('starts')} value={formatDayTime(auction.starts_at, locale)} />
            </>
          ) : (
            <LabelledValue
              label={isLive ? t('starts') : t('ended')}
              value={
                // A past date needs its year.
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
      <div className="flex flex-col justify-between gap-5 border-t border-line bg-sunken p-5 large-text:p-3 sm:p-6 lg:border-l lg:border-t-0">
        <OwnPart entry={entry} />
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
    </Card>
  )
}

/** Browsers break lines after the slash of "UAH/t". */
function Unit({ children }: { children: string }) {
  return <span className="whitespace-nowrap">{children}</span>
}

/** The views of the cabinet's auctions, each with the states it can be filtered by. */
const VIEWS = {
  open: ['running', 'planned'],
  mine: ['running', 'planned', 'selection'],
  history: [],
} as const satisfies Record<string, readonly ListedState[]>

type CabinetView = keyof typeof VIEWS

interface CabinetQuery {
  view: CabinetView
  state: ListedState | null
  cursor: string | null
}

type SearchParams = Record<string, string | string[] | undefined>

export function readCabinetQuery(search: SearchParams): CabinetQuery {
  const view = isView(search.view) ? search.view : 'open'
  const states: readonly ListedState[] = VIEWS[view]
  return {
    view,
    state: states.find((state) => state === search.state) ?? null,
    cursor: typeof search.cursor === 'string' && search.cursor.length <= 200 ? search.cursor : null,
  }
}

/** The query string of a view, without defaults. */
export function cabinetSearch({ view, state, cursor }: Partial<CabinetQuery>): string {
  const search = new URLSearchParams()
  if (view && view !== 'open') search.set('view', view)
  if (state) search.set('state', state)
  if (cursor) search.set('cursor', cursor)
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}

function isView(value: unknown): value is CabinetView {
  return typeof value === 'string' && Object.hasOwn(VIEWS, value)
}

interface AuctionsViewProps {
  query: CabinetQuery
  /** Null where they could not be read. */
  entries: CabinetAuction[] | null
  nextCursor: string | null
  renderedAt: number
}

export function AuctionsView({ query, entries, nextCursor, renderedAt }: AuctionsViewProps) {
  const t = useTranslations('Cabinet.auctions')
  const error = useTranslations('ErrorPage')
  const locale = useLocale()
  const path = pathFor('cabinet', locale)
  const views = Object.keys(VIEWS) as CabinetView[]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <LinkTabs
        label={t('scopes')}
        tabs={views.map((view) => ({
          key: view,
          label: t(view),
          href: `${path}${cabinetSearch({ view })}`,
          current: view === query.view,
        }))}
      />
      <StateFilter query={query} path={path} />
      {entries === null && <FailedSection text={error('sectionFailed')} />}
      {entries?.length === 0 && <NoAuctions query={query} path={path} />}
      <div className="grid gap-4">
        {entries?.map((entry) => (
          <CabinetAuctionCard key={entry.auction.id} entry={entry} renderedAt={renderedAt} />
        ))}
      </div>
      {entries && entries.length > 0 && <p className="text-small text-soft">{t('note')}</p>}
      {entries && entries.length > 0 && query.view !== 'open' && <OwnFiles />}
      {nextCursor && (
        <div className="text-center">
          <LinkButton tone="soft" href={`${path}${cabinetSearch({ ...query, cursor: nextCursor })}`}>
            {t('more')}
          </LinkButton>
        </div>
      )}
    </div>
  )
}

function StateFilter({ query, path }: { query: CabinetQuery; path: string }) {
  const t = useTranslations('Cabinet.auctions')
  const tState = useTranslations('AuctionState')
  const states = VIEWS[query.view]
  if (states.length === 0) return null
  return (
    <nav aria-label={t('state')} className="flex flex-wrap gap-2">
      {[null, ...states].map((state) => (
        <AppLink
          key={state ?? 'all'}
          href={`${path}${cabinetSearch({ view: query.view, state })}`}
          aria-current={state === query.state ? 'true' : undefined}
          className="inline-flex min-h-9 items-center rounded-full border border-line-strong bg-surface px-4 text-small font-medium text-soft hover:bg-hover aria-[current=true]:border-transparent aria-[current=true]:bg-plan aria-[current=true]:font-semibold aria-[current=true]:text-plan-text"
        >
          {state === null ? t('allStates') : tState(state)}
        </AppLink>
      ))}
    </nav>
  )
}

function NoAuctions({ query, path }: { query: CabinetQuery; path: string }) {
  const t = useTranslations('Cabinet.auctions')
  if (query.state !== null || query.cursor !== null) {
    return (
      <EmptyState
        title={t('noneFiltered.title')}
        text={t('noneFiltered.text')}
        action={
          <LinkButton tone="soft" href={`${path}${cabinetSearch({ view: query.view })}`}>
            {t('noneFiltered.action')}
          </LinkButton>
        }
      />
    )
  }
  switch (query.view) {
    case 'open':
      return <EmptyState title={t('noneOpen.title')} text={t('noneOpen.text')} />
    case 'mine':
      return (
        <EmptyState
          title={t('noneMine.title')}
          text={t('noneMine.text')}
          action={<LinkButton href={path}>{t('noneMine.action')}</LinkButton>}
        />
      )
    case 'history':
      return <EmptyState title={t('noneHistory.title')} text={t('noneHistory.text')} />
    default:
      return query.view satisfies never
  }
}

const FILES = [
  ['auctions', 'xlsx'],
  ['auctions', 'csv'],
  ['bids', 'xlsx'],
  ['bids', 'csv'],
] as const

function OwnFiles() {
  const t = useTranslations('Cabinet.files')
  const locale = useLocale()
  return (
    <div
      data-print="hide"
      role="group"
      aria-labelledby="own-files"
      className="flex flex-wrap items-center gap-x-4 gap-y-2"
    >
      <p id="own-files" className="text-small text-soft">
        {t('title')}
      </p>
      <div className="flex flex-wrap gap-2">
        {FILES.map(([what, format]) => (
          <LinkButton
            key={`${what}.${format}`}
            tone="outline"
            size="sm"
            rel="nofollow"
            download=""
            href={`${FILES_PATH}/own-${what}.${format}?lang=${locale}`}
          >
            <Icon of={Download} className="size-4" />
            {t(what)}, {format.toUpperCase()}
          </LinkButton>
        ))}
      </div>
    </div>
  )
}
