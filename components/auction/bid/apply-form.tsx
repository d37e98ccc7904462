import { TONES } from '@/lib/contract/tones'
import { useTranslations } from 'next-intl'
import { lazy, type RefObject, Suspense, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { useFormats, useLiveAuction, useLivePage, useLiveState } from '@/components/auction/live/live-context'
import {
  firstWrongField,
  focusField,
  OfferField,
  OfferSum,
  useOffer,
  useOfferRows,
  useRefusedFocus,
} from '@/components/auction/bid/offer-field'
import type { PanelMode } from '@/components/auction/bid/panel-mode'
import {
  applicationLimits,
  type BidInput,
  type DraftField,
  fieldOf,
  inputOf,
  depositOf,
} from '@/components/auction/bid/price-steps'
import { useRejectionReason } from '@/components/auction/bid/use-rejection-reason'
import { useApiMutation } from '@/components/forms/use-api-mutation'
import { usePreload } from '@/components/ui/use-preload'
import { Button, LinkButton } from '@/components/ui/button'
import { SpecSheet } from '@/components/ui/card'
import { focusOn, keepFocus, scrollBehavior } from '@/components/ui/focus'
import { FailureNotice, Notice } from '@/components/ui/notice'
import { auctionApi } from '@/lib/api/auction'
import { ApiError } from '@/lib/api/problems'
import type { Application } from '@/lib/contract/stream'
import { NO_DEPOSIT } from '@/lib/config/constants'
import type { Offer } from '@/lib/domain/bid-limits'
import { formatSum } from '@/lib/domain/money'
import { formatPercent } from '@/lib/i18n/formats'
import { pathFor } from '@/lib/i18n/route-names'

const loadConfirmApplicationDialog = () =>
  import('@/components/auction/bid/dialogs').then((module) => ({ default: module.ConfirmApplicationDialog }))
const ConfirmApplicationDialog = lazy(loadConfirmApplicationDialog)
const PRELOADED = [loadConfirmApplicationDialog]

interface ApplyFormProps {
  onApplied: () => void
  /** Called if the company has already applied, with other numbers. */
  onOtherApplication: () => void
}

/** The preliminary bid, which is the application (R2.1). It can be made only once, so it is always confirmed. */
export function ApplyForm({ onApplied, onOtherApplication }: ApplyFormProps) {
  const t = useTranslations('Apply')
  const { store } = useLivePage()
  const auction = useLiveAuction()
  const { moment } = useFormats(auction)
  const [offerToConfirm, setOfferToConfirm] = useState<Offer | null>(null)
  const element = useRef<HTMLFormElement>(null)
  const apply = useApiMutation(sendApplication, auction.category.unit)
  usePreload(PRELOADED)
  const form = useOffer(applicationLimits(auction), null, apply.clear)

  async function sendApplication(offer: Offer) {
    await send(offer)
    onApplied()
  }

  async function send(offer: Offer) {
    const { final: _, ...input } = inputOf(auction.id, offer, false)
    try {
      const { data } = await (await auctionApi()).auctions.apply(input)
      const { own } = store.get()
      if (own) store.dispatch({ type: 'own', own: { ...own, application: data } })
    } catch (error) {
      // An earlier attempt may have arrived although its answer was lost: then this is that application.
      if (!(error instanceof ApiError) || error.code !== 'application_exists') throw error
      const { data } = await (await auctionApi()).auctions.own({ auction_id: auction.id })
      if (!isSameOffer(input, data.application)) onOtherApplication()
      store.dispatch({ type: 'own', own: data })
    }
  }

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    form.commit()
    const wrong = firstWrongField(form)
    if (!wrong) return setOfferToConfirm(form.offer)
    focusField(event.currentTarget, wrong)
  }

  const refusedField = apply.problem ? fieldOf(apply.problem.code) : null
  useRefusedFocus(element, refusedField)
  const fields = (field: DraftField) => (
    <OfferField
      field={field}
      form={form}
      busy={apply.pending}
      refused={refusedField === field ? apply.problem : null}
    />
  )
  return (
    <>
      <ApplyBar form={element} />
      <form ref={element} noValidate onSubmit={submit} className="grid scroll-mt-16 gap-4">
        <p className="text-small text-soft">{t('lead', { time: moment(auction.application_deadline) })}</p>
        {fields('price')}
        {fields('quantity')}
        {fields('minimumQuantity')}
        <OfferSum offer={form.offer} />
        <DepositSum offer={form.offer} />
        <Button
          type="submit"
          size="lg"
          wide
          onMouseDown={keepFocus}
          pending={apply.pending}
          pendingLabel={t('sending')}
        >
          {t('submit')}
        </Button>
        {apply.failure && refusedField === null && (
          <Notice tone="lose" role="alert" title={t('refused')}>
            {apply.failure}
          </Notice>
        )}
      </form>
      <Suspense>
        {offerToConfirm && (
          <ConfirmApplicationDialog
            offer={offerToConfirm}
            onBack={() => setOfferToConfirm(null)}
            onConfirm={() => {
              setOfferToConfirm(null)
              void apply.run(offerToConfirm)
            }}
          />
        )}
      </Suspense>
    </>
  )
}

/** The deposit required for the application (R11.1). */
function DepositSum({ offer }: { offer: Offer | null }) {
  const t = useTranslations('Deposit')
  const auction = useLiveAuction()
  const { price, locale } = useFormats(auction)
  const deposit = offer && depositOf(auction, offer)
  if (deposit === null) return null
  const sum = t('money', { sum: price(formatSum(deposit)) })
  return (
    <p className="text-small text-soft">{t('title', { rate: formatPercent(auction.deposit_rate, locale), sum })}</p>
  )
}

/** On phones the form follows the whole of the lot's terms: a bar leads to it until it is in view. */
function ApplyBar({ form }: { form: RefObject<HTMLFormElement | null> }) {
  const t = useTranslations('Apply')
  const [isInView, setInView] = useState(true)
  useEffect(() => {
    if (!form.current || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver(([entry]) => setInView(entry?.isIntersecting ?? true))
    observer.observe(form.current)
    return () => observer.disconnect()
  }, [form])
  return (
    !isInView && (
      <div
        data-bottom-bar=""
        className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface px-(--gutter) py-3 shadow-float sm:hidden"
      >
        <Button wide onClick={() => form.current?.scrollIntoView({ block: 'start', behavior: scrollBehavior() })}>
          {t('title')}
        </Button>
      </div>
    )
  )
}

/** A colleague may have applied first, with other numbers. */
function isSameOffer(input: Omit<BidInput, 'final'>, application: Application | null): boolean {
  const { price, quantity, minimum_quantity } = input
  return (
    application?.price === price &&
    application.quantity === quantity &&
    application.minimum_quantity === minimum_quantity
  )
}

const ConfirmDialog = lazy(() =>
  import('@/components/auction/bid/dialogs').then((module) => ({ default: module.ConfirmDialog })),
)

interface ApplicationCardProps {
  mode: Extract<PanelMode, { kind: 'applied' }>
  /** The application was just sent from this page. */
  isNew: boolean
}

export function ApplicationCard({ mode, isNew }: ApplicationCardProps) {
  const card = useRef<HTMLDivElement>(null)
  // The pressed button is far below: without focus the result would be off screen.
  useEffect(() => {
    if (!isNew || !card.current) return
    focusOn(card.current)
  }, [isNew])
  const t = useTranslations('Apply')
  const rowsOf = useOfferRows()
  const { store } = useLivePage()
  const { auction, depositCovers } = useLiveState()
  const { locale, dayTime, moment } = useFormats(auction)
  const [asksWithdrawal, setAsksWithdrawal] = useState(false)
  const tKinds = useTranslations('DocumentKinds')
  const reasonIn = useRejectionReason()
  const { application } = mode
  const { status, missing_documents: missing } = application
  const needsDeposit = auction.deposit_rate !== NO_DEPOSIT
  const text =
    status === 'submitted' && missing.length === 0
      ? 'submittedCompleteText'
      : status === 'awaiting_confirmation' && needsDeposit
        ? depositCovers && missing.length === 0
          ? 'awaiting_coveredText'
          : 'awaiting_depositText'
        : (`${status}Text` as const)
  const withdraw = useApiMutation(async () => {
    const { auctions } = await auctionApi()
    const refusal = await auctions.withdraw({ auction_id: auction.id }).then(
      () => null,
      (error: unknown) => {
        // An earlier attempt may have arrived although its answer was lost.
        if (error instanceof ApiError && error.code === 'application_not_withdrawable') return error
        throw error
      },
    )
    const { data } = await auctions.own({ auction_id: auction.id })
    store.dispatch({ type: 'own', own: data })
    if (refusal !== null && data.application?.status !== 'withdrawn') throw refusal
  })
  return (
    <div ref={card} className="grid scroll-mt-16 gap-4 outline-none">
      <Notice tone={TONES.application[status]} title={t(`status.${status}`)}>
        <p>
          {t(`status.${text}`, { participant: String(application.participant ?? ''), time: moment(auction.starts_at) })}
        </p>
        {missing.length > 0 && (
          <p className="mt-1">{t('missing', { documents: missing.map((kind) => tKinds(kind)).join(', ') })}</p>
        )}
        {application.reason && <p className="mt-1">{t('reason', { reason: reasonIn(application.reason) })}</p>}
      </Notice>
      {(missing.length > 0 || status === 'rejected') && (
        <LinkButton
          wide
          tone={status === 'rejected' ? 'outline' : 'primary'}
          href={pathFor('cabinet-documents', locale)}
        >
          {t('documents')}
        </LinkButton>
      )}
      <div>
        <h3 className="pb-2 text-small font-semibold">{t('preliminary')}</h3>
        <SpecSheet rows={[...rowsOf(application), [t('receivedAt'), dayTime(application.received_at)]]} />
      </div>
      {mode.withdrawable && (
        <div className="grid gap-2">
          <Button
            tone="outline"
            wide
            pending={withdraw.pending}
            pendingLabel={t('withdrawing')}
            onClick={() => setAsksWithdrawal(true)}
          >
            {t('withdraw')}
          </Button>
          <p className="text-center text-fine text-soft">
            {t('withdrawUntil', { time: moment(auction.application_deadline) })}
          </p>
        </div>
      )}
      <FailureNotice>{withdraw.failure}</FailureNotice>
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
              void withdraw.run()
            }}
          />
        )}
      </Suspense>
    </div>
  )
}
