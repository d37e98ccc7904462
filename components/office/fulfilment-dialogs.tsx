'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { useFulfilmentFormats, useLoadingDay } from '@/components/fulfilment/fulfilment-view'
import { DateField } from '@/components/office/date-field'
import { DecisionDialog } from '@/components/office/decision-dialog'
import { FileField } from '@/components/office/file-field'
import { type OfficeTextKey, useOfficeText } from '@/components/office/office-text'
import { Checkbox, TextField } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import { api } from '@/lib/api/browser'
import { serverClock } from '@/lib/api/server-clock'
import type { Fulfilment, Loading } from '@/lib/contract/fulfilment'
import { isUnclearDecimal, kyivDate, readTypedDecimal, writeDecimal } from '@/lib/i18n/formats'

type Invoice = Fulfilment['invoices'][number]

export type OpenFulfilmentDialog =
  | { kind: 'payment' | 'return' | 'act' | 'end' }
  | { kind: 'reversal'; payment: Fulfilment['payments'][number] }
  | { kind: 'cancelInvoice' | 'penalty'; invoice: Invoice }
  | { kind: 'waybill'; loading: Loading | null }
  | { kind: 'moveLoading' | 'refuseLoading'; loading: Loading }
  | { kind: 'cancelWaybill'; waybill: Fulfilment['waybills'][number] }
  | { kind: 'cancelAct'; act: Fulfilment['acts'][number] }

interface DialogProps {
  /** What the dialogs need of an agreement; the dispatcher's list has no more. */
  agreement: Pick<Fulfilment['agreement'], 'id' | 'unit' | 'is_gas'>
  received?: string
  unallocated?: string
  returned?: string
  invoices?: readonly Invoice[]
  /** Everything is loaded, so that the act may settle the agreement. */
  isShipped?: boolean
  onClose: () => void
}

const today = () => kyivDate(new Date(serverClock.now()))

/** Asks for what a decision on an agreement needs, and makes it. */
export function FulfilmentDialog({ open, ...props }: DialogProps & { open: OpenFulfilmentDialog }) {
  const { t } = useOfficeText()
  const { agreement, unallocated = '0.00', returned = '0.00', onClose } = props
  // As shown when the dialog was opened, as in `PaymentDialog`.
  const [seen] = useState(returned)
  const about = { agreement_id: agreement.id }
  const { money, volume } = useFulfilmentFormats(agreement.unit)
  const loadingDay = useLoadingDay(agreement.is_gas)
  const ask = (
    title: string,
    verb: OfficeTextKey,
    done: OfficeTextKey,
    { draft, text, call }: { draft: string; text?: string; call: (reason: string) => Promise<unknown> },
  ) => (
    <DecisionDialog
      title={title}
      text={text}
      verb={t(verb)}
      danger
      reasonFor={`${draft}:${agreement.id}`}
      done={done}
      decide={({ reason }) => call(reason)}
      onClose={onClose}
    />
  )
  switch (open.kind) {
    case 'payment':
      return <PaymentDialog {...props} />
    case 'return':
      return (
        <MoneyDialog
          {...props}
          title={t('returnTitle')}
          text={t('returnText', { sum: money(unallocated) })}
          verb="recordReturn"
          done="moneyReturned"
          preset={unallocated}
          call={(entry) => api.manager.returnOverpayment({ ...about, ...entry, returned: seen })}
        />
      )
    case 'reversal':
      return (
        <MoneyDialog
          {...props}
          title={t('reversalTitle')}
          text={t('reversalText', { sum: money(open.payment.amount) })}
          verb="reversePayment"
          done="paymentReversed"
          preset={open.payment.amount}
          call={(entry) =>
            api.manager.reversePayment({
              ...about,
              payment_id: open.payment.id,
              ...entry,
              reversed: open.payment.reversed,
            })
          }
        />
      )
    case 'penalty':
      return <PenaltyDialog {...props} invoice={open.invoice} />
    case 'waybill':
      return <WaybillDialog {...props} loading={open.loading} />
    case 'moveLoading':
      return <MoveDialog {...props} loading={open.loading} />
    case 'act':
      return <ActDialog {...props} />
    case 'cancelInvoice':
      return ask(
        t('cancelInvoiceTitle', { type: open.invoice.type, number: open.invoice.number }),
        'cancelInvoice',
        'invoiceCancelled',
        {
          draft: `invoice:${open.invoice.id}`,
          text: t('cancelInvoiceText'),
          call: (reason) => api.manager.cancelInvoice({ ...about, invoice_id: open.invoice.id, reason }),
        },
      )
    case 'cancelWaybill':
      return ask(t('cancelWaybillTitle', { number: open.waybill.number }), 'cancelWaybill', 'waybillCancelled', {
        draft: `waybill:${open.waybill.id}`,
        call: (reason) => api.manager.cancelWaybill({ ...about, waybill_id: open.waybill.id, reason }),
      })
    case 'cancelAct':
      return ask(t('cancelActTitle', { number: open.act.number }), 'cancelAct', 'actCancelled', {
        draft: `act:${open.act.id}`,
        call: (reason) => api.manager.cancelAct({ ...about, act_id: open.act.id, reason }),
      })
    case 'refuseLoading':
      return ask(
        t('refuseLoadingTitle', { day: loadingDay(open.loading.on), volume: volume(open.loading.volume) }),
        'refuseLoading',
        'loadingRefused',
        {
          draft: `loading:${open.loading.id}`,
          call: (reason) =>
            api.manager.decideLoading({
              ...about,
              loading_id: open.loading.id,
              version: open.loading.version,
              answer: 'drop',
              reason,
            }),
        },
      )
    case 'end':
      return ask(t('endTitle'), 'endAgreement', 'agreementEnded', {
        draft: 'end',
        text: t('endText'),
        call: (reason) => api.manager.endAgreement({ ...about, reason }),
      })
    default:
      return open satisfies never
  }
}

/** A typed decimal with its error, which is shown once the form was checked. */
function useDecimal(preset: string, places: 2 | 3, { allowsZero = false } = {}) {
  const { t, locale } = useOfficeText()
  const tFault = useTranslations('Lot.faults')
  const [typed, setTyped] = useState(preset === '' ? '' : writeDecimal(preset, locale))
  const value = readTypedDecimal(typed.trim(), places, locale)
  const isValid = value !== null && (allowsZero || Number(value) > 0)
  const error = isUnclearDecimal(typed, locale)
    ? tFault('numberUnclear')
    : t(places === 2 ? 'sumMissing' : 'volumeMissing')
  return { typed, setTyped, value: value ?? '', isValid, error }
}

interface MoneyDialogProps extends DialogProps {
  title: string
  text: string
  verb: OfficeTextKey
  done: OfficeTextKey
  preset: string
  call: (entry: { amount: string; on: string; note: string }) => Promise<unknown>
  children?: ReactNode
}

/** A movement of money: how much, when, and where it was seen. */
function MoneyDialog({ agreement, title, text, verb, done, preset, call, onClose, children }: MoneyDialogProps) {
  const { t } = useOfficeText()
  const amount = useDecimal(preset, 2)
  const [on, setOn] = useState(today())
  const [isChecked, setChecked] = useState(false)
  return (
    <DecisionDialog
      title={title}
      text={text}
      verb={t(verb)}
      reasonFor={`${verb}:${agreement.id}`}
      reasonTexts={{ label: t('paymentNote'), missing: t('paymentNoteMissing') }}
      isValid={() => {
        setChecked(true)
        return amount.isValid && on !== ''
      }}
      done={done}
      decide={({ reason }) => call({ amount: amount.value, on, note: reason })}
      onClose={onClose}
    >
      <TextField
        label={t('depositSum')}
        inputMode="decimal"
        value={amount.typed}
        error={isChecked && !amount.isValid ? amount.error : undefined}
        onChange={(event) => amount.setTyped(event.target.value)}
      />
      <DateField
        label={t('receivedOn')}
        value={on}
        error={isChecked && on === '' ? t('dateMissing') : undefined}
        onChange={setOn}
      />
      {children}
    </DecisionDialog>
  )
}

function PaymentDialog(props: DialogProps) {
  const { t } = useOfficeText()
  const { agreement, received = '0.00', invoices = [] } = props
  const { money } = useFulfilmentFormats('')
  const [invoice, setInvoice] = useState('')
  // As shown when the dialog was opened: with a total that was refreshed since, a retry would count a payment twice.
  const [seen] = useState(received)
  const open = invoices.filter(({ missing }) => missing !== '0.00')
  return (
    <MoneyDialog
      {...props}
      title={t('countPaymentTitle')}
      text={t('countPaymentText', { sum: money(seen) })}
      verb="countPayment"
      done="paymentCounted"
      preset=""
      call={(entry) =>
        api.manager.countPayment({
          agreement_id: agreement.id,
          ...entry,
          ...(invoice !== '' && { invoice_id: Number(invoice) }),
          received: seen,
        })
      }
    >
      <Select
        label={t('paymentFor')}
        value={invoice}
        onValueChange={setInvoice}
        options={[
          { value: '', label: t('oldestInvoice') },
          ...open.map(({ id, type, number, missing }) => ({
            value: String(id),
            label: t('invoiceMissing', { type, number, sum: money(missing) }),
          })),
        ]}
      />
    </MoneyDialog>
  )
}

function PenaltyDialog({ agreement, invoice, onClose }: DialogProps & { invoice: Invoice }) {
  const { t } = useOfficeText()
  const { money, day } = useFulfilmentFormats('')
  const [proposal] = useState(invoice.penalty)
  const proposed = proposal?.amount ?? '0.00'
  const amount = useDecimal(proposed, 2, { allowsZero: true })
  const [reason, setReason] = useState('')
  const [isChecked, setChecked] = useState(false)
  const isLess = amount.value !== '' && Number(amount.value) < Number(proposed)
  return (
    <DecisionDialog
      title={t('penaltyTitle', { number: invoice.number })}
      text={t('penaltyText', {
        sum: money(proposed),
        from: proposal ? day(proposal.from) : '',
        until: proposal ? day(proposal.until) : '',
      })}
      verb={t(amount.value === '0.00' ? 'waivePenalty' : 'claimPenalty')}
      isValid={() => {
        setChecked(true)
        return amount.isValid && (!isLess || reason.trim() !== '')
      }}
      done="penaltyDecided"
      decide={() =>
        api.manager.claimPenalty({
          agreement_id: agreement.id,
          invoice_id: invoice.id,
          proposed,
          amount: amount.value,
          ...(isLess && { reason }),
        })
      }
      onClose={onClose}
    >
      <TextField
        label={t('penaltySum')}
        hint={t('penaltySumHint')}
        inputMode="decimal"
        value={amount.typed}
        error={isChecked && !amount.isValid ? amount.error : undefined}
        onChange={(event) => amount.setTyped(event.target.value)}
      />
      {isLess && (
        <TextField
          label={t('penaltyReason')}
          maxLength={2000}
          value={reason}
          error={isChecked && reason.trim() === '' ? t('reasonRequired') : undefined}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
    </DecisionDialog>
  )
}

function WaybillDialog({ agreement, loading, onClose }: DialogProps & { loading: Loading | null }) {
  const { t } = useOfficeText()
  const [number, setNumber] = useState('')
  const [on, setOn] = useState(today())
  const volume = useDecimal(loading?.volume ?? '', 3)
  const [isChecked, setChecked] = useState(false)
  return (
    <DecisionDialog
      title={t('recordWaybill')}
      text={loading?.place}
      verb={t('recordWaybill')}
      isValid={() => {
        setChecked(true)
        return number.trim() !== '' && on !== '' && volume.isValid
      }}
      done="waybillRecorded"
      decide={({ file }) =>
        api.manager.recordWaybill({
          agreement_id: String(agreement.id),
          number,
          on,
          volume: volume.value,
          ...(loading && { loading_id: String(loading.id) }),
          ...(file && { file }),
        })
      }
      onClose={onClose}
    >
      <TextField
        label={t('waybillNumber')}
        maxLength={60}
        value={number}
        error={isChecked && number.trim() === '' ? t('waybillNumberMissing') : undefined}
        onChange={(event) => setNumber(event.target.value)}
      />
      <DateField
        label={t('waybillDay')}
        value={on}
        error={isChecked && on === '' ? t('dateMissing') : undefined}
        onChange={setOn}
      />
      <TextField
        label={t('netVolume', { unit: agreement.unit })}
        inputMode="decimal"
        value={volume.typed}
        error={isChecked && !volume.isValid ? volume.error : undefined}
        onChange={(event) => volume.setTyped(event.target.value)}
      />
      <FileField label={t('qualityPassport')} isOptional />
    </DecisionDialog>
  )
}

function MoveDialog({ agreement, loading, onClose }: DialogProps & { loading: Loading }) {
  const { t } = useOfficeText()
  const loadingDay = useLoadingDay(agreement.is_gas)
  const [on, setOn] = useState(loading.on)
  const [isChecked, setChecked] = useState(false)
  return (
    <DecisionDialog
      title={t('proposeDayTitle')}
      text={t('proposeDayText', { day: loadingDay(loading.on) })}
      verb={t('proposeDay')}
      reasonFor={`loading-day:${loading.id}`}
      isValid={() => {
        setChecked(true)
        return on !== ''
      }}
      done="loadingMoved"
      decide={({ reason }) =>
        api.manager.decideLoading({
          agreement_id: agreement.id,
          loading_id: loading.id,
          version: loading.version,
          answer: 'move',
          on,
          reason,
        })
      }
      onClose={onClose}
    >
      <DateField
        label={t('day')}
        value={on}
        error={isChecked && on === '' ? t('dateMissing') : undefined}
        onChange={setOn}
      />
    </DecisionDialog>
  )
}

function ActDialog({ agreement, isShipped = false, onClose }: DialogProps) {
  const { t } = useOfficeText()
  const [isLast, setLast] = useState(isShipped)
  return (
    <DecisionDialog
      title={t('makeAct')}
      text={t('makeActText')}
      verb={t('makeAct')}
      done="actMade"
      decide={() => api.manager.makeAct({ agreement_id: agreement.id, is_last: isLast })}
      onClose={onClose}
    >
      {isShipped && (
        <Checkbox label={t('lastAct')} checked={isLast} onChange={(event) => setLast(event.target.checked)} />
      )}
    </DecisionDialog>
  )
}
