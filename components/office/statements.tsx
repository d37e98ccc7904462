'use client'

import { useState } from 'react'
import { MutedText, Panel } from '@/components/office/kit'
import { List, StateTab } from '@/components/office/list'
import { type OfficeText, useOfficeText } from '@/components/office/office-text'
import { onFirstClick, useDecision, useListQuery, useOfficeMutation } from '@/components/office/queries'
import { DecisionDialog } from '@/components/office/ask-dialog'
import { ColumnsForm } from '@/components/office/statement-columns'
import { FileButton } from '@/components/signatures/agreement-signing'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { FailureNotice, Notice } from '@/components/ui/notice'
import { Pill } from '@/components/ui/pill'
import { Select } from '@/components/ui/select'
import { api } from '@/lib/api/browser'
import {
  type ImportedLine,
  type ImportedStatement,
  type LineFault,
  type LineTrace,
  lineVerdict,
  type StatementLine,
} from '@/lib/contract/deposits'
import { kopecksOf, toPriceString } from '@/lib/domain/money'
import { formatDate, formatDateTime, formatPrice, numberSign, readTypedDecimal } from '@/lib/i18n/formats'
import type { OfficeTextKey } from '@/components/office/office-text'

const FILES = '.csv,.tsv,.txt,.xlsx,.xml,.sta,.mt940,.940,.swi,.fin'

const dayText = (day: string, locale: OfficeText['locale']) => formatDate(`${day}T12:00:00Z`, locale)

/** Imports a statement, shows the result, and lists the lines to be decided on and those set aside. */
export function Statements() {
  const { t, faultText } = useOfficeText()
  const [state, setState] = useState<'waiting' | 'set_aside'>('waiting')
  const [file, setFile] = useState<File | null>(null)
  const [imported, setImported] = useState<ImportedStatement | null>(null)
  const lines = useListQuery(['statement lines', state], (cursor) =>
    api.manager.statementLines({ state, cursor, limit: 50 }),
  )
  const upload = useOfficeMutation(async ({ chosen, columns }: { chosen: File; columns?: string }) => {
    setFile(chosen)
    setImported(null)
    setImported((await api.manager.importStatement({ file: chosen, ...(columns !== undefined && { columns }) })).data)
    lines.refetch()
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
      badge={lines.data?.waiting}
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
      <div className="flex flex-wrap gap-2" role="group" aria-label={t('statementLines')}>
        {(['waiting', 'set_aside'] as const).map((each) => (
          <StateTab key={each} pressed={state === each} onPress={() => setState(each)}>
            {t(each === 'waiting' ? 'waitingLines' : 'setAsideLines')}
          </StateTab>
        ))}
      </div>
      <List plain query={lines} none={t(state === 'waiting' ? 'noStatementLines' : 'noSetAsideLines')}>
        {(page) => (
          <ul className="divide-y divide-line">
            {page.list.map((line) => (
              <Line key={line.id} line={line} />
            ))}
          </ul>
        )}
      </List>
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
  const [isAsking, setIsAsking] = useState(false)
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
              <Button size="sm" tone="outline" onClick={() => setIsAsking(true)}>
                {t('admitLine')}
              </Button>
            </span>
          )}
        </div>
      )}
      {isAsking && repeats !== null && (
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
          onClose={() => setIsAsking(false)}
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
  const numbers = trace.auction_numbers.map((number) => numberSign(number, locale)).join(', ')
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

/** A line with the reasons for its match and the warnings against it; one click counts it. */
function Line({ line }: { line: StatementLine }) {
  const { t, locale } = useOfficeText()
  const money = (sum: string) => t('uah', { sum: formatPrice(sum, locale) })
  return (
    <li className="grid grid-cols-1 gap-x-5 gap-y-2 py-3.5 lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)_330px]">
      <div className="grid min-w-0 content-start gap-1 break-words text-small text-soft">
        <b className="text-body font-semibold text-text">
          {line.kind === 'reversal' ? '−' : ''}
          {money(line.amount)} · {dayText(line.booked_on, locale)}
        </b>
        <span>
          {line.payer_name || line.payer_iban || t('payerUnnamed')} · {t('edrpou')} {line.payer_edrpou || '—'}
        </span>
        <span>{line.purpose}</span>
        <span className="text-fine">{t('lineOrigin', { line: line.line, file: line.file })}</span>
        {line.admitted_for !== null && <span>{t('admittedFor', { reason: line.admitted_for })}</span>}
        {line.parts.map((part) => (
          <span key={part.application_id} className="text-go-text">
            {t('partCounted', {
              sum: formatPrice(part.amount, locale),
              number: numberSign(part.auction_number, locale),
              company: part.company,
            })}
          </span>
        ))}
        {line.parts.length > 0 && (
          <b className="font-semibold text-text">{t('lineRemaining', { sum: formatPrice(line.remaining, locale) })}</b>
        )}
      </div>
      {line.set_aside === null ? <Decision line={line} /> : <SetAside line={line} by={line.set_aside} />}
    </li>
  )
}

function SetAside({ line, by }: { line: StatementLine; by: NonNullable<StatementLine['set_aside']> }) {
  const { t, locale } = useOfficeText()
  const { isDeciding, decide } = useDecision()
  return (
    <>
      <span className="text-small text-soft">
        {t('setAsideBy', { who: by.by || '—', when: formatDateTime(by.at, locale) })}
      </span>
      <span className="flex flex-wrap content-start gap-2 lg:justify-end">
        <Button
          size="sm"
          tone="outline"
          pending={isDeciding}
          onClick={onFirstClick(() => decide('lineRestored', () => api.manager.restoreLine({ line_id: line.id })))}
        >
          {t('restoreLine')}
        </Button>
      </span>
    </>
  )
}

function Decision({ line }: { line: StatementLine }) {
  const { t, locale } = useOfficeText()
  const [chosen, setChosen] = useState<number | null>(null)
  const [isDividing, setIsDividing] = useState(false)
  const { isDeciding, decide } = useDecision()
  const counted = new Set(line.parts.map((part) => part.application_id))
  const candidates = line.candidates.filter((each) => !counted.has(each.application_id))
  const application = candidates.find((each) => each.application_id === chosen) ?? candidates[0]
  return (
    <>
      <div className="grid min-w-0 content-start gap-1.5">
        {candidates.length > 1 ? (
          <Select
            label={t('countFor')}
            value={String(application?.application_id)}
            options={candidates.map((each) => ({
              value: String(each.application_id),
              label: `${numberSign(each.auction_number, locale)} · ${each.company}`,
            }))}
            onValueChange={(id) => setChosen(Number(id))}
          />
        ) : (
          <span className="break-words">
            {application === undefined
              ? t('noCandidate')
              : `${numberSign(application.auction_number, locale)} · ${application.company}`}
          </span>
        )}
        <span className="flex flex-wrap gap-1.5">
          {application?.reasons.map((reason) => (
            <Pill key={reason} tone={reason === 'reference' || reason === 'edrpou' ? 'go' : 'wait'}>
              {t(`match_${reason}`)}
            </Pill>
          ))}
          {line.effect !== null && application === line.candidates[0] && (
            <Pill tone={line.effect === 'covers' ? 'go' : 'wait'}>{t(`effect_${line.effect}`)}</Pill>
          )}
        </span>
        {line.warnings.map((warning) => (
          <span key={warning} className="text-small text-wait-text">
            {t(`warning_${warning}`)}
          </span>
        ))}
        {line.similar.map((trace) => (
          <span key={trace.line_id} className="border-l-2 border-line-strong pl-3 text-small break-words text-soft">
            <Trace trace={trace} />
          </span>
        ))}
      </div>
      <span className="flex flex-wrap content-start gap-2 lg:justify-end">
        <Button
          size="sm"
          pending={isDeciding}
          disabled={application === undefined}
          onClick={onFirstClick(
            () =>
              application &&
              decide('depositRecorded', () =>
                api.manager.countLine({ line_id: line.id, application_id: application.application_id }),
              ),
          )}
        >
          {t(line.kind === 'reversal' ? 'deductLine' : 'countLine')}
        </Button>
        {candidates.length > 1 && (
          <Button size="sm" tone="outline" disabled={isDeciding} onClick={() => setIsDividing(true)}>
            {t('countParts')}
          </Button>
        )}
        <Button
          size="sm"
          tone="outline"
          disabled={isDeciding}
          onClick={onFirstClick(() => decide('lineDismissed', () => api.manager.dismissLine({ line_id: line.id })))}
        >
          {t(line.parts.length > 0 ? 'dismissRest' : 'dismissLine')}
        </Button>
      </span>
      {isDividing && <PartsDialog line={line} candidates={candidates} onClose={() => setIsDividing(false)} />}
    </>
  )
}

const PART = /^(?!0+\.00$)\d{1,9}\.\d{2}$/

interface PartsProps {
  line: StatementLine
  candidates: StatementLine['candidates']
  onClose: () => void
}

/** Divides the sum of a line among applications. */
function PartsDialog({ line, candidates: offered, onClose }: PartsProps) {
  const { t, locale } = useOfficeText()
  // As offered when the dialog was opened: a part that is counted must not take its field away.
  const [candidates] = useState(offered)
  const [remaining] = useState(line.remaining)
  const [typed, setTyped] = useState<Readonly<Record<number, string>>>({})
  const [done] = useState(() => new Set<number>())
  const [checked, setChecked] = useState(false)
  const parts = candidates.map(({ application_id: id }) => {
    const text = (typed[id] ?? '').trim()
    const amount = text === '' ? '' : (readTypedDecimal(text, 2, locale) ?? null)
    return { id, amount: amount === null || (amount !== '' && !PART.test(amount)) ? null : amount }
  })
  const given = parts.filter((part): part is { id: number; amount: string } => !!part.amount)
  const total = given.reduce((sum, { amount }) => sum + kopecksOf(amount), 0)
  const isTooMuch = total > kopecksOf(remaining)
  const isNothing = parts.every(({ amount }) => amount === '')
  const faultOf = (id: number) => {
    if (!checked) return undefined
    if (parts.find((part) => part.id === id)?.amount === null) return t('partSumWrong')
    if (id !== candidates[0]?.application_id) return undefined
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
        for (const { id, amount } of given) {
          if (done.has(id)) continue
          await api.manager.countLine({ line_id: line.id, application_id: id, amount })
          done.add(id)
        }
      }}
      onClose={onClose}
    >
      {candidates.map(({ application_id: id, auction_number: number, company }) => (
        <TextField
          key={id}
          label={`${numberSign(number, locale)} · ${company}`}
          inputMode="decimal"
          value={typed[id] ?? ''}
          error={faultOf(id)}
          onChange={(event) => setTyped({ ...typed, [id]: event.target.value })}
        />
      ))}
    </DecisionDialog>
  )
}
