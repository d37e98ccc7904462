'use client'

import { type FormEvent, useRef, useState } from 'react'
import { useAct } from '@/app/(cms)/office/console/ask-dialog'
import { Panel, Quiet, Sheet, TextLink } from '@/app/(cms)/office/kit'
import { useOffice } from '@/app/(cms)/office/lists/use-office'
import { kyivTime } from '@/app/(cms)/office/times'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { TextAreaField } from '@/components/ui/field'
import { api } from '@/lib/api/browser'
import type { AccountFile } from '@/lib/contract/manager-accounts'

const MAX_LENGTH = 2000

/** What the staff knows of a company beside its papers. Written once, by name. */
export function Notes({ account, onDone }: { account: AccountFile; onDone: () => void }) {
  const { word, locale } = useOffice()
  const field = useRef<HTMLTextAreaElement>(null)
  const [missing, setMissing] = useState(false)
  const { busy, act } = useAct(onDone)

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = event.currentTarget
    const written = new FormData(form).get('text')
    const text = typeof written === 'string' ? written.trim() : ''
    if (text === '') {
      setMissing(true)
      return field.current?.focus()
    }
    if (await act(() => api.manager.noteAccount({ user_id: account.id, text }))) form.reset()
  }

  return (
    <Panel title={word('notes')}>
      <form className="grid gap-3" onSubmit={(event) => void submit(event)} noValidate>
        <TextAreaField
          ref={field}
          label={word('noteText')}
          name="text"
          rows={3}
          maxLength={MAX_LENGTH}
          hint={word('notesHint')}
          error={missing ? word('noteRequired') : undefined}
          onInput={() => setMissing(false)}
        />
        <Button type="submit" tone="outline" size="sm" className="justify-self-start" pending={busy}>
          {word('addNote')}
        </Button>
      </form>
      {account.notes.length === 0 && <Quiet>{word('noNotes')}</Quiet>}
      <ol className="grid gap-3">
        {account.notes.map((note) => (
          <li key={note.id} className="rounded-sm bg-sunken px-3 py-2.5">
            <p className="whitespace-pre-wrap break-words">{note.text}</p>
            <span className="text-small text-soft">
              {note.by} · {kyivTime(note.at, locale, 'date')}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

const LANGUAGES = { uk: 'Українська', en: 'English', ru: 'Русский' } as const

/** What the company says of itself, with what can be checked of it. */
export function DataSheet({ account }: { account: AccountFile }) {
  const { word, locale } = useOffice()
  return (
    <Card padding="sm" as="div" className="grid gap-4">
      <Sheet
        rows={[
          [word('fullName'), account.company_name],
          [word('edrpou'), <Code key="edrpou" text={account.edrpou} right={account.checks.edrpou} />],
          [word('eic'), <Code key="eic" text={account.eic} right={account.checks.eic} />],
          [word('iban'), <Code key="iban" text={account.iban} right={account.checks.iban} />],
          [word('person'), [account.surname, account.name, account.patronymic].filter(Boolean).join(' ')],
          [
            word('phone'),
            <TextLink key="phone" href={`tel:${account.phone}`}>
              {account.phone}
            </TextLink>,
          ],
          [
            word('email'),
            <span key="email">
              <TextLink href={`mailto:${account.email}`}>{account.email}</TextLink>{' '}
              <span className={account.email_confirmed ? 'text-fine text-go-text' : 'text-fine text-wait-text'}>
                {word(account.email_confirmed ? 'emailConfirmed' : 'emailNotConfirmed')}
              </span>
            </span>,
          ],
          [word('auctionKind'), word(`kind_${account.auction_kind}`)],
          [word('language'), LANGUAGES[account.language]],
          [word('registered'), kyivTime(account.created_at, locale, 'date')],
          [word('sessions'), account.sessions],
          [word('secondFactor'), word(account.second_factor ? 'secondFactorOn' : 'secondFactorOff')],
        ]}
      />
      <p className="flex flex-wrap gap-x-5 gap-y-2">
        <TextLink href={`/admin/collections/companies/${account.id}`}>{word('editData')}</TextLink>
        <TextLink href={`/admin/collections/feedback?where[company][equals]=${account.id}`}>
          {word('feedbackLink', { count: account.feedback })}
        </TextLink>
        <TextLink href={`/admin/collections/orders?where[edrpou][equals]=${encodeURIComponent(account.edrpou)}`}>
          {word('ordersLink', { count: account.orders })}
        </TextLink>
      </p>
    </Card>
  )
}

function Code({ text, right }: { text: string; right: boolean }) {
  const { word } = useOffice()
  return (
    <>
      <span className="font-semibold">{text}</span>{' '}
      <span className={right ? 'text-fine text-go-text' : 'text-fine text-lose-text'}>
        {right ? '✓' : '✗'} {word(right ? 'codeRight' : 'codeWrong')}
      </span>
    </>
  )
}
