import { FileJson, FileText } from 'lucide'
import { useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { layOutLadder } from '@/components/auction/ladder/ladder'
import { useFormats, useLiveAuction, useLiveState } from '@/components/auction/live/live-context'
import type { PanelMode } from '@/components/auction/bid/panel-mode'
import { LinkButton } from '@/components/ui/button'
import { Card, CardHeader, LabelledValue } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { Icon } from '@/components/ui/icon'
import { Notice } from '@/components/ui/notice'
import { DEFAULT_LOCALE, FILES_PATH, type Locale } from '@/lib/config/constants'
import { type Agreement, type AgreementStanding, standingOf } from '@/lib/contract/cabinet'
import type { RankingRow } from '@/lib/contract/stream'
import { comparePrices, formatSum, kopecksOf, sumOf, thousandthsOf, toQuantityString } from '@/lib/domain/money'
import { pathFor } from '@/lib/i18n/route-names'

export function OutcomeNotice() {
  const t = useTranslations('Auction.outcome')
  const auction = useLiveAuction()
  // A closed auction without a result shows its protocol to participants only. A page that was open when an open auction
  // ended has no address yet, and derives it.
  const protocol = (auction.protocol_pdf !== null || auction.visibility === 'open') && (
    <div className="mt-4">
      <ProtocolLinks />
    </div>
  )
  switch (auction.state) {
    case 'selection':
      return (
        <Notice
          tone={auction.winners_confirmed ? 'go' : 'wait'}
          title={t(auction.winners_confirmed ? 'confirmed' : 'selection')}
        >
          {t(auction.winners_confirmed ? 'confirmedText' : 'selectionText')}
        </Notice>
      )
    case 'cancelled':
      return (
        <Notice tone="lose" title={t('cancelled')}>
          {auction.cancel_reason &&
            t.rich('reason', {
              reason: auction.cancel_reason,
              // The manager's text is not translated.
              words: (text) => <span lang={DEFAULT_LOCALE}>{text}</span>,
            })}
          {protocol}
        </Notice>
      )
    case 'unsuccessful':
      return (
        <Notice tone="wait" title={t('unsuccessful')}>
          {t('unsuccessfulText', { confirmed: auction.participants, minimum: auction.minimum_participants })}
          {protocol}
        </Notice>
      )
    case 'planned':
    case 'running':
    // The panel already shows it.
    case 'closing':
    case 'completed':
      return null
    default:
      return auction.state satisfies never
  }
}

const noChanges = () => () => undefined

function ProtocolLinks() {
  const t = useTranslations('Auction.result')
  const auction = useLiveAuction()
  const { locale } = useFormats(auction)
  // A page that was open when the auction completed derives the address from the auction's number.
  const pdf = auction.protocol_pdf ?? `${FILES_PATH}/protocol-${auction.number}.pdf`
  const origin = useSyncExternalStore(
    noChanges,
    () => window.location.origin,
    () => '',
  )
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2" data-print="hide">
        <LinkButton tone="soft" href={`${pdf}?lang=${locale}`} target="_blank">
          <Icon of={FileText} className="size-4.5" />
          {t('protocolPdf')}
        </LinkButton>
        <LinkButton tone="soft" href={pdf.replace(/pdf$/, 'json')} download>
          <Icon of={FileJson} className="size-4.5" />
          {t('protocolJson')}
        </LinkButton>
      </div>
      <p className="text-fine text-soft">{t('protocol')}</p>
      {auction.record_hash !== null && (
        <p className="text-fine text-soft">
          {t('hash')} <span className="break-all">{auction.record_hash}</span>
        </p>
      )}
      {/* Paper has no links. */}
      <p className="hidden break-all text-fine print:block">{`${origin}${pdf}`}</p>
    </div>
  )
}

export function winningPrices(ranking: readonly RankingRow[]): { lowest: string; highest: string } | null {
  const allocated = ranking.filter((row) => thousandthsOf(row.allocated) > 0)
  const prices = allocated.map((row) => row.price).sort(comparePrices)
  const [lowest, highest] = [prices[0], prices.at(-1)]
  return lowest === undefined || highest === undefined ? null : { lowest, highest }
}

export function ResultCard() {
  const t = useTranslations('Auction.result')
  const auction = useLiveAuction()
  const { price, amount, priceUnit } = useFormats(auction)
  const { result } = auction
  if (auction.state !== 'completed' || !result) return null
  const prices = winningPrices(auction.ranking)
  return (
    <Card aria-labelledby="result" className="grid gap-5">
      <CardHeader
        id="result"
        title={t('title')}
        aside={`${t('participants')}: ${result.participants} · ${t('winners')}: ${result.winners}`}
      />
      {result.final_price && result.average_price ? (
        <dl className="grid items-end gap-5 sm:grid-cols-2 xl:grid-cols-[max-content_1fr_1fr_1fr]">
          <LabelledValue
            size="md"
            label={`${t('sold')}, ${t('ofVolume', { volume: amount(auction.volume) })}`}
            value={amount(result.volume_sold)}
          />
          <LabelledValue size="md" label={t('average', { unit: priceUnit })} value={price(result.average_price)} />
          <LabelledValue size="md" label={t('final', { unit: priceUnit })} value={price(result.final_price)} />
          {prices && <LabelledValue size="md" label={t('lowest', { unit: priceUnit })} value={price(prices.lowest)} />}
        </dl>
      ) : (
        <p className="text-soft">{t('nothingSold')}</p>
      )}
      <ProtocolLinks />
    </Card>
  )
}

export type OutcomeMode = Extract<PanelMode, { kind: 'won' | 'lost' | 'selecting' }>

const EDGES = { go: 'border-l-go-mark', wait: 'border-l-wait-mark', plain: 'border-l-line-strong' } as const
const TEXTS = { go: 'text-go-text', wait: 'text-wait-text', plain: '' } as const

interface OutcomeFrameProps {
  tone: keyof typeof EDGES
  title: string
  children?: ReactNode
  actions?: ReactNode
}

function OutcomeFrame({ tone, title, children, actions }: OutcomeFrameProps) {
  const t = useTranslations('Outcome')
  return (
    <Card
      aria-label={t('label')}
      className={classNames(
        'mb-5 flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-l-[6px] sm:mb-6',
        EDGES[tone],
      )}
    >
      <div className="grid min-w-0 gap-1">
        <h2 className={classNames('text-h3 font-display sm:text-[1.5rem] sm:leading-tight', TEXTS[tone])}>{title}</h2>
        <div className="numbers grid gap-0.5 text-small text-soft">{children}</div>
      </div>
      {actions && (
        <div className="flex flex-wrap gap-2 max-sm:w-full" data-print="hide">
          {actions}
        </div>
      )}
    </Card>
  )
}

export function OwnOutcome({ mode }: { mode: OutcomeMode }) {
  const t = useTranslations('Outcome')
  const tPanel = useTranslations('BidPanel.selecting')
  const { auction, own } = useLiveState()
  const { price, amount, priceUnit: unit } = useFormats(auction)
  const row = auction.ranking.find(({ participant }) => participant === own?.application?.participant)
  const last = own?.last_bid
  if (!row || !last) return null
  const bid = t('bid', { price: price(last.price), quantity: amount(last.quantity) })
  if (mode.kind === 'won') return <Won allocated={row.allocated} price={row.price} />
  if (mode.kind === 'lost')
    return (
      <OutcomeFrame
        tone="plain"
        title={t(row.outcome === 'excluded' ? 'excluded' : 'lost')}
        actions={<OtherAuctions />}
      >
        <p>{bid}</p>
        <PassedOver participant={row.participant} />
        <WinningPrices />
      </OutcomeFrame>
    )
  if (row.outcome === 'excluded')
    return (
      <OutcomeFrame tone="plain" title={t('excluded')}>
        <p>{bid}</p>
        <p>{auction.winners_confirmed ? t('confirmedOthers') : tPanel('watching')}</p>
      </OutcomeFrame>
    )
  if (thousandthsOf(row.allocated) === 0)
    return (
      <OutcomeFrame tone="plain" title={t(auction.winners_confirmed ? 'lost' : 'nothingYet')}>
        <p>{bid}</p>
        <PassedOver participant={row.participant} />
        <p>{t(auction.winners_confirmed ? 'confirmedOthers' : 'deciding')}</p>
      </OutcomeFrame>
    )
  const values = { allocated: amount(row.allocated), price: price(row.price), quantity: amount(row.quantity), unit }
  if (auction.winners_confirmed)
    return (
      <OutcomeFrame tone="go" title={t('won', values)}>
        <p>{t('confirmed')}</p>
      </OutcomeFrame>
    )
  return (
    <OutcomeFrame
      tone={row.outcome === 'conditional' ? 'wait' : 'go'}
      title={t(row.outcome === 'partial' ? 'acceptedPart' : 'provisional', values)}
    >
      <p>{t('total', { sum: totalOf(row.price, row.allocated, price) })}</p>
      <p>{t('deciding')}</p>
    </OutcomeFrame>
  )
}

/** While the agreement awaits the buyer's signature. */
const TO_SIGN = {
  none: 'next',
  buyer: 'nextDetails',
  organiser: 'nextOrganiser',
} as const satisfies Record<Agreement['awaits'], string>

const NEXT_STEPS = {
  signed_by_buyer: 'signed',
  signed_by_buyer_unverified: 'signedUnverified',
  current: 'inForce',
  current_checked: 'inForceChecked',
  archived: 'archived',
} as const satisfies Record<Exclude<AgreementStanding, 'awaiting_signature'>, string>

function Won({ allocated, price: won }: { allocated: string; price: string }) {
  const t = useTranslations('Outcome')
  const auction = useLiveAuction()
  const { locale, price, amount, priceUnit: unit } = useFormats(auction)
  const agreement = useAgreement(auction.id)
  const standing = agreement === null ? 'awaiting_signature' : standingOf(agreement)
  const next = standing === 'awaiting_signature' ? TO_SIGN[agreement?.awaits ?? 'organiser'] : NEXT_STEPS[standing]
  return (
    <OutcomeFrame
      tone="go"
      title={t('won', { allocated: amount(allocated), price: price(won), unit })}
      actions={
        <>
          {agreement && (
            <LinkButton href={agreement.pdf} target="_blank" className="max-sm:w-full">
              {t('agreementPdf')}
            </LinkButton>
          )}
          <LinkButton
            tone={agreement ? 'outline' : 'primary'}
            href={pathFor('cabinet-agreements', locale)}
            className="max-sm:w-full"
          >
            {t('agreements')}
          </LinkButton>
        </>
      }
    >
      <p>
        {t('total', { sum: totalOf(won, allocated, price) })}
        {agreement && ` · ${t('agreement', { number: agreement.number })}`}
      </p>
      <p>
        {t(next)}
        {auction.payment_period && ` ${t('payment', { period: auction.payment_period })}`}
      </p>
    </OutcomeFrame>
  )
}

/** Volume was left, but not as much as the bidder accepts. */
function PassedOver({ participant }: { participant: number }) {
  const t = useTranslations('Outcome')
  const { auction, own } = useLiveState()
  const { amount } = useFormats(auction)
  const { placedRows } = layOutLadder(auction.ranking, auction.volume, participant)
  const placed = placedRows.find((each) => each.own)
  const least = own?.last_bid?.minimum_quantity
  if (placed?.row.outcome !== 'passed_over' || least === undefined) return null
  const left = amount(toQuantityString(placed.left))
  return (
    <p className="text-text">
      {placed.left < thousandthsOf(least)
        ? t('passedOver', { left, least: amount(least) })
        : t('partRefused', { left })}
    </p>
  )
}

function WinningPrices() {
  const t = useTranslations('Outcome')
  const auction = useLiveAuction()
  const { price } = useFormats(auction)
  const prices = winningPrices(auction.ranking)
  if (!prices) return <p>{t('nobodyWon')}</p>
  return (
    <p>
      {prices.lowest === prices.highest
        ? t('winningPrice', { price: price(prices.highest) })
        : t('winningPrices', { lowest: price(prices.lowest), highest: price(prices.highest) })}
    </p>
  )
}

function OtherAuctions() {
  const t = useTranslations('BidPanel.lost')
  const auction = useLiveAuction()
  const { locale } = useFormats(auction)
  return (
    <LinkButton
      tone="outline"
      className="max-sm:w-full"
      href={pathFor('auctions-auctionType', locale, { auctionType: auction.category.slug })}
    >
      {t('action')}
    </LinkButton>
  )
}

function totalOf(price: string, allocated: string, write: (value: string) => string): string {
  return write(formatSum(sumOf(kopecksOf(price), thousandthsOf(allocated))))
}

/** The agreement is created shortly after completion: the page polls a few times, then refers to the cabinet. */
const POLL_DELAYS_MS = [0, 2_000, 5_000, 15_000]

function useAgreement(auctionId: number): Agreement | null {
  const { locale } = useFormats(useLiveAuction())
  const [agreement, setAgreement] = useState<Agreement | null>(null)
  useEffect(() => {
    let isUnmounted = false
    let timer: ReturnType<typeof setTimeout> | undefined
    async function poll(tries: number) {
      const created = await readAgreement(auctionId, locale).catch(() => null)
      if (isUnmounted) return
      if (created) return setAgreement(created)
      const wait = POLL_DELAYS_MS[tries + 1]
      if (wait !== undefined) timer = setTimeout(() => void poll(tries + 1), wait)
    }
    void poll(0)
    return () => {
      isUnmounted = true
      clearTimeout(timer)
    }
  }, [auctionId, locale])
  return agreement
}

/** Among the newest only: older ones are in the cabinet, which the page links to. */
async function readAgreement(auctionId: number, lang: Locale) {
  const { api } = await import('@/lib/api/browser')
  const { data } = await api.cabinet.agreements({ lang, limit: 50 })
  return data.list.find(({ auction_id: id }) => id === auctionId) ?? null
}
