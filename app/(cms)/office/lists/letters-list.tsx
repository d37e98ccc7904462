'use client'

import { useState } from 'react'
import { AskDialog, useAct } from '@/app/(cms)/office/console/ask-dialog'
import { FaultNotice, Office, OfficePage, Quiet, Sheet, StatusPill, TextLink } from '@/app/(cms)/office/kit'
import { createResource, useResource, createListing } from '@/app/(cms)/office/resource'
import { kyivTime } from '@/app/(cms)/office/times'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Notice } from '@/components/ui/notice'
import { Cell, HeadCell, Table } from '@/components/ui/table'
import { api } from '@/lib/api/browser'
import type { Input } from '@/lib/contract/endpoint'
import type { LetterState, ManagedLetter, managerLettersEndpoints } from '@/lib/contract/manager-office'
import { FilterBar, FilterChoice, oneOf, useFilters } from './filters'
import { ListFrame } from './list-frame'
import { useOffice } from './use-office'

/** Letters: to whom, what about, and what became of them. `ofOne`: all to the same company. */
export function LetterRows({ list, ofOne = false }: { list: readonly ManagedLetter[]; ofOne?: boolean }) {
  const { word, nameOf, locale } = useOffice()
  return (
    <Table caption={word('letters')}>
      <thead>
        <tr>
          <HeadCell>{word('created')}</HeadCell>
          <HeadCell className="min-w-52">{word('subject')}</HeadCell>
          {!ofOne && <HeadCell>{word('recipients')}</HeadCell>}
          <HeadCell>{word('letterState')}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {list.map((letter) => (
          <tr key={letter.id} className="align-top">
            <Cell className="whitespace-nowrap">{kyivTime(letter.created_at, locale, 'date')}</Cell>
            <Cell>
              <TextLink href={`/admin/office/letters/${letter.id}`} className="font-semibold">
                {letter.subject ?? nameOf('letterkind', letter.kind)}
              </TextLink>
              {letter.subject && <span className="block text-fine text-soft">{nameOf('letterkind', letter.kind)}</span>}
            </Cell>
            {!ofOne && (
              <Cell>
                {letter.company_name ?? (letter.recipients.length === 0 ? word('managersMailbox') : null)}
                {letter.recipients.length > 0 && (
                  <span className="block text-fine text-soft">{letter.recipients.join(', ')}</span>
                )}
              </Cell>
            )}
            <Cell className="max-w-[320px] break-words">
              <StatusPill status={`letter_${letter.state}`}>{word(`letter_${letter.state}`)}</StatusPill>
              {letter.reason && letter.state !== 'sent' && (
                <span className="mt-1 block text-fine text-soft">{letter.reason}</span>
              )}
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

const LETTERS = '/admin/office/letters'

/** One letter as its reader got it. */
export function LetterPage({ id }: { id: number }) {
  const { word, nameOf, locale } = useOffice()
  const [letter] = useState(() => createResource(async () => (await api.manager.letter({ id })).data))
  const { data, fault } = useResource(letter)
  const [asking, setAsking] = useState(false)
  const { busy, act } = useAct(() => void letter.refresh())
  if (!data)
    return (
      <Office>
        <p>
          <TextLink href={LETTERS}>{word('back')}</TextLink>
        </p>
        {fault ? (
          <FaultNotice fault={fault} onRetry={() => void letter.refresh()} />
        ) : (
          <Quiet role="status">{word('loading')}</Quiet>
        )}
      </Office>
    )
  return (
    <OfficePage
      title={data.subject ?? nameOf('letterkind', data.kind)}
      pill={<StatusPill status={`letter_${data.state}`}>{word(`letter_${data.state}`)}</StatusPill>}
      actions={
        data.can_resend && (
          <Button size="sm" onClick={() => setAsking(true)}>
            {word('resend')}
          </Button>
        )
      }
      back={LETTERS}
    >
      <Card padding="sm" as="div">
        <Sheet
          rows={[
            [word('recipients'), data.recipients.join(', ') || (data.user_id === null ? word('managersMailbox') : '—')],
            ...(data.user_id === null
              ? []
              : [
                  [
                    word('company'),
                    <TextLink key="company" href={`/admin/office/accounts/${data.user_id}`}>
                      {data.company_name}
                    </TextLink>,
                  ] as const,
                ]),
            [word('created'), kyivTime(data.created_at, locale, 'date')],
            ...(data.sent_at ? [[word('sent'), kyivTime(data.sent_at, locale, 'date')] as const] : []),
            [word('attempts'), data.attempts],
            ...(data.next_attempt_at
              ? [[word('nextAttempt'), kyivTime(data.next_attempt_at, locale, 'date')] as const]
              : []),
            ...(data.reason ? [[word('reason'), data.reason] as const] : []),
          ]}
        />
      </Card>
      {data.withheld && <Notice tone="wait">{word('withheld')}</Notice>}
      {data.html === null && !data.withheld && <Quiet>{word('notWritten')}</Quiet>}
      {data.html !== null && (
        // No scripts, no forms, no origin of its own: what somebody wrote into a letter acts nowhere. Links open apart.
        <iframe
          className="h-[760px] w-full rounded-md border border-line bg-white"
          title={word('letterBody')}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          srcDoc={outside(data.html)}
        />
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
    </OfficePage>
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
  const filtering = useFilters(NAMES)
  const { filters, key, change } = filtering
  const state = oneOf(filters.state, STATES)
  return (
    <OfficePage title={word('letters')} hint={word('secretsHidden')}>
      <FilterBar filtering={filtering} searchHint={word('searchLetters')}>
        <FilterChoice
          label={word('letterState')}
          value={state}
          none={word('any')}
          options={STATES.map((known) => [known, word(`letter_${known}`)])}
          onChange={(value) => change({ state: value })}
        />
      </FilterBar>
      <Letters key={key} query={{ state, search: filters.search?.slice(0, 100) }} />
    </OfficePage>
  )
}

function Letters({ query }: { query: Input<typeof managerLettersEndpoints.letters> }) {
  const [listing] = useState(() =>
    createListing(async (cursor) => (await api.manager.letters({ ...query, cursor, limit: PAGE })).data),
  )
  return <ListFrame listing={listing}>{(page) => <LetterRows list={page.list} />}</ListFrame>
}
