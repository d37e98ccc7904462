'use client'

import Link from 'next/link'
import { useState } from 'react'
import { AskDialog, useAct } from '@/app/(cms)/office/console/ask-dialog'
import { createResource, useResource } from '@/app/(cms)/office/resource'
import { kyivTime } from '@/app/(cms)/office/times'
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
    <div className="office-table-frame" tabIndex={0} role="region" aria-label={word('letters')}>
      <table className="office-table office-table-wide">
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
              <td className="office-cell-name">
                <Link href={`/admin/office/letters/${letter.id}`} prefetch={false}>
                  {letter.subject ?? nameOf('letterkind', letter.kind)}
                </Link>
                {letter.subject && (
                  <span className="office-soft office-below">{nameOf('letterkind', letter.kind)}</span>
                )}
              </td>
              {!ofOne && (
                <td>
                  {letter.company_name ?? (letter.recipients.length === 0 ? word('managersMailbox') : null)}
                  {letter.recipients.length > 0 && (
                    <span className="office-soft office-below">{letter.recipients.join(', ')}</span>
                  )}
                </td>
              )}
              <td className="office-cell-text">
                <span className="office-pill" data-status={`letter-${letter.state}`}>
                  {word(`letter_${letter.state}`)}
                </span>
                {letter.reason && letter.state !== 'sent' && (
                  <span className="office-soft office-below">{letter.reason}</span>
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
    <section className="office office-office">
      <Link className="office-link" href="/admin/office/letters">
        {word('back')}
      </Link>
      {fault && (
        <p className="office-fault" role="alert">
          {faultOf(fault)}
        </p>
      )}
      {!data && !fault && (
        <p className="office-empty" role="status">
          {word('loading')}
        </p>
      )}
      {data && (
        <>
          <header className="office-office-head">
            <h1>{data.subject ?? nameOf('letterkind', data.kind)}</h1>
            <span className="office-pill" data-status={`letter-${data.state}`}>
              {word(`letter_${data.state}`)}
            </span>
            <span className="office-spring" />
            {data.can_resend && (
              <button type="button" className="office-button" data-look="action" onClick={() => setAsking(true)}>
                {word('resend')}
              </button>
            )}
          </header>
          <div className="office-panel">
            <dl className="office-sheet">
              <Line name={word('recipients')}>
                {data.recipients.join(', ') || (data.user_id === null ? word('managersMailbox') : '—')}
              </Line>
              {data.user_id !== null && (
                <Line name={word('company')}>
                  <Link className="office-link" href={`/admin/office/accounts/${data.user_id}`}>
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
          {data.withheld && <p className="office-warning">{word('withheld')}</p>}
          {data.html === null && !data.withheld && <p className="office-empty">{word('notWritten')}</p>}
          {data.html !== null && (
            // No scripts, no forms, no origin of its own: what somebody wrote into a letter acts nowhere. Links open apart.
            <iframe
              className="office-letter"
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
    <section className="office office-office">
      <header className="office-office-head">
        <h1>{word('letters')}</h1>
      </header>
      <p className="office-soft">{word('secretsHidden')}</p>
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
      <div className="office-panel">
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
