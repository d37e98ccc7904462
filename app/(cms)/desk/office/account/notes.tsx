'use client'

import { useId, useState, type FormEvent } from 'react'
import { api } from '@/lib/api/browser'
import type { AccountFile } from '@/lib/contract/manager-accounts'
import { useAct } from '../../console/use-act'
import { kyivTime } from '../../times'
import { useOffice } from '../use-office'

const LONGEST = 2000

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
    <aside className="desk-panel">
      <h2>{word('notes')}</h2>
      <form className="desk-field" onSubmit={(event) => void submit(event)} noValidate>
        <label htmlFor={field}>{word('noteText')}</label>
        <textarea id={field} name="text" rows={3} maxLength={LONGEST} aria-describedby={hint} aria-invalid={missing} onInput={() => setMissing(false)} />
        <p id={hint} className={missing ? 'desk-field-fault' : 'desk-soft'}>{word(missing ? 'noteRequired' : 'notesHint')}</p>
        <button type="submit" className="desk-button" disabled={busy}>{word('addNote')}</button>
      </form>
      {account.notes.length === 0 && <p className="desk-empty">{word('noNotes')}</p>}
      <ol className="desk-notes">
        {account.notes.map((note) => (
          <li key={note.id}>
            <p>{note.text}</p>
            <span className="desk-soft">{note.by} · {kyivTime(note.at, locale, 'date')}</span>
          </li>
        ))}
      </ol>
    </aside>
  )
}
