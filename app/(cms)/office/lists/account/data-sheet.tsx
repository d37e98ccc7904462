'use client'

import Link from 'next/link'
import { type FormEvent, useId, useState } from 'react'
import { useAct } from '@/app/(cms)/office/console/ask-dialog'
import { useOffice } from '@/app/(cms)/office/lists/use-office'
import { kyivTime } from '@/app/(cms)/office/times'
import { api } from '@/lib/api/browser'
import type { AccountFile } from '@/lib/contract/manager-accounts'

const MAX_LENGTH = 2000

/** What the staff knows of a company beside its papers. Written once, by name. */
export function Notes({ account, onDone }: { account: AccountFile; onDone: () => void }) {
  const { word, locale } = useOffice()
  const field = useId()
  const hint = useId()
  const [missing, setMissing] = useState(false)
  const { busy, act } = useAct(onDone)

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = event.currentTarget
    const written = new FormData(form).get('text')
    const text = typeof written === 'string' ? written.trim() : ''
    if (text === '') {
      setMissing(true)
      return document.getElementById(field)?.focus()
    }
    if (await act(() => api.manager.noteAccount({ user_id: account.id, text }))) form.reset()
  }

  return (
    <aside className="office-panel">
      <h2>{word('notes')}</h2>
      <form className="office-field" onSubmit={(event) => void submit(event)} noValidate>
        <label htmlFor={field}>{word('noteText')}</label>
        <textarea
          id={field}
          name="text"
          rows={3}
          maxLength={MAX_LENGTH}
          aria-describedby={hint}
          aria-invalid={missing}
          onInput={() => setMissing(false)}
        />
        <p id={hint} className={missing ? 'office-field-fault' : 'office-soft'}>
          {word(missing ? 'noteRequired' : 'notesHint')}
        </p>
        <button type="submit" className="office-button" disabled={busy}>
          {word('addNote')}
        </button>
      </form>
      {account.notes.length === 0 && <p className="office-empty">{word('noNotes')}</p>}
      <ol className="office-notes">
        {account.notes.map((note) => (
          <li key={note.id}>
            <p>{note.text}</p>
            <span className="office-soft">
              {note.by} · {kyivTime(note.at, locale, 'date')}
            </span>
          </li>
        ))}
      </ol>
    </aside>
  )
}

const LANGUAGES = { uk: 'Українська', en: 'English', ru: 'Русский' } as const

/** What the company says of itself, with what can be checked of it. */
export function DataSheet({ account }: { account: AccountFile }) {
  const { word, locale } = useOffice()
  return (
    <div className="office-panel">
      <dl className="office-sheet">
        <Line name={word('fullName')}>{account.company_name}</Line>
        <Line name={word('edrpou')}>
          <Code text={account.edrpou} right={account.checks.edrpou} />
        </Line>
        <Line name={word('eic')}>
          <Code text={account.eic} right={account.checks.eic} />
        </Line>
        <Line name={word('iban')}>
          <Code text={account.iban} right={account.checks.iban} />
        </Line>
        <Line name={word('person')}>
          {[account.surname, account.name, account.patronymic].filter(Boolean).join(' ')}
        </Line>
        <Line name={word('phone')}>
          <a className="office-link" href={`tel:${account.phone}`}>
            {account.phone}
          </a>
        </Line>
        <Line name={word('email')}>
          <a className="office-link" href={`mailto:${account.email}`}>
            {account.email}
          </a>{' '}
          <span className={account.email_confirmed ? 'office-right' : 'office-warning'}>
            {word(account.email_confirmed ? 'emailConfirmed' : 'emailNotConfirmed')}
          </span>
        </Line>
        <Line name={word('auctionKind')}>{word(`kind_${account.auction_kind}`)}</Line>
        <Line name={word('language')}>{LANGUAGES[account.language]}</Line>
        <Line name={word('registered')}>{kyivTime(account.created_at, locale, 'date')}</Line>
        <Line name={word('sessions')}>{String(account.sessions)}</Line>
        <Line name={word('secondFactor')}>{word(account.second_factor ? 'secondFactorOn' : 'secondFactorOff')}</Line>
      </dl>
      <p className="office-actions">
        <Link className="office-link" href={`/admin/collections/companies/${account.id}`}>
          {word('editData')}
        </Link>
        <Link className="office-link" href={`/admin/collections/feedback?where[company][equals]=${account.id}`}>
          {word('feedbackLink', { count: account.feedback })}
        </Link>
        <Link
          className="office-link"
          href={`/admin/collections/orders?where[edrpou][equals]=${encodeURIComponent(account.edrpou)}`}
        >
          {word('ordersLink', { count: account.orders })}
        </Link>
      </p>
    </div>
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

function Code({ text, right }: { text: string; right: boolean }) {
  const { word } = useOffice()
  return (
    <>
      <span className="office-code">{text}</span>{' '}
      <span className={right ? 'office-right' : 'office-wrong'}>
        {right ? '✓' : '✗'} {word(right ? 'codeRight' : 'codeWrong')}
      </span>
    </>
  )
}
