'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { DecisionDialog } from '@/components/office/decision-dialog'
import { DateField } from '@/components/office/date-field'
import { StatusPill, TextLink } from '@/components/office/kit'
import { type OfficeText, type OfficeTextKey, useOfficeText } from '@/components/office/office-text'
import { consolePath, roomPath } from '@/components/office/rooms'
import { useOfficeMutation } from '@/components/office/queries'
import { RowMenu } from '@/components/office/row-menu'
import { defineScreen, ScreenPage } from '@/components/office/screen'
import { Statements } from '@/components/office/statements'
import { Button } from '@/components/ui/button'
import { Checkbox, TextField } from '@/components/ui/field'
import { Pill } from '@/components/ui/pill'
import { api } from '@/lib/api/browser'
import { saveFile } from '@/lib/browser/save-file'
import type { Answer, Input } from '@/lib/contract/endpoint'
import type { managerExportsEndpoints } from '@/lib/contract/manager'
import type { DepositState, ManagedDeposit, managerDepositsEndpoints, SettlementKind } from '@/lib/contract/deposits'
import {
  formatDate,
  formatDateTime,
  formatPrice,
  formatQuantity,
  formatShortDateTime,
  isUnclearDecimal,
  numberSign,
  readTypedDecimal,
} from '@/lib/i18n/formats'

async function readDeposits(query: Input<typeof managerDepositsEndpoints.deposits>) {
  const { data } = await api.manager.deposits(query)
  return { data: { ...data, list: data.list.map((deposit) => ({ ...deposit, id: deposit.application_id })) } }
}

type DepositRow = Awaited<ReturnType<typeof readDeposits>>['data']['list'][number]

/** Deposits by state, and the import of bank statements (R11.2, R11.4). */
const DEPOSITS = defineScreen({
  room: 'deposits',
  hint: 'depositsHint',
  empty: 'noDeposits',
  Above: Statements,
  Actions: ReturnFiles,
  filters: {
    state: {
      label: 'status',
      tabs: true,
      options: {
        expected: 'deposit_expected',
        received: 'deposit_received',
        to_apply: 'deposit_to_apply',
        to_return: 'deposit_to_return',
        applied: 'deposit_applied',
        returned: 'deposit_returned',
        kept: 'deposit_kept',
        none: 'deposit_none',
      },
    },
  },
  read: ({ state }, cursor, { locale }) => readDeposits({ states: state && [state], lang: locale, cursor, limit: 50 }),
  counts: ({ counts }) => counts,
  RowActions: Actions,
  details: (deposit) =>
    deposit.payments.length + deposit.settlements.length > 0 ? <History deposit={deposit} /> : null,
  columns: [
    {
      key: 'company',
      head: 'company',
      headClass: 'min-w-44 tabular:w-1/4',
      cut: true,
      cell: ({ company }) => (
        <TextLink href={roomPath('companies', company.id)} title={company.name} className="font-semibold">
          {company.name}
        </TextLink>
      ),
    },
    { key: 'edrpou', head: 'edrpou', spare: true, cell: ({ company }) => company.edrpou },
    {
      key: 'lot',
      head: 'lot',
      cell: ({ auction }, { locale }) => (
        <TextLink href={consolePath(auction.id)} className="whitespace-nowrap">
          {numberSign(auction.number, locale)}
        </TextLink>
      ),
    },
    { key: 'reference', head: 'depositReference', cellClass: 'whitespace-nowrap', cell: ({ reference }) => reference },
    {
      key: 'received',
      head: 'depositReceivedUah',
      numeric: true,
      cell: ({ received, required }, { locale }) => (
        <>
          <b className="font-semibold">{formatPrice(received, locale)}</b>
          {required !== null && <span className="text-soft"> / {formatPrice(required, locale)}</span>}
        </>
      ),
    },
    {
      key: 'covers',
      head: 'depositCovers',
      numeric: true,
      cell: ({ state, covered_quantity: covered, unit }, { locale }) =>
        SETTLED.has(state) ? null : formatQuantity(covered, locale, unit),
    },
    {
      key: 'deadline',
      head: 'depositDeadline',
      cellClass: 'col-span-full tabular:whitespace-nowrap',
      cell: (deposit, office) => deadlineOf(deposit, office),
    },
    {
      key: 'state',
      head: 'status',
      cell: ({ state, covers }, { t }) =>
        state === 'received' && !covers ? (
          <Pill tone="wait">{t('depositPartly')}</Pill>
        ) : (
          <StatusPill status={`deposit_${state}`}>{t(`deposit_${state}`)}</StatusPill>
        ),
    },
  ],
})

/** Exports the refunds due: a credit transfer for the bank, or a table. */
function ReturnFiles() {
  const { t, locale } = useOfficeText()
  const [incomplete, setIncomplete] = useState<CheckedReturns | null>(null)
  const save = async (format: 'xml' | 'csv') => saveFile(await api.manager.exportReturns({ format, lang: locale }))
  const file = useOfficeMutation(
    async (format: 'xml' | 'csv') => {
      if (format === 'csv') return save(format)
      const { data } = await api.manager.checkReturns({})
      return data.left_out.length === 0 ? save(format) : setIncomplete(data)
    },
    { toastFailure: true },
  )
  return (
    <>
      <RowMenu
        label={t('returns')}
        busy={file.pending}
        actions={[
          { name: t('returnsXml'), run: () => void file.run('xml') },
          { name: t('returnsCsv'), run: () => void file.run('csv') },
        ]}
      />
      {incomplete && <LeftOutDialog {...incomplete} save={() => save('xml')} onClose={() => setIncomplete(null)} />}
    </>
  )
}

type CheckedReturns = Answer<(typeof managerExportsEndpoints)['checkReturns']>['data']

/** Names what the file for the bank leaves out, before it is saved: nothing that is owed vanishes. */
function LeftOutDialog({
  transfers,
  total,
  left_out: leftOut,
  save,
  onClose,
}: CheckedReturns & { save: () => Promise<unknown>; onClose: () => void }) {
  const { t, locale } = useOfficeText()
  const money = (sum: string) => t('uah', { sum: formatPrice(sum, locale) })
  return (
    <DecisionDialog
      title={t('returnsIncomplete')}
      text={transfers === 0 ? t('returnsNone') : t('returnsIncluded', { count: transfers, sum: money(total) })}
      verb={transfers === 0 ? null : t('returnsSave', { count: transfers })}
      done="fileSaved"
      decide={save}
      onClose={onClose}
    >
      <div className="grid gap-2 text-small">
        <p>{t('returnsLeftOut')}</p>
        <ul role="list" className="max-h-80 divide-y divide-line overflow-y-auto border-y border-line">
          {leftOut.map(({ company, purpose, amount, reason }, index) => (
            <li key={index} className="grid gap-0.5 py-2">
              <span className="flex flex-wrap justify-between gap-x-4 font-semibold">
                <span className="min-w-0 break-words">{company}</span>
                <span className="numbers whitespace-nowrap">{money(amount)}</span>
              </span>
              <span className="text-lose-text">{t(`returnsWithout_${reason}`)}</span>
              <span className="break-words text-soft">{purpose}</span>
            </li>
          ))}
        </ul>
      </div>
    </DecisionDialog>
  )
}

export function DepositsScreen() {
  return <ScreenPage screen={DEPOSITS} />
}

const SETTLED: ReadonlySet<DepositState> = new Set(['applied', 'returned', 'kept'])

function deadlineOf({ state, return_by: returnBy, due_by: dueBy }: ManagedDeposit, { t, locale }: OfficeText) {
  if (returnBy !== null)
    return (
      <span className="font-semibold text-wait-text">
        {t('depositReturnBy')} {formatShortDateTime(returnBy, locale)}
      </span>
    )
  return state === 'expected' || state === 'received' ? formatShortDateTime(dueBy, locale) : null
}

/** The payments and what became of them. */
function History({ deposit }: { deposit: ManagedDeposit }) {
  const { t, locale } = useOfficeText()
  const money = (sum: string) => t('uah', { sum: formatPrice(sum, locale) })
  return (
    <ul className="grid gap-1 break-words">
      {deposit.payments.map((payment, index) => (
        <li key={index}>
          {formatDate(`${payment.received_on}T12:00:00Z`, locale)}: {money(payment.amount)} ·{' '}
          {payment.statement ? t('fromStatement') : payment.note} · {payment.staff_name}
        </li>
      ))}
      {deposit.settlements.map((settlement) => (
        <li key={settlement.at}>
          {formatDateTime(settlement.at, locale)}: {t(`deposit_${settlement.kind}`)}, {money(settlement.amount)} ·{' '}
          {settlement.staff_name}
          {settlement.reason && ` · ${settlement.reason}`}{' '}
          {settlement.file_id !== null && (
            <TextLink href={`/storage/files/${settlement.file_id}`} target="_blank" rel="noreferrer">
              {t('file')}
            </TextLink>
          )}
        </li>
      ))}
    </ul>
  )
}

/** `deposit`: as shown when the dialog was opened. With a total that was refreshed since, a retry would count a payment twice. */
interface OpenDialog {
  kind: 'record' | SettlementKind
  deposit: ManagedDeposit
}

const VERBS = {
  record: 'recordDeposit',
  applied: 'applyDeposit',
  returned: 'returnDeposit',
  kept: 'keepDeposit',
} as const satisfies Record<OpenDialog['kind'], OfficeTextKey>

/** The most likely action first. */
function actionsFor(state: DepositState): readonly OpenDialog['kind'][] {
  if (state === 'to_return') return ['returned', 'kept', 'record']
  if (state === 'to_apply') return ['applied', 'returned', 'kept', 'record']
  return ['record']
}

function Actions({ row: deposit }: { row: DepositRow }) {
  const { t } = useOfficeText()
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const [first = 'record', ...others] = actionsFor(deposit.state)
  const ask = (kind: OpenDialog['kind']) => setOpen({ kind, deposit })
  return (
    <>
      <Button size="sm" tone={first === 'record' ? 'outline' : 'primary'} onClick={() => ask(first)}>
        {t(VERBS[first])}
      </Button>
      {others.length > 0 ? (
        <RowMenu
          actions={others.map((kind) => ({ name: t(VERBS[kind]), danger: kind === 'kept', run: () => ask(kind) }))}
        />
      ) : (
        // The buttons of all rows are one column.
        <span aria-hidden className="hidden w-9 shrink-0 tabular:block" />
      )}
      {open?.kind === 'record' && <RecordDialog deposit={open.deposit} onClose={() => setOpen(null)} />}
      {open !== null && open.kind !== 'record' && (
        <SettleDialog deposit={open.deposit} kind={open.kind} onClose={() => setOpen(null)} />
      )}
    </>
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
      verb={t(VERBS[kind])}
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
