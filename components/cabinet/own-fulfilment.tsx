'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { OwnCorrespondence } from '@/components/cabinet/own-correspondence'
import { OwnAgreementSigning } from '@/components/cabinet/own-agreement-signing'
import { useApiMutation } from '@/components/forms/use-api-mutation'
import { FormDialog } from '@/components/forms/form-dialog'
import { FulfilmentView, anchorOf, useFulfilmentFormats, useLoadingDay } from '@/components/fulfilment/fulfilment-view'
import { useUser } from '@/components/session/session-user'
import { Button, LinkButton } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { TextAreaField, TextField } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import { api } from '@/lib/api/browser'
import { createIdempotencyKeys } from '@/lib/api/idempotency-keys'
import { serverClock } from '@/lib/api/server-clock'
import type { Fulfilment, Loading, NextStep } from '@/lib/contract/fulfilment'
import { addDays } from '@/lib/domain/payment-plan'
import { kyivDate, readTypedDecimal } from '@/lib/i18n/formats'

type Open = { kind: 'request' } | { kind: 'move' | 'withdraw'; loading: Loading }

/** The buyer's page of an agreement: the same figures as the organiser's, with what the buyer may do. */
export function OwnFulfilment({ initial }: { initial: Fulfilment }) {
  const [fulfilment, setFulfilment] = useState(initial)
  const [open, setOpen] = useState<Open | null>(null)
  const t = useTranslations('Fulfilment.loadings')
  const locale = useLocale()
  const { agreement, next, volume, stage } = fulfilment
  const isTrader = useUser()?.role !== 'viewer'
  const mayLoad = isTrader && stage !== 'awaiting_signature' && Number(volume.free) > 0
  const about = { agreement_id: agreement.id, lang: locale }
  const close = () => setOpen(null)

  const agree = useApiMutation(async (loading: Loading) => {
    const { data } = await api.fulfilment.answerLoading({
      ...about,
      loading_id: loading.id,
      version: loading.version,
      answer: 'agree',
    })
    setFulfilment(data)
  }, agreement.unit)

  const reload = async () => setFulfilment((await api.fulfilment.read(about)).data)

  return (
    <>
      {agree.failure && (
        <p role="alert" className="text-small text-lose-text">
          {agree.failure}
        </p>
      )}
      <FulfilmentView
        fulfilment={fulfilment}
        side="buyer"
        actions={{
          next: next?.side === 'buyer' && (
            <NextButton next={next} mayLoad={mayLoad} onRequest={() => setOpen({ kind: 'request' })} />
          ),
          shipments: mayLoad && next?.action !== 'request_loading' && (
            <Button size="sm" tone="outline" onClick={() => setOpen({ kind: 'request' })}>
              {t('request')}
            </Button>
          ),
          loading: (loading) =>
            isTrader &&
            ['requested', 'proposed', 'confirmed'].includes(loading.state) && (
              <>
                {loading.state === 'proposed' && (
                  <Button size="sm" pending={agree.pending} onClick={() => void agree.run(loading)}>
                    {t('agree')}
                  </Button>
                )}
                <Button size="sm" tone="outline" onClick={() => setOpen({ kind: 'move', loading })}>
                  {t('move')}
                </Button>
                <Button size="sm" tone="outline" onClick={() => setOpen({ kind: 'withdraw', loading })}>
                  {t('withdraw')}
                </Button>
              </>
            ),
          signing: (act) =>
            act.cancelled === null && (
              <OwnAgreementSigning agreement={{ id: agreement.id, pdf: act.pdf }} actId={act.id} onSigned={reload} />
            ),
          chat: agreement.auction_number !== null && <OwnCorrespondence agreement={agreement} />,
        }}
      />
      {stage === 'awaiting_signature' && (
        <Card padding="sm" className="empty:hidden">
          <OwnAgreementSigning agreement={{ id: agreement.id, pdf: `/storage/files/agreement-${agreement.id}.pdf` }} />
        </Card>
      )}
      {open?.kind === 'request' && <RequestDialog fulfilment={fulfilment} onChange={setFulfilment} onClose={close} />}
      {open !== null && open.kind !== 'request' && (
        <AnswerDialog fulfilment={fulfilment} {...open} onChange={setFulfilment} onClose={close} />
      )}
    </>
  )
}

interface NextButtonProps {
  next: NextStep
  mayLoad: boolean
  onRequest: () => void
}

/** Leads to where the buyer's next step is done. */
function NextButton({ next: { action, subject }, mayLoad, onRequest }: NextButtonProps) {
  const t = useTranslations('Fulfilment')
  if (action === 'request_loading' && mayLoad)
    return (
      <Button size="sm" onClick={onRequest}>
        {t('loadings.request')}
      </Button>
    )
  if (subject === null) return null
  if (action === 'pay')
    return (
      <Button size="sm" onClick={() => showPayment(subject)}>
        {t('invoices.howToPay')}
      </Button>
    )
  return action === 'sign_act' ? (
    <LinkButton size="sm" href={`#${anchorOf('act', subject)}`}>
      {t('acts.sign')}
    </LinkButton>
  ) : null
}

/** Opens the details of how to pay an invoice. */
function showPayment(invoiceId: number): void {
  const invoice = document.getElementById(anchorOf('invoice', invoiceId))
  invoice?.querySelector('details')?.setAttribute('open', '')
  invoice?.scrollIntoView()
}

interface DialogProps {
  fulfilment: Fulfilment
  onChange: (fulfilment: Fulfilment) => void
  onClose: () => void
}

const today = () => kyivDate(new Date(serverClock.now()))
/** Months to choose from for gas. */
const MONTHS = 12

/** A day, or a month of gas delivery as its first day. */
function DayField({ isGas, value, onChange }: { isGas: boolean; value: string; onChange: (day: string) => void }) {
  const t = useTranslations('Fulfilment.loadings')
  const monthOf = useLoadingDay(true)
  if (!isGas)
    return (
      <TextField
        type="date"
        label={t('day')}
        min={today()}
        required
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  const first = `${today().slice(0, 7)}-01`
  const months = Array.from({ length: MONTHS }).reduce<string[]>(
    (found) => [...found, `${addDays(found.at(-1) ?? first, 31).slice(0, 7)}-01`],
    [],
  )
  return (
    <Select
      label={t('month')}
      value={value}
      onValueChange={onChange}
      options={months.map((month) => ({ value: month, label: monthOf(month) }))}
    />
  )
}

function RequestDialog({ fulfilment, onChange, onClose }: DialogProps) {
  const { agreement, volume: volumes } = fulfilment
  const t = useTranslations('Fulfilment.loadings')
  const { locale, volume } = useFulfilmentFormats(agreement.unit)
  const [on, setOn] = useState('')
  const [typed, setTyped] = useState('')
  const [place, setPlace] = useState('')
  const [isChecked, setChecked] = useState(false)
  const quantity = readTypedDecimal(typed.trim(), 3, locale)
  const isVolumeMissing = quantity === null || Number(quantity) === 0
  const [keys] = useState(createIdempotencyKeys)
  const request = useApiMutation(async () => {
    const loading = { on, volume: quantity ?? '', place }
    const { data } = await api.fulfilment.requestLoading(
      { agreement_id: agreement.id, ...loading, lang: locale },
      { idempotencyKey: keys.keyFor(JSON.stringify(loading)) },
    )
    onChange(data)
    onClose()
  }, agreement.unit)
  return (
    <FormDialog
      title={t('request')}
      text={t('requestText', { volume: volume(volumes.free) })}
      verb={t('send')}
      pending={request.pending}
      failure={request.failure}
      isValid={() => {
        setChecked(true)
        return on !== '' && !isVolumeMissing
      }}
      onAnswer={() => request.run()}
      onClose={onClose}
    >
      <DayField isGas={agreement.is_gas} value={on} onChange={setOn} />
      <TextField
        label={t('volume', { unit: agreement.unit })}
        inputMode="decimal"
        required
        value={typed}
        error={isChecked && isVolumeMissing ? t('volumeMissing') : undefined}
        onChange={(event) => setTyped(event.target.value)}
      />
      <TextField
        label={t(agreement.is_gas ? 'point' : 'vehicle')}
        maxLength={200}
        value={place}
        onChange={(event) => setPlace(event.target.value)}
      />
    </FormDialog>
  )
}

function AnswerDialog({
  fulfilment: { agreement },
  kind,
  loading,
  onChange,
  onClose,
}: DialogProps & Exclude<Open, { kind: 'request' }>) {
  const t = useTranslations('Fulfilment.loadings')
  const { locale } = useFulfilmentFormats(agreement.unit)
  const loadingDay = useLoadingDay(agreement.is_gas)
  const [on, setOn] = useState(loading.on)
  const [reason, setReason] = useState('')
  const isMove = kind === 'move'
  const answer = useApiMutation(async () => {
    const { data } = await api.fulfilment.answerLoading({
      agreement_id: agreement.id,
      loading_id: loading.id,
      version: loading.version,
      answer: isMove ? 'move' : 'drop',
      ...(isMove && { on }),
      ...(reason.trim() !== '' && { reason }),
      lang: locale,
    })
    onChange(data)
    onClose()
  }, agreement.unit)
  return (
    <FormDialog
      title={isMove ? t('moveTitle') : t('withdrawTitle', { day: loadingDay(loading.on) })}
      verb={t(isMove ? 'propose' : 'withdraw')}
      danger={!isMove}
      pending={answer.pending}
      failure={answer.failure}
      isValid={() => !isMove || on !== ''}
      onAnswer={() => answer.run()}
      onClose={onClose}
    >
      {isMove && <DayField isGas={agreement.is_gas} value={on} onChange={setOn} />}
      <TextAreaField
        label={t('why')}
        maxLength={2000}
        rows={3}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  )
}
