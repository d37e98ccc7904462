'use client'

import Link from 'next/link'
import { useState } from 'react'
import { AskDialog, useAct } from '@/app/(cms)/desk/console/ask-dialog'
import { createResource, useResource } from '@/app/(cms)/desk/resource'
import { kyivTime } from '@/app/(cms)/desk/times'
import { api } from '@/lib/api/browser'
import type { Input } from '@/lib/contract/endpoint'
import type { LetterState, ManagedLetter, managerLettersEndpoints } from '@/lib/contract/manager-office'
import { FilterBar, FilterChoice, ListFrame, oneOf, useFilters } from './list-frame'
import { createListing } from './listing'
import { useOffice } from './use-office'

/** Letters: to whom, what about, and what became of them. `ofOne`: all to the same company. */
export function LetterRows({ list, ofOne = false }: { list: readonly ManagedLetter[]; ofOne?: boolean }) {
  const { word, nameOf, locale } = useOffice()
  return (
    <div className="desk-table-frame" tabIndex={0} role="region" aria-label={word('letters')}>
      <table className="desk-table desk-table-wide">
        <thead>
          <tr>
            <th scope="col">{word('created')}</th>
            <th scope="col">{word('subject')}</th>
            {!ofOne && <th scope="col">{word('recipients')}</th>}
            <th scope="col">{word('letterState')}</th>
          </tr>
        </thead>
        <tbody>
          {list.map((letter) => (
            <tr key={letter.id}>
              <td>{kyivTime(letter.created_at, locale, 'date')}</td>
              <td className="desk-cell-name">
                <Link href={`/admin/desk/letters/${letter.id}`} prefetch={false}>
                  {letter.subject ?? nameOf('letterkind', letter.kind)}
                </Link>
                {letter.subject && <span className="desk-soft desk-below">{nameOf('letterkind', letter.kind)}</span>}
              </td>
              {!ofOne && (
                <td>
                  {letter.company_name ?? (letter.recipients.length === 0 ? word('managersMailbox') : null)}
                  {letter.recipients.length > 0 && (
                    <span className="desk-soft desk-below">{letter.recipients.join(', ')}</span>
                  )}
                </td>
              )}
              <td className="desk-cell-text">
                <span className="desk-pill" data-status={`letter-${letter.state}`}>
                  {word(`letter_${letter.state}`)}
                </span>
                {letter.reason && letter.state !== 'sent' && (
                  <span className="desk-soft desk-below">{letter.reason}</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** One letter as its reader got it. */
export function LetterPage({ id }: { id: number }) {
  const { word, nameOf, faultOf, locale } = useOffice()
  const [letter] = useState(() => createResource(async () => (await api.manager.letter({ id })).data))
  const { data, fault } = useResource(letter)
  const [asking, setAsking] = useState(false)
  const { busy, act } = useAct(() => void letter.refresh())
  return (
    <section className="desk desk-office">
      <Link className="desk-link" href="/admin/desk/letters">
        {word('back')}
      </Link>
      {fault && (
        <p className="desk-fault" role="alert">
          {faultOf(fault)}
        </p>
      )}
      {!data && !fault && (
        <p className="desk-empty" role="status">
          {word('loading')}
        </p>
      )}
      {data && (
        <>
          <header className="desk-office-head">
            <h1>{data.subject ?? nameOf('letterkind', data.kind)}</h1>
            <span className="desk-pill" data-status={`letter-${data.state}`}>
              {word(`letter_${data.state}`)}
            </span>
            <span className="desk-spring" />
            {data.can_resend && (
              <button type="button" className="desk-button" data-look="action" onClick={() => setAsking(true)}>
                {word('resend')}
              </button>
            )}
          </header>
          <div className="desk-panel">
            <dl className="desk-sheet">
              <Line name={word('recipients')}>
                {data.recipients.join(', ') || (data.user_id === null ? word('managersMailbox') : '—')}
              </Line>
              {data.user_id !== null && (
                <Line name={word('company')}>
                  <Link className="desk-link" href={`/admin/desk/accounts/${data.user_id}`}>
                    {data.company_name}
                  </Link>
                </Line>
              )}
              <Line name={word('created')}>{kyivTime(data.created_at, locale, 'date')}</Line>
              {data.sent_at && <Line name={word('sent')}>{kyivTime(data.sent_at, locale, 'date')}</Line>}
              <Line name={word('attempts')}>{String(data.attempts)}</Line>
              {data.next_attempt_at && (
                <Line name={word('nextAttempt')}>{kyivTime(data.next_attempt_at, locale, 'date')}</Line>
              )}
              {data.reason && <Line name={word('reason')}>{data.reason}</Line>}
            </dl>
          </div>
          {data.withheld && <p className="desk-warning">{word('withheld')}</p>}
          {data.html === null && !data.withheld && <p className="desk-empty">{word('notWritten')}</p>}
          {data.html !== null && (
            // No scripts, no forms, no origin of its own: what somebody wrote into a letter acts nowhere. Links open apart.
            <iframe
              className="desk-letter"
              title={word('letterBody')}
              sandbox="allow-popups allow-popups-to-escape-sandbox"
              srcDoc={outside(data.html)}
            />
          )}
        </>
      )}
      {asking && (
        <AskDialog
          title={word('resendTitle')}
          text={word('resendText')}
          verb={word('resend')}
          busy={busy}
          onClose={() => setAsking(false)}
          onAnswer={async () => {
            if (await act(() => api.manager.resendLetter({ id }))) setAsking(false)
          }}
        />
      )}
    </section>
  )
}

function Line({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The letter's links open in a window of their own, without knowing where they were opened from. */
function outside(html: string): string {
  return html.replace('<head>', '<head><base target="_blank"><meta name="referrer" content="no-referrer">')
}

const STATES = ['waiting', 'sent', 'failed', 'not_needed'] as const satisfies readonly LetterState[]
const NAMES = ['state', 'search'] as const
const PAGE = 50

/** What the portal wrote to whom. */
export function LettersList() {
  const { word } = useOffice()
  const { filters, key, change } = useFilters(NAMES)
  const state = oneOf(filters.state, STATES)
  return (
    <section className="desk desk-office">
      <header className="desk-office-head">
        <h1>{word('letters')}</h1>
      </header>
      <p className="desk-soft">{word('secretsHidden')}</p>
      <FilterBar
        stateKey={key}
        search={filters.search}
        searchHint={word('searchLetters')}
        active={key !== '{}'}
        onSearch={(search) => change({ search })}
        onClear={() => change({ state: '', search: '' })}
      >
        <FilterChoice
          label={word('letterState')}
          value={state}
          none={word('any')}
          options={STATES.map((known) => [known, word(`letter_${known}`)])}
          onChange={(value) => change({ state: value })}
        />
      </FilterBar>
      <div className="desk-panel">
        <Letters key={key} query={{ state, search: filters.search?.slice(0, 100) }} />
      </div>
    </section>
  )
}

function Letters({ query }: { query: Input<typeof managerLettersEndpoints.letters> }) {
  const [listing] = useState(() =>
    createListing(async (cursor) => (await api.manager.letters({ ...query, cursor, limit: PAGE })).data),
  )
  return <ListFrame listing={listing}>{(page) => <LetterRows list={page.list} />}</ListFrame>
}
