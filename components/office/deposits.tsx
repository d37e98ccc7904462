'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { DecisionDialog } from '@/components/office/ask-dialog'
import { DateField } from '@/components/office/date-field'
import { OfficePage, StatusPill, TextLink } from '@/components/office/kit'
import { List, oneOf, StateTabs, useFilters } from '@/components/office/list'
import { useOfficeText } from '@/components/office/office-text'
import { useListQuery } from '@/components/office/queries'
import { Statements } from '@/components/office/statements'
import { Button } from '@/components/ui/button'
import { Checkbox, TextField } from '@/components/ui/field'
import { Pill } from '@/components/ui/pill'
import { api } from '@/lib/api/browser'
import { depositState, type ManagedDeposit, type SettlementKind } from '@/lib/contract/deposits'
import {
  formatDate,
  formatDateTime,
  formatPrice,
  formatQuantity,
  isUnclearDecimal,
  numberSign,
  readTypedDecimal,
} from '@/lib/i18n/formats'

/** Deposits by state, and the import of bank statements (R11.2, R11.4). */
export function DepositsBoard() {
  const { t, locale } = useOfficeText()
  const { filters, change } = useFilters(['state'])
  const state = oneOf(filters.state, depositState.options)
  const deposits = useListQuery(['deposits', state, locale], (cursor) =>
    api.manager.deposits({ states: state && [state], lang: locale, cursor, limit: 50 }),
  )
  return (
    <OfficePage title={t('deposits')} hint={t('depositsHint')}>
      <Statements />
      <StateTabs
        label={t('status')}
        chosen={state}
        counts={deposits.data?.counts}
        options={depositState.options.map((option) => [option, t(`deposit_${option}`)])}
        onChoose={(value) => change({ state: value })}
      />
      <List query={deposits} none={t('noDeposits')}>
        {(page) => (
          <ul className="divide-y divide-line">
            {page.list.map((deposit) => (
              <Deposit key={deposit.application_id} deposit={deposit} />
            ))}
          </ul>
        )}
      </List>
    </OfficePage>
  )
}

/** `deposit`: as shown when the dialog was opened. With a total that was refreshed since, a retry would count a payment twice. */
interface Asking {
  kind: 'record' | SettlementKind
  deposit: ManagedDeposit
}

function Deposit({ deposit }: { deposit: ManagedDeposit }) {
  const { t, locale } = useOfficeText()
  const [asking, setAsking] = useState<Asking | null>(null)
  const ask = (kind: Asking['kind']) => setAsking({ kind, deposit })
  const { auction, company, state } = deposit
  const money = (sum: string) => t('uah', { sum: formatPrice(sum, locale) })
  const due = state === 'to_return' || state === 'to_apply'
  const isSettled = state === 'applied' || state === 'returned' || state === 'kept'
  return (
    <li className="grid grid-cols-1 gap-x-5 gap-y-2 py-3.5 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)_auto]">
      <div className="grid min-w-0 content-start gap-1 break-words text-small text-soft">
        <b className="text-body font-semibold text-text">{company.name}</b>
        <span>
          <TextLink href={`/office/auctions/${auction.id}/console`}>
            {t('auction')} {numberSign(auction.number, locale)}
          </TextLink>{' '}
          · {t('edrpou')} {company.edrpou} · {deposit.reference}
        </span>
        {deposit.payments.map((payment, index) => (
          <span key={index}>
            {formatDate(`${payment.received_on}T12:00:00Z`, locale)}: {money(payment.amount)} ·{' '}
            {payment.statement ? t('fromStatement') : payment.note} · {payment.staff_name}
          </span>
        ))}
        {deposit.settlements.map((settlement) => (
          <span key={settlement.at}>
            {formatDateTime(settlement.at, locale)}: {t(`deposit_${settlement.kind}`)}, {money(settlement.amount)} ·{' '}
            {settlement.staff_name}
            {settlement.reason && ` · ${settlement.reason}`}{' '}
            {settlement.file_id !== null && (
              <TextLink href={`/storage/files/${settlement.file_id}`} target="_blank" rel="noreferrer">
                {t('file')}
              </TextLink>
            )}
          </span>
        ))}
      </div>
      <div className="grid min-w-0 content-start gap-1 text-small">
        <span>
          {t('depositSumReceived')}: <b className="font-semibold">{money(deposit.received)}</b>
          {deposit.required !== null && ` / ${money(deposit.required)}`}
        </span>
        {!isSettled && (
          <span>
            {t('depositCovers')}: {formatQuantity(deposit.covered_quantity, locale, deposit.unit)}
          </span>
        )}
        {(state === 'expected' || state === 'received') && (
          <span className={deposit.covers ? 'text-go-text' : 'text-wait-text'}>
            {t(deposit.covers ? 'depositEnough' : 'depositNotEnough')} · {t('depositDueBy')}{' '}
            {formatDateTime(deposit.due_by, locale)}
          </span>
        )}
        {deposit.return_by && (
          <span className="font-semibold text-wait-text">
            {t('depositReturnBy')} {formatDateTime(deposit.return_by, locale)}: {money(deposit.balance)}
          </span>
        )}
      </div>
      <div className="flex flex-wrap content-start items-center gap-2 lg:max-w-56 lg:justify-end lg:justify-self-end">
        {state === 'received' && !deposit.covers ? (
          <Pill tone="wait">{t('depositPartly')}</Pill>
        ) : (
          <StatusPill status={`deposit_${state}`}>{t(`deposit_${state}`)}</StatusPill>
        )}
        <Button size="sm" tone="outline" onClick={() => ask('record')}>
          {t('recordDeposit')}
        </Button>
        {state === 'to_apply' && (
          <Button size="sm" onClick={() => ask('applied')}>
            {t('applyDeposit')}
          </Button>
        )}
        {due && (
          <>
            <Button size="sm" tone={state === 'to_return' ? 'primary' : 'outline'} onClick={() => ask('returned')}>
              {t('returnDeposit')}
            </Button>
            <Button size="sm" tone="danger" onClick={() => ask('kept')}>
              {t('keepDeposit')}
            </Button>
          </>
        )}
      </div>
      {asking?.kind === 'record' && <RecordDialog deposit={asking.deposit} onClose={() => setAsking(null)} />}
      {asking !== null && asking.kind !== 'record' && (
        <SettleDialog deposit={asking.deposit} kind={asking.kind} onClose={() => setAsking(null)} />
      )}
    </li>
  )
}

interface DialogProps {
  deposit: ManagedDeposit
  onClose: () => void
}

/** Records a payment by hand. */
function RecordDialog({ deposit, onClose }: DialogProps) {
  const { t, locale } = useOfficeText()
  const tFault = useTranslations('Lot.faults')
  const [amount, setAmount] = useState('')
  const [receivedOn, setReceivedOn] = useState('')
  const [reversal, setReversal] = useState(false)
  const [checked, setChecked] = useState(false)
  const sum = readTypedDecimal(amount.trim(), 2, locale)
  const amountFault = isUnclearDecimal(amount, locale) ? tFault('numberUnclear') : t('sumMissing')
  return (
    <DecisionDialog
      title={t('recordTitle', { company: deposit.company.name })}
      text={t('recordText', {
        number: numberSign(deposit.auction.number, locale),
        sum: formatPrice(deposit.received, locale),
      })}
      verb={t('recordDeposit')}
      reasonFor={`payment:${deposit.application_id}`}
      reasonTexts={{ label: t('paymentNote'), missing: t('paymentNoteMissing') }}
      isValid={() => {
        setChecked(true)
        return sum !== null && receivedOn !== ''
      }}
      done="depositRecorded"
      decide={({ reason }) =>
        api.manager.recordDeposit({
          application_id: deposit.application_id,
          amount: sum!,
          received_on: receivedOn,
          reversal,
          note: reason,
          received: deposit.received,
        })
      }
      onClose={onClose}
    >
      <TextField
        label={t('depositSum')}
        inputMode="decimal"
        value={amount}
        error={checked && sum === null ? amountFault : undefined}
        onChange={(event) => setAmount(event.target.value)}
      />
      <DateField
        label={t('receivedOn')}
        value={receivedOn}
        error={checked && receivedOn === '' ? t('dateMissing') : undefined}
        onChange={setReceivedOn}
      />
      <Checkbox label={t('takenBack')} checked={reversal} onChange={(event) => setReversal(event.target.checked)} />
    </DecisionDialog>
  )
}

function SettleDialog({ deposit, kind, onClose }: DialogProps & { kind: SettlementKind }) {
  const { t, locale } = useOfficeText()
  const { application_id: applicationId, received, balance } = deposit
  return (
    <DecisionDialog
      title={t(`settle_${kind}`, { company: deposit.company.name })}
      text={t('settleText', { number: numberSign(deposit.auction.number, locale), sum: formatPrice(balance, locale) })}
      verb={t(kind === 'returned' ? 'returnDeposit' : kind === 'applied' ? 'applyDeposit' : 'keepDeposit')}
      danger={kind === 'kept'}
      reasonFor={kind === 'kept' ? `deposit-kept:${applicationId}` : undefined}
      withFile={kind === 'kept'}
      done="depositSettled"
      decide={({ reason, file }) =>
        api.manager.settleDeposit({
          application_id: String(applicationId),
          kind,
          received,
          ...(reason !== '' && { reason }),
          ...(file !== null && { file }),
        })
      }
      onClose={onClose}
    />
  )
}
