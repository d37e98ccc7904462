'use client'

import Link from 'next/link'
import { useState } from 'react'
import { api } from '@/lib/api/browser'
import { AskDialog } from '../console/ask-dialog'
import { useAct } from '../console/use-act'
import { createResource, useResource } from '../resource'
import { kyivTime } from '../times'
import { useOffice } from './use-office'

/** One letter as its reader got it. */
export function LetterPage({ id }: { id: number }) {
  const { word, nameOf, faultOf, locale } = useOffice()
  const [letter] = useState(() => createResource(async () => (await api.manager.letter({ id })).data))
  const { data, fault } = useResource(letter)
  const [asking, setAsking] = useState(false)
  const { busy, act } = useAct(() => void letter.refresh())
  return (
    <section className="desk desk-office">
      <Link className="desk-link" href="/admin/desk/letters">{word('back')}</Link>
      {fault && <p className="desk-fault" role="alert">{faultOf(fault)}</p>}
      {!data && !fault && <p className="desk-empty" role="status">{word('loading')}</p>}
      {data && (
        <>
          <header className="desk-office-head">
            <h1>{data.subject ?? nameOf('letterkind', data.kind)}</h1>
            <span className="desk-pill" data-status={`letter-${data.state}`}>{word(`letter_${data.state}`)}</span>
            <span className="desk-spring" />
            {data.can_resend && <button type="button" className="desk-button" data-look="action" onClick={() => setAsking(true)}>{word('resend')}</button>}
          </header>
          <div className="desk-panel">
            <dl className="desk-sheet">
              <Line name={word('recipients')}>{data.recipients.join(', ') || (data.user_id === null ? word('managersMailbox') : '—')}</Line>
              {data.user_id !== null && (
                <Line name={word('company')}><Link className="desk-link" href={`/admin/desk/accounts/${data.user_id}`}>{data.company_name}</Link></Line>
              )}
              <Line name={word('created')}>{kyivTime(data.created_at, locale, 'date')}</Line>
              {data.sent_at && <Line name={word('sent')}>{kyivTime(data.sent_at, locale, 'date')}</Line>}
              <Line name={word('attempts')}>{String(data.attempts)}</Line>
              {data.next_attempt_at && <Line name={word('nextAttempt')}>{kyivTime(data.next_attempt_at, locale, 'date')}</Line>}
              {data.reason && <Line name={word('reason')}>{data.reason}</Line>}
            </dl>
          </div>
          {data.withheld && <p className="desk-warning">{word('withheld')}</p>}
          {data.html === null && !data.withheld && <p className="desk-empty">{word('notWritten')}</p>}
          {data.html !== null && (
            // No scripts, no forms, no origin of its own: what somebody wrote into a letter acts nowhere. Links open apart.
            <iframe className="desk-letter" title={word('letterBody')} sandbox="allow-popups allow-popups-to-escape-sandbox" srcDoc={outside(data.html)} />
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
