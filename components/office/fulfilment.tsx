'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { FulfilmentView, useFulfilmentFormats } from '@/components/fulfilment/fulfilment-view'
import { AgreementCorrespondence } from '@/components/office/correspondence'
import { DateField } from '@/components/office/date-field'
import { DecisionDialog } from '@/components/office/decision-dialog'
import { KeyRates } from '@/components/office/key-rates'
import { FulfilmentDialog, type OpenFulfilmentDialog } from '@/components/office/fulfilment-dialogs'
import { ActionLink, FaultNotice, LoadingPage, OfficePage, StatusPill, TextLink } from '@/components/office/kit'
import { useOfficeText } from '@/components/office/office-text'
import { onFirstClick, useDecision, useOfficeQuery } from '@/components/office/queries'
import { isManager, roomPath } from '@/components/office/rooms'
import { RowMenu } from '@/components/office/row-menu'
import { defineScreen, ScreenPage } from '@/components/office/screen'
import { ActSigning } from '@/components/office/signing'
import { useStaff } from '@/components/office/staff-context'
import { Button, buttonLook } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/field'
import { Card, LabelledValue } from '@/components/ui/card'
import { api } from '@/lib/api/browser'
import { saveFile } from '@/lib/browser/save-file'
import { FILES_PATH } from '@/lib/config/constants'
import type { Input } from '@/lib/contract/endpoint'
import type { BoardRow, Fulfilment, managerFulfilmentEndpoints } from '@/lib/contract/fulfilment'
import { formatDateNumeric, formatPrice, formatQuantity, numberSign } from '@/lib/i18n/formats'

const COLUMNS = {
  overdue: 'board_overdue',
  to_pay: 'board_to_pay',
  to_sign: 'board_to_sign',
  to_ship: 'board_to_ship',
  to_accept: 'board_to_accept',
  to_settle: 'board_to_settle',
  closed: 'board_closed',
} as const

async function readBoard(query: Input<typeof managerFulfilmentEndpoints.fulfilmentBoard>) {
  const { data } = await api.manager.fulfilmentBoard(query)
  return { data: { ...data, list: data.list.map((row) => ({ ...row, id: row.agreement_id })) } }
}

/** The board of agreements by their next step (R16), overdue ones first. */
const BOARD = defineScreen({
  room: 'fulfilment',
  hint: 'fulfilmentHint',
  search: 'searchFulfilment',
  filters: { column: { label: 'status', tabs: true, options: COLUMNS } },
  read: ({ column, search }, cursor, { locale }) => readBoard({ column, search, lang: locale, cursor, limit: 50 }),
  counts: ({ columns }) => Object.fromEntries(columns.map(({ column, agreements }) => [column, agreements])),
  Above: Totals,
  Actions: BoardActions,
  RowActions: IssueButton,
  columns: [
    {
      key: 'number',
      head: 'number',
      cellClass: 'whitespace-nowrap',
      cell: ({ id, number }) => (
        <TextLink href={roomPath('fulfilment', id)} className="font-semibold">
          {number}
        </TextLink>
      ),
    },
    { key: 'company', head: 'company', cut: true, headClass: 'tabular:w-1/5', cell: ({ company }) => company.name },
    { key: 'product', head: 'soldProduct', cut: true, spare: true, cell: ({ product }) => product },
    {
      key: 'lot',
      head: 'lot',
      spare: true,
      cell: ({ auction_number: number }, { locale }) => number !== null && numberSign(number, locale),
    },
    {
      key: 'column',
      head: 'status',
      cell: ({ column }, { t }) => <StatusPill status={`board_${column}`}>{t(COLUMNS[column])}</StatusPill>,
    },
    {
      key: 'next',
      head: 'nextStep',
      cell: ({ next }, { t, locale }) =>
        next && (
          <>
            <span className="block first-letter:uppercase">{t(`step_${next.action}`)}</span>
            {next.by && (
              <span className="block whitespace-nowrap text-fine text-soft">
                {t('byDay', { day: formatDateNumeric(`${next.by}T12:00:00Z`, locale) })}
              </span>
            )}
          </>
        ),
    },
    {
      key: 'volume',
      head: 'loadedOf',
      numeric: true,
      cell: ({ loaded, quantity, unit }, { locale }) =>
        `${formatQuantity(loaded, locale)} / ${formatQuantity(quantity, locale, unit || undefined)}`,
    },
    {
      key: 'sum',
      head: 'sum',
      numeric: true,
      cell: ({ sum, missing }, { t, locale }) => (
        <>
          {formatPrice(sum, locale)}
          {missing !== '0.00' && (
            <b className="block whitespace-nowrap text-fine">{t('missingOf', { sum: formatPrice(missing, locale) })}</b>
          )}
        </>
      ),
    },
  ],
})

function BoardActions() {
  const { t } = useOfficeText()
  return (
    <>
      <ActionLink tone="outline" href={roomPath('fulfilment', 'totals')}>
        {t('fulfilmentTotals')}
      </ActionLink>
      <KeyRates />
      <PeriodFiles />
    </>
  )
}

const PERIOD_FILES = ['invoices', 'payments', 'acts'] as const

/** Invoices, payments and acts of a period for accounting. */
function PeriodFiles() {
  const { t } = useOfficeText()
  const [what, setWhat] = useState<(typeof PERIOD_FILES)[number] | null>(null)
  return (
    <>
      <RowMenu
        label={t('periodFiles')}
        actions={PERIOD_FILES.map((each) => ({ name: t(each), run: () => setWhat(each) }))}
      />
      {what !== null && <PeriodDialog what={what} onClose={() => setWhat(null)} />}
    </>
  )
}

function PeriodDialog({ what, onClose }: { what: (typeof PERIOD_FILES)[number]; onClose: () => void }) {
  const { t, locale } = useOfficeText()
  const [[from, until], setDays] = useState(['', ''])
  const [isCsv, setCsv] = useState(false)
  const [checked, setChecked] = useState(false)
  const faultOf = (day: string) => (checked && day === '' ? t('dateMissing') : undefined)
  const isReversed = !!from && !!until && until < from
  return (
    <DecisionDialog
      title={t(what)}
      text={t('periodText')}
      verb={t('periodFiles')}
      isValid={() => {
        setChecked(true)
        return from !== '' && until !== '' && !isReversed
      }}
      done="fileSaved"
      decide={async () => {
        const period = { what, from: from ?? '', until: until ?? '' }
        saveFile(await api.manager.exportFulfilment({ ...period, format: isCsv ? 'csv' : 'xlsx', lang: locale }))
      }}
      onClose={onClose}
    >
      <DateField
        label={t('from')}
        value={from ?? ''}
        error={faultOf(from ?? '')}
        onChange={(day) => setDays([day, until ?? ''])}
      />
      <DateField
        label={t('until')}
        value={until ?? ''}
        error={faultOf(until ?? '') ?? (checked && isReversed ? t('untilBeforeFrom') : undefined)}
        onChange={(day) => setDays([from ?? '', day])}
      />
      <Checkbox label={t('asCsv')} checked={isCsv} onChange={(event) => setCsv(event.target.checked)} />
    </DecisionDialog>
  )
}

export function FulfilmentScreen() {
  return <ScreenPage screen={BOARD} />
}

/** What the agreements of each column are worth. */
function Totals() {
  const { t, locale } = useOfficeText()
  const { data } = useOfficeQuery(
    ['fulfilment-totals'],
    async () => (await api.manager.fulfilmentBoard({ limit: 1 })).data,
  )
  const columns = data?.columns.filter(({ column, agreements }) => agreements > 0 && column !== 'closed') ?? []
  if (columns.length === 0) return null
  return (
    <Card padding="sm">
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(13rem,1fr))] gap-x-5 gap-y-2">
        {columns.map(({ column, sum }) => (
          <LabelledValue
            key={column}
            className="whitespace-nowrap"
            label={t(COLUMNS[column])}
            value={t('uah', { sum: formatPrice(sum, locale) })}
          />
        ))}
      </dl>
    </Card>
  )
}

/** On a row whose plan can be invoiced. */
function IssueButton({ row }: { row: BoardRow & { id: number } }) {
  const { t } = useOfficeText()
  const { isDeciding, decide } = useDecision()
  if (row.next?.action !== 'issue_invoices') return null
  const issue = () => decide('invoicesIssued', () => api.manager.issueInvoices({ agreement_id: row.id }))
  return (
    <Button size="sm" pending={isDeciding} onClick={onFirstClick(issue)}>
      {t('step_issue_invoices')}
    </Button>
  )
}

/** The organiser's page of an agreement: the same figures as the buyer's, with what each role may do. */
export function FulfilmentPage({ id }: { id: number }) {
  const { locale } = useOfficeText()
  const query = useOfficeQuery(
    ['fulfilment', id, locale],
    async () => (await api.manager.fulfilment({ agreement_id: id, lang: locale })).data,
  )
  const back = roomPath('fulfilment')
  if (!query.data) return <LoadingPage query={query} back={back} />
  return <FulfilmentOf fulfilment={query.data} back={back} />
}

function FulfilmentOf({ fulfilment, back }: { fulfilment: Fulfilment; back: string }) {
  const { t } = useOfficeText()
  const tView = useTranslations('Fulfilment')
  const { money } = useFulfilmentFormats(fulfilment.agreement.unit)
  const mayManage = isManager(useStaff().role)
  const [open, setOpen] = useState<OpenFulfilmentDialog | null>(null)
  const { isDeciding, fault, decide } = useDecision()
  const client = useQueryClient()
  const { agreement, next, stage, column, waybills } = fulfilment
  const about = { agreement_id: agreement.id }
  const isOpen = stage !== 'closed' && stage !== 'awaiting_signature'
  const hasFreeWaybills = waybills.some(({ act_id: act, cancelled }) => act === null && !cancelled)
  const mayShip = mayManage && isOpen && fulfilment.ended_early === null && !fulfilment.settled

  return (
    <OfficePage
      title={tView('title', { number: agreement.number })}
      hint={`${agreement.company.name} · ${agreement.product}`}
      pill={<StatusPill status={`board_${column}`}>{t(COLUMNS[column])}</StatusPill>}
      back={back}
      actions={
        <>
          {mayManage && (
            <>
              <ActionLink tone="outline" href={roomPath('agreements', agreement.id)}>
                {t('agreement')}
              </ActionLink>
              <a
                href={`${FILES_PATH}/agreement-${agreement.id}.pdf?lang=uk`}
                className={buttonLook({ tone: 'outline', size: 'sm' })}
              >
                PDF
              </a>
            </>
          )}
          {mayShip && (
            <RowMenu actions={[{ name: t('endAgreement'), danger: true, run: () => setOpen({ kind: 'end' }) }]} />
          )}
        </>
      }
    >
      {fault && <FaultNotice fault={fault} />}
      <FulfilmentView
        fulfilment={fulfilment}
        side="organiser"
        actions={{
          next: next?.action === 'issue_invoices' && (
            <Button
              size="sm"
              pending={isDeciding}
              onClick={onFirstClick(() => decide('invoicesIssued', () => api.manager.issueInvoices(about)))}
            >
              {t('step_issue_invoices')}
            </Button>
          ),
          money: stage !== 'awaiting_signature' && (
            <>
              {fulfilment.money.unallocated !== '0.00' && !fulfilment.money.unallocated.startsWith('-') && (
                <Button size="sm" tone="outline" onClick={() => setOpen({ kind: 'return' })}>
                  {t('returnMoney', { sum: money(fulfilment.money.unallocated) })}
                </Button>
              )}
              {(isOpen || next?.action === 'pay') && (
                <Button size="sm" tone="outline" onClick={() => setOpen({ kind: 'payment' })}>
                  {t('countPayment')}
                </Button>
              )}
            </>
          ),
          invoice: (invoice) =>
            isOpen &&
            invoice.cancelled === null && (
              <RowMenu
                actions={[
                  invoice.penalty !== null && {
                    name: t('claimPenalty'),
                    run: () => setOpen({ kind: 'penalty', invoice }),
                  },
                  {
                    name: t('cancelInvoice'),
                    danger: true,
                    run: () => setOpen({ kind: 'cancelInvoice', invoice }),
                  },
                ]}
              />
            ),
          payment: (payment) =>
            payment.reversed !== payment.amount && (
              <RowMenu
                actions={[
                  { name: t('reversePayment'), danger: true, run: () => setOpen({ kind: 'reversal', payment }) },
                ]}
              />
            ),
          shipments: mayShip && fulfilment.volume.loaded !== fulfilment.volume.covered && (
            <Button size="sm" tone="outline" onClick={() => setOpen({ kind: 'waybill', loading: null })}>
              {t('recordWaybill')}
            </Button>
          ),
          loading: (loading) => mayShip && <LoadingActions about={about} loading={loading} onOpen={setOpen} />,
          waybill: (waybill) =>
            mayManage &&
            isOpen &&
            !waybill.cancelled &&
            waybill.act_id === null && (
              <RowMenu
                actions={[
                  { name: t('cancelWaybill'), danger: true, run: () => setOpen({ kind: 'cancelWaybill', waybill }) },
                ]}
              />
            ),
          ofActs: mayManage && isOpen && hasFreeWaybills && (
            <Button
              size="sm"
              tone={next?.action === 'make_act' ? 'primary' : 'outline'}
              onClick={() => setOpen({ kind: 'act' })}
            >
              {t('makeAct')}
            </Button>
          ),
          act: (act) =>
            mayManage &&
            isOpen &&
            act.cancelled === null &&
            act.in_force_at === null && (
              <RowMenu
                actions={[{ name: t('cancelAct'), danger: true, run: () => setOpen({ kind: 'cancelAct', act }) }]}
              />
            ),
          signing: (act) =>
            mayManage &&
            act.cancelled === null && (
              <ActSigning agreementId={agreement.id} actId={act.id} onSigned={() => void client.invalidateQueries()} />
            ),
          chat: agreement.auction_number !== null && <AgreementCorrespondence agreement={agreement} />,
        }}
      />
      {open && (
        <FulfilmentDialog
          open={open}
          agreement={agreement}
          received={fulfilment.money.received}
          unallocated={fulfilment.money.unallocated}
          returned={fulfilment.money.returned}
          invoices={fulfilment.invoices}
          isShipped={fulfilment.shipped}
          onClose={() => setOpen(null)}
        />
      )}
    </OfficePage>
  )
}

interface LoadingActionsProps {
  about: { agreement_id: number }
  loading: Fulfilment['loadings'][number]
  onOpen: (open: OpenFulfilmentDialog) => void
}

/** Confirm, propose another day, refuse; then record what was loaded. */
export function LoadingActions({ about, loading, onOpen }: LoadingActionsProps) {
  const { t } = useOfficeText()
  const { isDeciding, decide } = useDecision()
  const { id, version, state } = loading
  if (state === 'loaded' || state === 'dropped') return null
  const confirm = () =>
    decide('loadingConfirmed', () => api.manager.decideLoading({ ...about, loading_id: id, version, answer: 'agree' }))
  return (
    <>
      {state === 'requested' && (
        <Button size="sm" pending={isDeciding} onClick={onFirstClick(confirm)}>
          {t('confirm')}
        </Button>
      )}
      {state === 'confirmed' && (
        <Button size="sm" onClick={() => onOpen({ kind: 'waybill', loading })}>
          {t('recordWaybill')}
        </Button>
      )}
      <RowMenu
        actions={[
          { name: t('proposeDay'), run: () => onOpen({ kind: 'moveLoading', loading }) },
          { name: t('refuseLoading'), danger: true, run: () => onOpen({ kind: 'refuseLoading', loading }) },
        ]}
      />
    </>
  )
}
