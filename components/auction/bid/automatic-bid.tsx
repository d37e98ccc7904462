import { useTranslations } from 'next-intl'
import { lazy, Suspense, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { useFormats, useLivePage, useLiveState } from '@/components/auction/live/live-context'
import {
  firstWrongField,
  focusField,
  OfferField,
  OfferSum,
  useOffer,
  useRefusedFocus,
} from '@/components/auction/bid/offer-field'
import { competitionIn, fieldOf, idleCauseOf, limitsOf, sumText } from '@/components/auction/bid/price-steps'
import { useApiMutation } from '@/components/forms/use-api-mutation'
import { Button } from '@/components/ui/button'
import { SpecSheet, type SpecSheetRow } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { CopyLink } from '@/components/ui/copy'
import { Checkbox } from '@/components/ui/field'
import { focusOn, isFocusFree } from '@/components/ui/focus'
import { FailureNotice, Notice, StatusNote } from '@/components/ui/notice'
import { auctionApi } from '@/lib/api/auction'
import { createIdempotencyKeys } from '@/lib/api/idempotency-keys'
import type { AuctionDetail } from '@/lib/contract/auctions'
import type { Problem } from '@/lib/contract/errors'
import type { Application, AutomaticOrder } from '@/lib/contract/stream'
import type { BidLimits, Offer } from '@/lib/domain/bid-limits'
import { kopecksOf, PRICE_CEILING, thousandthsOf, toPriceString, toQuantityString } from '@/lib/domain/money'
import { cheapestBestPart } from '@/lib/domain/price-for-volume'
import { currentStanding, type LiveState } from '@/components/auction/live/live-store'

const ConfirmDialog = lazy(() =>
  import('@/components/auction/bid/dialogs').then((module) => ({ default: module.ConfirmDialog })),
)

interface AutomaticBidProps {
  application: Application
  paused: boolean
  /** A tab has selected it, so it shows its form without the checkbox. */
  isAsked?: boolean
}

/** Whether the viewer may set an automatic order. Viewers of the company see it in the position bar (R14.2). */
export function hasAutomaticBid({ auction, viewer }: LiveState, { status, participant }: Application): boolean {
  const isReadOnly = viewer.kind === 'account' && viewer.role === 'viewer'
  return !isReadOnly && auction.automatic_bids && participant !== null && status === 'confirmed'
}

/** The checkbox "bid for me up to …", off by default; once an order is set, its state and how to change or withdraw it (R10). */
export function AutomaticBid({ application, paused, isAsked = false }: AutomaticBidProps) {
  const t = useTranslations('AutomaticBid')
  const { store } = useLivePage()
  const state = useLiveState()
  const { auction, own } = state
  const [isOpen, setOpen] = useState(false)
  const [asksWithdrawal, setAsksWithdrawal] = useState(false)
  const [keys] = useState(createIdempotencyKeys)
  const section = useRef<HTMLElement>(null)
  const [changes, setChanges] = useState(0)
  const [isWithdrawn, setWithdrawn] = useState(false)
  // The pressed button goes with the order or its form.
  useEffect(() => {
    if (changes > 0 && section.current && isFocusFree(section.current)) focusOn(section.current)
  }, [changes])
  const change = useApiMutation(async (offer: Offer | null) => {
    const automatic = await send(auction.id, offer, keys.keyFor(JSON.stringify(offer)))
    keys.accepted()
    const { own } = store.get()
    if (own) store.dispatch({ type: 'own', own: { ...own, automatic: automatic ?? undefined } })
    setChanges((before) => before + 1)
    setWithdrawn(offer === null)
  }, auction.category.unit)
  const activeOrder = own?.automatic
  if (!hasAutomaticBid(state, application)) return null
  const form = (
    <OrderForm
      application={application}
      activeOrder={activeOrder}
      busy={change.pending}
      paused={paused}
      refused={change.problem}
      onBack={activeOrder === undefined ? undefined : () => setOpen(false)}
      onSubmit={async (offer) => {
        if (await change.run(offer)) setOpen(false)
      }}
      onTouch={change.clear}
    />
  )
  const refusedField = change.problem === null ? null : fieldOf(change.problem.code)
  return (
    <section
      ref={section}
      aria-label={t('label')}
      className={classNames('grid gap-3 outline-none', !isAsked && 'border-t border-line pt-4')}
    >
      {activeOrder !== undefined ? (
        <ActiveOrder order={activeOrder} />
      ) : isAsked ? null : (
        <Checkbox
          name="automatic"
          label={t('offer')}
          checked={isOpen}
          disabled={change.pending}
          onChange={(event) => {
            change.clear()
            setOpen(event.target.checked)
          }}
        />
      )}
      {(isOpen || (isAsked && activeOrder === undefined)) && form}
      {activeOrder !== undefined && !isOpen && (
        <div className="grid gap-2 sm:max-lg:grid-cols-2">
          <Button tone="outline" paused={paused} onClick={() => setOpen(true)}>
            {t('change')}
          </Button>
          <Button tone="quiet" pending={change.pending} onClick={() => setAsksWithdrawal(true)}>
            {t('withdraw')}
          </Button>
        </div>
      )}
      <StatusNote failure={null} done={isWithdrawn && activeOrder === undefined && t('withdrawn')} />
      {refusedField === null && <FailureNotice>{change.failure}</FailureNotice>}
      <Suspense>
        {asksWithdrawal && (
          <ConfirmDialog
            title={t('withdrawTitle')}
            text={t('withdrawText')}
            verb={t('withdrawConfirm')}
            danger
            onBack={() => setAsksWithdrawal(false)}
            onConfirm={() => {
              setAsksWithdrawal(false)
              void change.run(null)
            }}
          />
        )}
      </Suspense>
    </section>
  )
}

/** @param offer null withdraws the order */
async function send(auction_id: number, offer: Offer | null, idempotencyKey: string): Promise<AutomaticOrder | null> {
  const { bids } = await auctionApi()
  const options = { idempotencyKey }
  if (offer === null) return (await bids.withdrawAutomatic({ auction_id }, options)).data.automatic
  const ceiling = toPriceString(offer.price)
  const quantity = toQuantityString(offer.quantity)
  const minimum_quantity = toQuantityString(offer.minimumQuantity)
  return (await bids.leaveAutomatic({ auction_id, ceiling, quantity, minimum_quantity }, options)).data.automatic
}

function ActiveOrder({ order }: { order: AutomaticOrder }) {
  const t = useTranslations('AutomaticBid')
  const { auction, own } = useLiveState()
  const { price, amount } = useFormats(auction)
  const idle = idleCauseOf(order, own)
  const state = idle !== null ? 'idle' : order.reached ? 'reached' : 'left'
  const text = idle ?? (auction.state === 'planned' ? 'leftPlanned' : 'left')
  return (
    <Notice tone={state === 'left' ? 'go' : 'wait'} title={t(`${state}Title`)}>
      <p className="numbers">{t(text, { ceiling: price(order.ceiling), quantity: amount(order.quantity) })}</p>
      <OrderReceipt order={order} />
    </Notice>
  )
}

/** The sealed text, in the format that `npm run protocol:check -- --order` accepts (R10.5). */
function OrderReceipt({ order: { salt, ceiling, quantity, minimum_quantity } }: { order: AutomaticOrder }) {
  const t = useTranslations('AutomaticBid')
  const text = [salt, ceiling, quantity, minimum_quantity].join('|')
  return (
    <CopyLink
      text={text}
      title={t('receiptTitle')}
      label={t('copy')}
      copiedLabel={t('copied')}
      shown={t('receipt', { text })}
    />
  )
}

interface OrderFormProps {
  application: Application
  activeOrder: AutomaticOrder | undefined
  busy: boolean
  paused: boolean
  refused: Problem | null
  onBack: (() => void) | undefined
  onSubmit: (offer: Offer) => Promise<void>
  onTouch: () => void
}

function OrderForm({ application, activeOrder, busy, paused, refused, onBack, onSubmit, onTouch }: OrderFormProps) {
  const t = useTranslations('AutomaticBid')
  const state = useLiveState()
  const { auction, own } = state
  const element = useRef<HTMLFormElement>(null)
  const [offerToConfirm, setOfferToConfirm] = useState<Offer | null>(null)
  const last = own?.last_bid ?? application
  const limits = orderLimitsIn(auction, own, application)
  const form = useOffer(limits, thousandthsOf(last.minimum_quantity), onTouch)
  const refusedField = refused === null ? null : fieldOf(refused.code)
  useRefusedFocus(element, refusedField)

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    if (paused) return
    form.commit()
    const wrong = firstWrongField(form)
    if (wrong || !form.offer) focusField(event.currentTarget, wrong ?? 'price')
    else setOfferToConfirm(form.offer)
  }

  return (
    <>
      <form ref={element} noValidate onSubmit={submit} className="grid gap-4">
        {(['price', 'quantity', 'minimumQuantity'] as const).map((field) => (
          <OfferField
            key={field}
            field={field}
            form={form}
            busy={busy}
            refused={refusedField === field ? refused : null}
            {...(field === 'price' && {
              label: t('ceiling', { unit: auction.category.price_unit }),
              hint: t('ceilingHint'),
              isUnbounded: true,
            })}
          />
        ))}
        <OfferSum label={t('most')} offer={firstWrongField(form) === null ? form.offer : null} />
        <div className="grid gap-2">
          <Button type="submit" tone="outline" pending={busy} pendingLabel={t('sending')} paused={paused}>
            {t(activeOrder === undefined ? 'leave' : 'replace')}
          </Button>
          {onBack && (
            <Button tone="quiet" onClick={onBack}>
              {t('back')}
            </Button>
          )}
        </div>
      </form>
      <Suspense>
        {offerToConfirm && (
          <OrderDialog
            offer={offerToConfirm}
            participant={application.participant ?? 0}
            paused={paused}
            onBack={() => setOfferToConfirm(null)}
            onConfirm={() => {
              setOfferToConfirm(null)
              void onSubmit(offerToConfirm)
            }}
          />
        )}
      </Suspense>
    </>
  )
}

/** The ceiling may exceed the maximum of a single bid: each of the order's bids respects that maximum (R4.3). */
function orderLimitsIn(auction: AuctionDetail, own: LiveState['own'], application: Application): BidLimits {
  const last = own?.last_bid ?? application
  const minimum =
    own?.automatic === undefined ? kopecksOf(last.price) + kopecksOf(auction.minimum_step) : kopecksOf(last.price)
  const bounds = {
    minimum_price: toPriceString(minimum),
    maximum_price: toPriceString(PRICE_CEILING - 2 * kopecksOf(auction.minimum_step)),
    minimum_quantity: last.quantity,
    maximum_quantity: auction.volume,
    closed_by_final: false,
  }
  return limitsOf({ ...own?.limits, ...bounds }, auction)
}

interface OrderDialogProps {
  offer: Offer
  participant: number
  paused: boolean
  onBack: () => void
  onConfirm: () => void
}

/** Shows ceiling, volume and the order's first bid, and warns that two orders push each other up (R10.3). */
function OrderDialog({ offer, participant, paused, onBack, onConfirm }: OrderDialogProps) {
  const t = useTranslations('AutomaticBid')
  const tPanel = useTranslations('BidPanel')
  const tSecond = useTranslations('BidPanel.second')
  const { auction } = useLiveState()
  const { price, amount } = useFormats(auction)
  const best = auction.best_price ?? auction.starting_price
  const above = offer.price - kopecksOf(best)
  const rows: SpecSheetRow[] = [
    [t('ceilingRow'), `${price(toPriceString(offer.price))} ${auction.category.price_unit}`],
    [tSecond('quantity'), amount(toQuantityString(offer.quantity))],
    [tSecond('minimumQuantity'), amount(toQuantityString(offer.minimumQuantity))],
    [t('most'), tPanel('currency', { sum: price(sumText(offer)) })],
    [t('nowRow'), <FirstMove key="now" offer={offer} participant={participant} />],
  ]
  return (
    <ConfirmDialog
      title={t('dialogTitle')}
      text={t('dialogText')}
      verb={t('dialogConfirm')}
      paused={paused}
      onBack={onBack}
      onConfirm={onConfirm}
    >
      {above > kopecksOf(auction.maximum_step) && (
        <Notice tone="wait">{t('far', { above: price(toPriceString(above)), best: price(best) })}</Notice>
      )}
      <SpecSheet rows={rows} />
      <Notice tone="wait">{t('meeting')}</Notice>
    </ConfirmDialog>
  )
}

function FirstMove({ offer, participant }: { offer: Offer; participant: number }) {
  const t = useTranslations('AutomaticBid.now')
  const state = useLiveState()
  const { auction, own } = state
  const { price, amount } = useFormats(auction)
  if (auction.state === 'planned') return t('planned')
  if (auction.ranking.length === 0 || !own?.limits) return t('unknown')
  const allocated = thousandthsOf(currentStanding(state)?.allocated ?? '0.000')
  if (allocated >= offer.quantity) return t('nothing', { allocated: amount(toQuantityString(allocated)) })
  const limits = limitsOf(own.limits, auction)
  const belowCeiling = { ...limits, maximumPrice: Math.min(limits.maximumPrice, offer.price) }
  const move =
    belowCeiling.maximumPrice < belowCeiling.minimumPrice
      ? null
      : cheapestBestPart(competitionIn(auction, participant), belowCeiling, offer)
  if (move === null || move.allocated <= allocated) return t('useless')
  return t('bid', { price: price(toPriceString(move.price)), allocated: amount(toQuantityString(move.allocated)) })
}
