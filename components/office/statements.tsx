'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { MutedText, Panel } from '@/components/office/kit'
import { type OfficeText, useOfficeText } from '@/components/office/office-text'
import { onFirstClick, useDecision, useOfficeMutation } from '@/components/office/queries'
import { RowMenu } from '@/components/office/row-menu'
import { defineScreen, ScreenList } from '@/components/office/screen'
import { DecisionDialog } from '@/components/office/decision-dialog'
import { ColumnsForm } from '@/components/office/statement-columns'
import { FileButton } from '@/components/signatures/agreement-signing'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { FailureNotice, Notice } from '@/components/ui/notice'
import { Pill } from '@/components/ui/pill'
import { api } from '@/lib/api/browser'
import {
  type ImportedLine,
  type ImportedStatement,
  type LineFault,
  type LineTrace,
  lineVerdict,
  type MatchReason,
  type StatementLine,
} from '@/lib/contract/deposits'
import { kopecksOf, toPriceString } from '@/lib/domain/money'
import { formatDate, formatDateTime, formatPrice, numberSign, readTypedDecimal } from '@/lib/i18n/formats'
import type { OfficeTextKey } from '@/components/office/office-text'

const FILES = '.csv,.tsv,.txt,.xlsx,.xml,.sta,.mt940,.940,.swi,.fin'

const dayText = (day: string, locale: OfficeText['locale']) => formatDate(`${day}T12:00:00Z`, locale)

const certain = (reason: MatchReason) => reason === 'reference' || reason === 'edrpou'

/** Lines of imported statements to be decided on, and those set aside. */
const LINES = defineScreen({
  room: 'deposits',
  part: 'statementLines',
  empty: ({ lines }) => (lines === undefined ? 'noStatementLines' : 'noSetAsideLines'),
  filters: {
    lines: { label: 'statementLines', tabs: true, none: 'waitingLines', options: { set_aside: 'setAsideLines' } },
  },
  read: ({ lines }, cursor) => api.manager.statementLines({ state: lines ?? 'waiting', cursor, limit: 50 }),
  counts: ({ waiting }) => ({ '': waiting }),
  RowActions: ({ row: line }) => (line.set_aside === null ? <Decision line={line} /> : <Restore line={line} />),
  details: (line) => <LineDetails line={line} />,
  columns: [
    {
      key: 'amount',
      head: 'depositSum',
      numeric: true,
      cellClass: 'font-semibold',
      cell: ({ kind, amount }, { locale }) => `${kind === 'reversal' ? '−' : ''}${formatPrice(amount, locale)}`,
    },
    {
      key: 'day',
      head: 'receivedOn',
      cellClass: 'whitespace-nowrap',
      cell: (line, { locale }) => dayText(line.booked_on, locale),
    },
    {
      key: 'payer',
      head: 'payer',
      headClass: 'min-w-36',
      cell: ({ payer_name: name, payer_iban: iban, payer_edrpou: edrpou }, { t }) => (
        <>
          {name || iban || t('payerUnnamed')}{' '}
          <span className="whitespace-nowrap text-soft">
            {t('edrpou')} {edrpou || '—'}
          </span>
        </>
      ),
    },
    {
      key: 'purpose',
      head: 'purpose',
      headClass: 'tabular:w-1/4',
      cellClass: 'col-span-full tabular:max-w-0',
      cell: ({ purpose }) => (
        <span title={purpose} className="line-clamp-2 wrap-anywhere">
          {purpose}
        </span>
      ),
    },
    {
      key: 'for',
      head: 'countFor',
      headClass: 'min-w-48',
      cellClass: 'col-span-full',
      cell: (line) => <Match line={line} />,
    },
  ],
})

/** Imports a statement, shows the result, and lists its lines. */
export function Statements() {
  const { t, faultText } = useOfficeText()
  const client = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [imported, setImported] = useState<ImportedStatement | null>(null)
  const upload = useOfficeMutation(async ({ chosen, columns }: { chosen: File; columns?: string }) => {
    setFile(chosen)
    setImported(null)
    setImported((await api.manager.importStatement({ file: chosen, ...(columns !== undefined && { columns }) })).data)
    // A list that is read for the first time would keep what it had before the import.
    await client.cancelQueries()
    void client.invalidateQueries()
  })
  const { problem } = upload
  const table = problem?.code === 'statement_columns_unknown' ? problem.table : undefined
  const failure =
    problem?.code === 'statement_unreadable' && problem.format !== undefined && problem.format !== 'unknown'
      ? t(`file_${problem.format}`)
      : upload.failure
  return (
    <Panel
      title={t('statementLines')}
      actions={
        <FileButton accept={FILES} pending={upload.pending} onFile={(chosen) => void upload.run({ chosen })}>
          {t('importStatement')}
        </FileButton>
      }
    >
      <MutedText>{t('importHint')}</MutedText>
      {table !== undefined && file !== null ? (
        <ColumnsForm
          key={`${file.name} ${file.lastModified}`}
          file={file.name}
          table={table}
          onAnswer={(columns) => void upload.run({ chosen: file, columns: JSON.stringify(columns) })}
          onCancel={upload.clear}
        />
      ) : (
        <FailureNotice>{problem?.code === 'invalid_input' ? faultText('invalid_input') : failure}</FailureNotice>
      )}
      {imported && <Imported statement={imported} />}
      <ScreenList screen={LINES} plain />
    </Panel>
  )
}

function Imported({ statement }: { statement: ImportedStatement }) {
  const { t } = useOfficeText()
  const { format, counts, passed_over: passedOver } = statement
  const verdicts = lineVerdict.options.filter((verdict) => counts[verdict] > 0)
  // What may be a deposit all the same comes first.
  const toLookAt = passedOver.filter(({ verdict }) => verdict === 'unreadable' || verdict === 'known')
  const others = passedOver.filter((line) => !toLookAt.includes(line))
  return (
    <Notice
      tone={counts.new > 0 && counts.unreadable === 0 ? 'go' : 'wait'}
      role="status"
      title={t(`statement_${format}`)}
    >
      <p>
        {verdicts.length === 0
          ? t('statementEmpty')
          : verdicts.map((verdict) => `${t(`verdict_${verdict}`)}: ${counts[verdict]}`).join(' · ')}
      </p>
      {passedOver.length > 0 && (
        <details className="mt-1.5" open={toLookAt.length > 0}>
          <summary className="cursor-pointer py-1">{t('passedOver')}</summary>
          <ul className="mt-1 grid max-h-96 gap-2 overflow-y-auto text-small">
            {[...toLookAt, ...others].map((line) => (
              <PassedOver key={`${line.line} ${line.verdict}`} statementId={statement.statement_id} line={line} />
            ))}
          </ul>
        </details>
      )}
    </Notice>
  )
}

function PassedOver({ statementId, line }: { statementId: number; line: ImportedLine }) {
  const { t, locale } = useOfficeText()
  const [isOpen, setOpen] = useState(false)
  const [isDone, setIsDone] = useState(false)
  const { isDeciding, decide } = useDecision(() => setIsDone(true))
  const { repeats } = line
  return (
    <li className="break-words">
      {line.line}. {t(`verdict_${line.verdict}`)}
      {line.fault !== null && <b className="font-semibold"> ({faultPhrase(line.fault, { t, locale })})</b>}:{' '}
      {[
        line.booked_on && dayText(line.booked_on, locale),
        line.amount && `${formatPrice(line.amount, locale)} ${line.currency}`,
        line.payer_name,
        line.purpose,
      ]
        .filter(Boolean)
        .join(' · ')}
      {repeats !== null && (
        <div className="mt-1 grid gap-1.5 border-l-2 border-line-strong pl-3">
          <span>
            {t('repeatsLine')} <Trace trace={repeats} />
          </span>
          {!isDone && (
            <span className="flex flex-wrap gap-2">
              {repeats.state === 'set_aside' && (
                <Button
                  size="sm"
                  tone="outline"
                  pending={isDeciding}
                  onClick={() =>
                    void decide('lineRestored', () => api.manager.restoreLine({ line_id: repeats.line_id }))
                  }
                >
                  {t('restoreLine')}
                </Button>
              )}
              <Button size="sm" tone="outline" onClick={() => setOpen(true)}>
                {t('admitLine')}
              </Button>
            </span>
          )}
        </div>
      )}
      {isOpen && repeats !== null && (
        <DecisionDialog
          title={t('admitTitle')}
          text={t('admitText')}
          verb={t('admitLine')}
          reasonFor={`admit:${repeats.line_id}`}
          done="lineAdmitted"
          decide={async ({ reason }) => {
            await api.manager.admitLine({
              statement_id: statementId,
              line: line.line,
              repeats: repeats.line_id,
              reason,
            })
            setIsDone(true)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </li>
  )
}

const FAULT_TEXTS = {
  booked_on: ['missing', 'unreadable', 'ambiguous', 'future'],
  amount: ['missing', 'unreadable', 'ambiguous', 'shortened', 'zero'],
  line: ['cells', 'open_quote', 'after_broken', 'within_cell', 'unreadable', 'balance'],
  currency: [],
} as const satisfies Record<LineFault['field'], readonly LineFault['code'][]>

function faultPhrase({ field, code, text: read }: LineFault, { t, locale }: Pick<OfficeText, 't' | 'locale'>): string {
  const text = code === 'future' ? dayText(read, locale) : read
  const codes: readonly LineFault['code'][] = FAULT_TEXTS[field]
  return codes.includes(code) ? t(`fault_${field}_${code}` as OfficeTextKey, { text }) : t('fault_other')
}

/** A stored line and what became of it. */
function Trace({ trace }: { trace: LineTrace }) {
  const { t, locale } = useOfficeText()
  const numbers = [
    ...trace.auction_numbers.map((number) => numberSign(number, locale)),
    ...trace.agreement_numbers.map((number) => t('lineAgreement', { number })),
  ].join(', ')
  const decided = [trace.decided_by, trace.decided_at && formatDateTime(trace.decided_at, locale)].filter(Boolean)
  return (
    <>
      {t('traceText', {
        line: trace.line,
        file: trace.file,
        who: trace.imported_by || '—',
        when: formatDateTime(trace.imported_at, locale),
        day: dayText(trace.booked_on, locale),
        sum: formatPrice(trace.amount, locale),
      })}
      {'; '}
      <b className="font-semibold">{t(`trace_${trace.state}`, { numbers })}</b>
      {decided.length > 0 && ` (${decided.join(', ')})`}
    </>
  )
}

/** What a line is proposed for, with the reasons and what speaks against it. */
function Match({ line }: { line: StatementLine }) {
  const text = useOfficeText()
  const { t, locale } = text
  if (line.set_aside !== null)
    return (
      <span className="text-soft">
        {t('setAsideBy', { who: line.set_aside.by || '—', when: formatDateTime(line.set_aside.at, locale) })}
      </span>
    )
  const choices = choicesOf(line, text)
  return (
    <span className="grid gap-1">
      {choices.length === 0 && t('noCandidate')}
      {choices.map((each) => (
        <span key={each.key} className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
          {each.name}
          {each.reasons.map((reason) => (
            <Pill key={reason} tone={certain(reason) ? 'go' : 'wait'}>
              {t(`match_${reason}`)}
            </Pill>
          ))}
          {each.effect !== null && (
            <Pill tone={each.effect === 'covers' ? 'go' : 'wait'}>{t(`effect_${each.effect}`)}</Pill>
          )}
        </span>
      ))}
      {line.warnings.map((warning) => (
        <span key={warning} className="text-wait-text">
          {t(`warning_${warning}`)}
        </span>
      ))}
      {line.similar.map((trace) => (
        <span key={trace.line_id} className="border-l-2 border-line-strong pl-3 break-words text-soft">
          <Trace trace={trace} />
        </span>
      ))}
    </span>
  )
}

/** What a line, or a part of it, may be counted for. */
interface Choice {
  key: string
  name: string
  reasons: readonly MatchReason[]
  effect: StatementLine['effect']
  count(amount?: string): Promise<unknown>
}

/** The applications, invoices and payments that no part of the line is counted for yet; what a reference names comes first. */
function choicesOf(line: StatementLine, { t, locale }: OfficeText): Choice[] {
  const counted = new Set(line.parts.map(partKey))
  const applications = line.candidates.map((each): Choice => {
    const { application_id: id, auction_number: number, company, reasons } = each
    return {
      ...{ key: `application ${id}`, name: `${numberSign(number, locale)} · ${company}`, reasons },
      effect: each === line.candidates[0] ? line.effect : null,
      count: (amount) => api.manager.countLine({ line_id: line.id, application_id: id, ...(amount && { amount }) }),
    }
  })
  const ofAgreement = (
    { agreement_id: id, company, reasons }: { agreement_id: number; company: string; reasons: readonly MatchReason[] },
    subject: { invoice_id?: number; payment_id?: number },
    name: string,
  ): Choice => ({
    key: agreementKey(id, subject.invoice_id ?? subject.payment_id ?? null),
    ...{ name: `${name} · ${company}`, reasons, effect: null },
    count: (amount) =>
      api.manager.countLineForAgreement({ line_id: line.id, agreement_id: id, ...subject, ...(amount && { amount }) }),
  })
  const invoices = line.invoices.map((each) =>
    each.invoice_id === null
      ? ofAgreement(each, {}, t('lineAgreement', { number: each.agreement_number }))
      : ofAgreement(
          each,
          { invoice_id: each.invoice_id },
          t('lineInvoice', {
            type: each.is_claim ? 'penalty' : 'other',
            number: each.invoice_number ?? '',
            missing: formatPrice(each.missing, locale),
          }),
        ),
  )
  const payments = line.payments.map((each) =>
    ofAgreement(
      each,
      { payment_id: each.payment_id },
      t('linePayment', {
        number: each.agreement_number,
        day: dayText(each.on, locale),
        sum: formatPrice(each.left, locale),
      }),
    ),
  )
  const rank = ({ reasons }: Choice) => Number(reasons.includes('reference'))
  return [...applications, ...invoices, ...payments]
    .filter(({ key }) => !counted.has(key))
    .sort((a, b) => rank(b) - rank(a))
}

const agreementKey = (id: number, subject: number | null) => `agreement ${id} ${subject ?? ''}`
const partKey = ({ application_id: application, agreement_id: agreement, subject_id: subject }: Part) =>
  agreement === null ? `application ${application}` : agreementKey(agreement, subject)

type Part = StatementLine['parts'][number]

function LineDetails({ line }: { line: StatementLine }) {
  const { t, locale } = useOfficeText()
  return (
    <ul className="grid max-w-[90ch] gap-1 break-words">
      <li className="text-text">{line.purpose}</li>
      <li>{t('lineOrigin', { line: line.line, file: line.file })}</li>
      {line.payer_iban && <li>{line.payer_iban}</li>}
      {line.admitted_for !== null && <li>{t('admittedFor', { reason: line.admitted_for })}</li>}
      {line.parts.map((part) => (
        <li key={partKey(part)} className="text-go-text">
          {t('partCounted', {
            sum: formatPrice(part.amount, locale),
            number:
              part.auction_number === null
                ? t('lineAgreement', { number: part.agreement_number ?? '' })
                : numberSign(part.auction_number, locale),
            company: part.company,
          })}
        </li>
      ))}
      {line.parts.length > 0 && (
        <li className="font-semibold text-text">{t('lineRemaining', { sum: formatPrice(line.remaining, locale) })}</li>
      )}
    </ul>
  )
}

function Restore({ line }: { line: StatementLine }) {
  const { t } = useOfficeText()
  const { isDeciding, decide } = useDecision()
  return (
    <Button
      size="sm"
      tone="outline"
      pending={isDeciding}
      onClick={onFirstClick(() => decide('lineRestored', () => api.manager.restoreLine({ line_id: line.id })))}
    >
      {t('restoreLine')}
    </Button>
  )
}

/** One click counts a line for what it is proposed for; of several, the member of the staff chooses. */
function Decision({ line }: { line: StatementLine }) {
  const text = useOfficeText()
  const { t } = text
  const [isDividing, setIsDividing] = useState(false)
  const { isDeciding, decide } = useDecision()
  const choices = choicesOf(line, text)
  const [only, ...others] = choices
  const verb = t(line.kind === 'reversal' ? 'deductLine' : 'countLine')
  const count = (choice: Choice) => decide('depositRecorded', () => choice.count())
  return (
    <>
      {only !== undefined && others.length === 0 && (
        <Button size="sm" pending={isDeciding} onClick={onFirstClick(() => count(only))}>
          {verb}
        </Button>
      )}
      {others.length > 0 && (
        <RowMenu
          label={verb}
          busy={isDeciding}
          actions={[
            ...choices.map((each) => ({ name: each.name, run: () => void count(each) })),
            { name: t('countParts'), run: () => setIsDividing(true) },
          ]}
        />
      )}
      <RowMenu
        busy={isDeciding}
        actions={[
          {
            name: t(line.parts.length > 0 ? 'dismissRest' : 'dismissLine'),
            run: () => void decide('lineDismissed', () => api.manager.dismissLine({ line_id: line.id })),
          },
        ]}
      />
      {isDividing && <PartsDialog line={line} choices={choices} onClose={() => setIsDividing(false)} />}
    </>
  )
}

const PART = /^(?!0+\.00$)\d{1,12}\.\d{2}$/

interface PartsProps {
  line: StatementLine
  choices: readonly Choice[]
  onClose: () => void
}

/** Divides the sum of a line among applications and invoices. */
function PartsDialog({ line, choices: offered, onClose }: PartsProps) {
  const { t, locale } = useOfficeText()
  // As offered when the dialog was opened: a part that is counted must not take its field away.
  const [choices] = useState(offered)
  const [remaining] = useState(line.remaining)
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [done] = useState(() => new Set<string>())
  const [checked, setChecked] = useState(false)
  const parts = choices.map((choice) => {
    const text = (typed[choice.key] ?? '').trim()
    const amount = text === '' ? '' : (readTypedDecimal(text, 2, locale) ?? null)
    return { choice, amount: amount === null || (amount !== '' && !PART.test(amount)) ? null : amount }
  })
  const given = parts.filter((part): part is { choice: Choice; amount: string } => !!part.amount)
  const total = given.reduce((sum, { amount }) => sum + kopecksOf(amount), 0)
  const isTooMuch = total > kopecksOf(remaining)
  const isNothing = parts.every(({ amount }) => amount === '')
  const faultOf = (key: string) => {
    if (!checked) return undefined
    if (parts.find((part) => part.choice.key === key)?.amount === null) return t('partSumWrong')
    if (key !== choices[0]?.key) return undefined
    if (isNothing) return t('partsNone')
    return isTooMuch ? t('partsTooMuch', { sum: formatPrice(toPriceString(total), locale) }) : undefined
  }
  return (
    <DecisionDialog
      title={t('partsTitle')}
      text={t('partsText', { sum: formatPrice(remaining, locale) })}
      verb={t(line.kind === 'reversal' ? 'deductLine' : 'countLine')}
      isValid={() => {
        setChecked(true)
        return !isNothing && !isTooMuch && parts.every(({ amount }) => amount !== null)
      }}
      done="depositRecorded"
      decide={async () => {
        for (const { choice, amount } of given) {
          if (done.has(choice.key)) continue
          await choice.count(amount)
          done.add(choice.key)
        }
      }}
      onClose={onClose}
    >
      {choices.map(({ key, name }) => (
        <TextField
          key={key}
          label={name}
          inputMode="decimal"
          value={typed[key] ?? ''}
          error={faultOf(key)}
          onChange={(event) => setTyped({ ...typed, [key]: event.target.value })}
        />
      ))}
    </DecisionDialog>
  )
}
