import { Check } from 'lucide'
import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { PaymentDetails } from '@/components/fulfilment/payment-details'
import { PlanLines } from '@/components/fulfilment/plan-lines'
import { ReconciliationForm } from '@/components/fulfilment/reconciliation-form'
import { Card, SpecSheet } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { Icon } from '@/components/ui/icon'
import { Notice } from '@/components/ui/notice'
import { Pill } from '@/components/ui/pill'
import type { Fulfilment } from '@/lib/contract/fulfilment'
import { type Tone, TONES } from '@/lib/contract/tones'
import { formatDate, formatDateNumeric, formatMonth, formatPrice, formatQuantity, kyivDate } from '@/lib/i18n/formats'

type Invoice = Fulfilment['invoices'][number]
type Loading = Fulfilment['loadings'][number]
type Waybill = Fulfilment['waybills'][number]
type Act = Fulfilment['acts'][number]

/** What a side may do: beside the next step, in the heads of the parts, and with their rows. */
export interface FulfilmentActions {
  next?: ReactNode
  money?: ReactNode
  shipments?: ReactNode
  ofActs?: ReactNode
  invoice?: (invoice: Invoice) => ReactNode
  payment?: (payment: Fulfilment['payments'][number]) => ReactNode
  loading?: (loading: Loading) => ReactNode
  waybill?: (waybill: Waybill) => ReactNode
  act?: (act: Act) => ReactNode
  /** Below an act: its signatures. */
  signing?: (act: Act) => ReactNode
  /** The conversation about the agreement. */
  chat?: ReactNode
}

interface FulfilmentViewProps {
  fulfilment: Fulfilment
  side: 'buyer' | 'organiser'
  actions: FulfilmentActions
}

const noon = (day: string) => `${day}T12:00:00Z`
const dayOf = (instant: string) => kyivDate(new Date(instant))

/** Writes an agreement's sums, volumes and days. */
export function useFulfilmentFormats(unit: string) {
  const t = useTranslations('Fulfilment')
  const locale = useLocale()
  return {
    t,
    locale,
    money: (sum: string) => t('uah', { sum: formatPrice(sum, locale) }),
    volume: (quantity: string) => formatQuantity(quantity, locale, unit || undefined),
    day: (day: string) => formatDateNumeric(noon(day), locale),
    longDay: (day: string) => formatDate(noon(day), locale),
  }
}

/** The way of an agreement from the signatures to closed; both sides see the same. */
export function FulfilmentView({ fulfilment, side, actions }: FulfilmentViewProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Steps fulfilment={fulfilment} />
      <Next fulfilment={fulfilment} side={side}>
        {actions.next}
      </Next>
      <Figures fulfilment={fulfilment} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-2">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <Invoices fulfilment={fulfilment} actions={actions} />
          <Payments fulfilment={fulfilment} actions={actions} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <Shipments fulfilment={fulfilment} actions={actions} />
          <Acts fulfilment={fulfilment} actions={actions} />
          <Plan fulfilment={fulfilment} />
          <ReconciliationForm agreement={fulfilment.agreement} />
        </div>
      </div>
      {actions.chat}
    </div>
  )
}

const STEPS = ['signed', 'invoiced', 'paid', 'shipped', 'accepted', 'closed'] as const

/** Which steps are done, with the day of the last one of each. */
export function stepsOf(
  fulfilment: Fulfilment,
): Record<(typeof STEPS)[number], { isDone: boolean; on: string | null }> {
  const { agreement, invoices, payments, acts, waybills, volume, money, closed_at: closedAt } = fulfilment
  const live = invoices.filter(({ cancelled, type }) => cancelled === null && type !== 'penalty')
  const latest = (days: (string | null)[]) =>
    days
      .filter((day) => day !== null)
      .sort()
      .at(-1) ?? null
  const isInvoiced = live.length > 0 && fulfilment.due.length === 0
  const isClosed = fulfilment.stage === 'closed'
  const isAccepted = isClosed || fulfilment.stage === 'accepted'
  const hasPaid = isClosed || (isInvoiced && money.missing === '0.00')
  return {
    signed: { isDone: agreement.in_force_on !== null, on: agreement.in_force_on },
    invoiced: { isDone: isClosed || isInvoiced, on: latest(live.map(({ issued_at: at }) => dayOf(at))) },
    paid: { isDone: hasPaid, on: hasPaid ? latest(payments.map(({ on }) => on)) : null },
    shipped: {
      // An agreement that ended before anything was loaded shipped nothing.
      isDone: isClosed || (fulfilment.shipped && Number(volume.loaded) > 0),
      on: latest(waybills.filter(({ cancelled }) => !cancelled).map(({ on }) => on)),
    },
    accepted: { isDone: isAccepted, on: latest(acts.map(({ in_force_at: at }) => at && dayOf(at))) },
    closed: { isDone: isClosed, on: closedAt && dayOf(closedAt) },
  }
}

function Steps({ fulfilment }: { fulfilment: Fulfilment }) {
  const { t, day } = useFulfilmentFormats('')
  const steps = stepsOf(fulfilment)
  const current = STEPS.find((step) => !steps[step].isDone)
  return (
    <ol aria-label={t('progress')} className="grid grid-cols-2 gap-x-3 gap-y-2 sm:grid-cols-3 lg:grid-cols-6">
      {STEPS.map((step) => {
        const { isDone, on } = steps[step]
        const isCurrent = step === current
        return (
          <li
            key={step}
            aria-current={isCurrent ? 'step' : undefined}
            className={classNames(
              'grid content-start border-t-2 pt-2 text-small',
              isDone ? 'border-go-mark' : isCurrent ? 'border-wait-mark font-semibold' : 'border-line-strong text-soft',
            )}
          >
            <span className="flex items-center gap-1.5">
              {isDone && <Icon of={Check} className="size-4 shrink-0 text-go-text" />}
              {t(`steps.${step}`)}
              {isDone && <span className="sr-only">{t('done')}</span>}
            </span>
            {isDone && on !== null && <span className="numbers text-fine text-soft">{day(on)}</span>}
          </li>
        )
      })}
    </ol>
  )
}

/** Writes the next step as a sentence. */
export function useNextSentence(fulfilment: Fulfilment): string {
  const { agreement, next, volume: volumes, acts, overdue } = fulfilment
  const { t, money, volume, longDay } = useFulfilmentFormats(agreement.unit)
  if (next === null) return t('next.none')
  const amount = next.amount === null ? '' : money(next.amount)
  const by = next.by === null ? '' : longDay(next.by)
  switch (next.action) {
    case 'pay':
      return overdue ? t('next.payLate', { amount, by }) : t('next.pay', { amount, by })
    case 'request_loading':
      return t('next.request_loading', { volume: volume(volumes.free) })
    case 'sign_act':
      return t('next.sign_act', { number: acts.find(({ id }) => id === next.subject)?.number ?? '' })
    default:
      return t(`next.${next.action}`, { amount, by })
  }
}

function Next({ fulfilment, side, children }: Omit<FulfilmentViewProps, 'actions'> & { children: ReactNode }) {
  const t = useTranslations('Fulfilment')
  const { next, ended_early: ended, overdue, stage } = fulfilment
  const sentence = useNextSentence(fulfilment)
  const isMine = next?.side === side
  const tone: Tone = stage === 'closed' && next === null ? 'go' : overdue ? 'lose' : isMine ? 'wait' : 'plan'
  return (
    <>
      {ended && <Notice tone="done">{t('endedEarly', { reason: ended.reason })}</Notice>}
      <Notice tone={tone}>
        <span className="flex flex-wrap items-center justify-between gap-x-5 gap-y-3">
          <span className="grid">
            {next !== null && <span className="text-fine text-soft">{t(`next.${isMine ? 'you' : next.side}`)}</span>}
            <b className="text-h3 font-semibold">{sentence}</b>
          </span>
          {children}
        </span>
      </Notice>
    </>
  )
}

function Figures({ fulfilment: { agreement, money: sums, volume: volumes } }: { fulfilment: Fulfilment }) {
  const { t, money, volume } = useFulfilmentFormats(agreement.unit)
  const isSome = (sum: string) => sum !== '0.00'
  return (
    <Card padding="sm">
      <SpecSheet
        look="sums"
        rows={[
          [t('figures.sum'), money(agreement.sum)],
          isSome(agreement.deposit) && [t('figures.deposit'), money(agreement.deposit)],
          [t('figures.received'), money(sums.received)],
          [t('figures.missing'), money(sums.missing)],
          isSome(sums.unallocated) && [t('figures.unallocated'), money(sums.unallocated)],
          isSome(sums.returned) && [t('figures.returned'), money(sums.returned)],
          [t('figures.agreed'), volume(volumes.agreed)],
          [t('figures.loaded'), volume(volumes.loaded)],
          [t('figures.accepted'), volume(volumes.accepted)],
          [t('figures.free'), volume(volumes.free)],
        ]}
      />
    </Card>
  )
}

interface PartProps {
  title: string
  aside?: ReactNode
  none: string
  children: ReactNode[]
}

/** A part of the page: rows between hairlines. */
function Part({ title, aside, none, children }: PartProps) {
  return (
    <Card padding="sm" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-h3">{title}</h2>
        {aside && (
          <div className="flex flex-wrap gap-2" data-print="hide">
            {aside}
          </div>
        )}
      </div>
      {children.length === 0 ? (
        <p className="text-small text-soft">{none}</p>
      ) : (
        <ul role="list" className="divide-y divide-line">
          {children}
        </ul>
      )}
    </Card>
  )
}

interface RowProps {
  id?: string
  title: ReactNode
  /** The figure at the right. */
  figure: ReactNode
  pill?: ReactNode
  lines?: ReactNode
  actions?: ReactNode
  below?: ReactNode
}

function Row({ id, title, figure, pill, lines, actions, below }: RowProps) {
  return (
    <li id={id} className="flex scroll-mt-24 flex-wrap items-start gap-x-4 gap-y-2 py-3 text-small">
      <div className="grid min-w-0 flex-1 basis-64 justify-items-start gap-1.5 text-soft">
        <div className="flex w-full flex-wrap items-baseline justify-between gap-x-4 gap-y-1 font-semibold text-text">
          <span className="min-w-0 break-words">{title}</span>
          <span className="numbers whitespace-nowrap">{figure}</span>
        </div>
        {pill}
        {lines}
      </div>
      {actions && (
        <div className="ml-auto flex flex-wrap items-center gap-2" data-print="hide">
          {actions}
        </div>
      )}
      {below && <div className="w-full">{below}</div>}
    </li>
  )
}

const LINK = 'font-semibold text-link hover:underline'

function PdfLink({ href, label }: { href: string; label: string }) {
  const { t, locale } = useFulfilmentFormats('')
  return (
    <a className={LINK} href={`${href}?lang=${locale}`} target="_blank" rel="noopener" aria-label={`${label}, PDF`}>
      {t('document')}
    </a>
  )
}

type PartOf = Pick<FulfilmentViewProps, 'fulfilment' | 'actions'>

/** The id of a row in the page, for links. */
export const anchorOf = (kind: 'invoice' | 'act', id: number) => `${kind}-${id}`

function Invoices({ fulfilment, actions }: PartOf) {
  const { t, money, day } = useFulfilmentFormats('')
  return (
    <Part title={t('invoices.title')} none={t('invoices.none')}>
      {fulfilment.invoices.map((invoice) => {
        const isClaim = invoice.type === 'penalty'
        const name = t(isClaim ? 'invoices.claim' : 'invoices.number', { number: invoice.number })
        const { late, penalty } = invoice
        return (
          <Row
            key={invoice.id}
            id={anchorOf('invoice', invoice.id)}
            title={
              <>
                {name}{' '}
                <span className="font-regular text-soft">
                  {late === null
                    ? t(`invoices.type.${invoice.type as 'plan'}`)
                    : t('invoices.type.penalty', { from: day(late.from), until: day(late.until) })}
                </span>
              </>
            }
            figure={money(invoice.amount)}
            pill={<InvoicePill invoice={invoice} />}
            lines={
              <>
                {invoice.cancelled && <span>{t('invoices.cancelled', { reason: invoice.cancelled.reason })}</span>}
                {invoice.deducted !== '0.00' && (
                  <span>{t('invoices.deducted', { amount: money(invoice.deducted) })}</span>
                )}
                {invoice.cancelled === null && invoice.demanded !== invoice.amount && (
                  <span>{t('invoices.reduced', { amount: money(invoice.demanded) })}</span>
                )}
                {late?.reason && (
                  <span>{t('invoices.proposed', { proposed: money(late.proposed), reason: late.reason })}</span>
                )}
                {penalty && (
                  <span>{t('invoices.penalty', { amount: money(penalty.amount), until: day(penalty.until) })}</span>
                )}
                {invoice.payment && <PaymentDetails payment={invoice.payment} missing={money(invoice.missing)} />}
              </>
            }
            actions={
              <>
                <PdfLink href={invoice.pdf} label={name} />
                {actions.invoice?.(invoice)}
              </>
            }
          />
        )
      })}
    </Part>
  )
}

function InvoicePill({ invoice }: { invoice: Invoice }) {
  const { t, money, day } = useFulfilmentFormats('')
  const { due_on: due, missing, paid, paid_on: paidOn, days_late: days, demanded } = invoice
  if (invoice.cancelled !== null) return null
  if (paidOn !== null)
    return (
      <Pill tone="go">
        {days > 0 ? t('invoices.paidLate', { day: day(paidOn), days }) : t('invoices.paid', { day: day(paidOn) })}
      </Pill>
    )
  if (missing === '0.00') return null
  return (
    <span className="flex flex-wrap items-center gap-2">
      {days > 0 ? (
        <Pill tone="lose">{t('invoices.late', { days })}</Pill>
      ) : (
        <Pill tone="wait">{t('invoices.due', { day: day(due) })}</Pill>
      )}
      {paid !== '0.00' && <span>{t('invoices.partly', { paid: money(paid), of: money(demanded) })}</span>}
    </span>
  )
}

function Payments({ fulfilment, actions }: PartOf) {
  const { t, money, day } = useFulfilmentFormats('')
  const { agreement, payments, returns, invoices, money: sums } = fulfilment
  const rows = [
    ...(agreement.deposit === '0.00'
      ? []
      : [<Row key="deposit" title={t('payments.deposit')} figure={money(agreement.deposit)} />]),
    ...payments.map((payment) => {
      const named = invoices.find(({ id }) => id === payment.invoice_id)
      return (
        <Row
          key={payment.id}
          title={day(payment.on)}
          figure={money(payment.amount)}
          lines={
            <>
              {named && <span>{t('payments.forInvoice', { type: named.type, number: named.number })}</span>}
              {payment.reversed !== '0.00' && (
                <span className="text-lose-text">{t('payments.reversed', { amount: money(payment.reversed) })}</span>
              )}
            </>
          }
          actions={actions.payment?.(payment)}
        />
      )
    }),
    ...returns.map(({ amount, on }, index) => (
      <Row key={`return-${index}`} title={day(on)} figure={money(`-${amount}`)} lines={t('payments.returned')} />
    )),
    ...(sums.return_by === null
      ? []
      : [
          <Row
            key="surplus"
            title={t('payments.returnBy', { amount: money(sums.unallocated), day: day(sums.return_by) })}
            figure=""
          />,
        ]),
  ]
  return (
    <Part title={t('payments.title')} none={t('payments.none')} aside={actions.money}>
      {rows}
    </Part>
  )
}

/** The day of a loading, or the month of one of gas. */
export function useLoadingDay(isGas: boolean): (on: string) => string {
  const { locale, day } = useFulfilmentFormats('')
  return (on) => (isGas ? formatMonth(on.slice(0, 'YYYY-MM'.length), locale, 'month') : day(on))
}

function Shipments({ fulfilment, actions }: PartOf) {
  const { agreement, loadings, waybills, acts } = fulfilment
  const { t, volume, day } = useFulfilmentFormats(agreement.unit)
  const loadingDay = useLoadingDay(agreement.is_gas)
  const open = loadings.filter(({ state }) => state !== 'loaded')
  const rows = [
    ...open.map((loading) => (
      <Row
        key={`loading-${loading.id}`}
        title={[loadingDay(loading.on), loading.place].filter(Boolean).join(' · ')}
        figure={volume(loading.volume)}
        pill={<Pill tone={TONES.loading[loading.state]}>{t(`loadings.state.${loading.state}`)}</Pill>}
        lines={loading.reason && <span>{t('loadings.reason', { reason: loading.reason })}</span>}
        actions={actions.loading?.(loading)}
      />
    )),
    ...waybills.map((waybill) => {
      const act = acts.find(({ id }) => id === waybill.act_id)
      const place = loadings.find(({ id }) => id === waybill.loading_id)?.place
      return (
        <Row
          key={`waybill-${waybill.id}`}
          title={[t('loadings.waybill', { number: waybill.number }), day(waybill.on), place]
            .filter(Boolean)
            .join(' · ')}
          figure={waybill.cancelled ? <s>{volume(waybill.volume)}</s> : volume(waybill.volume)}
          lines={
            <>
              {waybill.cancelled && <span>{t('loadings.cancelled')}</span>}
              {act && <span>{t('loadings.inAct', { number: act.number })}</span>}
              {waybill.file && (
                <a className={LINK} href={waybill.file.url} target="_blank" rel="noopener">
                  {t('loadings.passport')}
                </a>
              )}
            </>
          }
          actions={actions.waybill?.(waybill)}
        />
      )
    }),
  ]
  return (
    <Part title={t('loadings.title')} none={t('loadings.none')} aside={actions.shipments}>
      {rows}
    </Part>
  )
}

function Acts({ fulfilment: { agreement, acts }, actions }: PartOf) {
  const { t, money, volume, day } = useFulfilmentFormats(agreement.unit)
  return (
    <Part title={t('acts.title')} none={t('acts.none')} aside={actions.ofActs}>
      {acts.map((act) => {
        const name = t('acts.number', { number: act.number })
        return (
          <Row
            key={act.id}
            id={anchorOf('act', act.id)}
            title={
              <>
                {name}{' '}
                <span className="font-regular text-soft">
                  {act.from === act.until
                    ? day(act.from)
                    : t('acts.period', { from: day(act.from), until: day(act.until) })}
                  {act.is_last && `, ${t('acts.last')}`}
                </span>
              </>
            }
            figure={`${volume(act.volume)} · ${money(act.value)}`}
            pill={<ActState act={act} />}
            actions={
              <>
                <PdfLink href={act.pdf} label={name} />
                {actions.act?.(act)}
              </>
            }
            below={actions.signing?.(act)}
          />
        )
      })}
    </Part>
  )
}

function ActState({ act }: { act: Act }) {
  const { t, day } = useFulfilmentFormats('')
  if (act.cancelled !== null) return <span>{t('acts.cancelled', { reason: act.cancelled.reason })}</span>
  if (act.in_force_at !== null) return <Pill tone="go">{t('acts.inForce', { day: day(dayOf(act.in_force_at)) })}</Pill>
  return <Pill tone="wait">{t(act.signed.buyer === null ? 'acts.awaitsBuyer' : 'acts.awaitsOrganiser')}</Pill>
}

function Plan({ fulfilment: { agreement } }: { fulfilment: Fulfilment }) {
  const t = useTranslations('Fulfilment')
  const tPlan = useTranslations('PaymentPlan')
  return (
    <Card padding="sm" className="grid gap-2 text-small">
      <h2 className="text-h3">{tPlan('title')}</h2>
      <PlanLines plan={agreement.plan} />
      <p className="text-soft">{t('vatNote')}</p>
    </Card>
  )
}
