'use client'

import { useAuth } from '@payloadcms/ui'
import { numberSign } from '@/lib/i18n/formats'
import { useState } from 'react'
import { api } from '@/lib/api/browser'
import { keepText } from '@/lib/browser/kept-text'
import type { ManagedDeletion } from '@/lib/contract/manager-office'
import { OfficePage, StatusPill, TextLink } from '@/app/(cms)/office/kit'
import { Button } from '@/components/ui/button'
import { AskDialog, useAct } from '@/app/(cms)/office/console/ask-dialog'
import { kyivTime } from '@/app/(cms)/office/times'
import { FilterChoice, oneOf, useFilters } from './filters'
import { ListFrame } from './list-frame'
import { createListing } from '@/app/(cms)/office/resource'
import { useOffice } from './use-office'

const STATUSES = ['waiting', 'approved', 'refused', 'withdrawn'] as const satisfies readonly ManagedDeletion['status'][]
const PAGE = 50

/** Who asked for their personal data to be deleted, and what stands in the way. */
export function DeletionList() {
  const { word } = useOffice()
  const { filters, change } = useFilters(['status'])
  const status = oneOf(filters.status, STATUSES)
  return (
    <OfficePage title={word('deletion')} hint={word('deletionHint')}>
      <div className="max-w-60">
        <FilterChoice
          label={word('status')}
          value={status}
          none={word('any')}
          options={STATUSES.map((known) => [known, word(`deletion_${known}`)])}
          onChange={(value) => change({ status: value })}
        />
      </div>
      <Requests key={status ?? ''} status={status} />
    </OfficePage>
  )
}

function Requests({ status }: { status: ManagedDeletion['status'] | undefined }) {
  const { word } = useOffice()
  const [listing] = useState(() =>
    createListing(async (cursor) => (await api.manager.deletionRequests({ status, cursor, limit: PAGE })).data),
  )
  return (
    <ListFrame listing={listing} none={word('noDeletions')}>
      {(page) => (
        <ul className="divide-y divide-line">
          {page.list.map((request) => (
            <Request key={request.id} request={request} onDone={() => void listing.resource.refresh()} />
          ))}
        </ul>
      )}
    </ListFrame>
  )
}

function Request({ request, onDone }: { request: ManagedDeletion; onDone: () => void }) {
  const { word, locale } = useOffice()
  const [asking, setAsking] = useState<'approve' | 'refuse' | null>(null)
  const { busy, act } = useAct(onDone)
  const { id, company } = request
  const reasonKey = `deletion-refusal:${useAuth().user?.id}:${id}`

  async function decide(work: () => Promise<unknown>): Promise<void> {
    if (await act(work)) close()
  }

  function close(): void {
    keepText(reasonKey, '')
    setAsking(null)
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <span className="grid min-w-0 grow basis-56 break-words">
        <TextLink href={`/admin/office/accounts/${company.id}`} className="justify-self-start font-semibold">
          {company.company_short_name || numberSign(company.id, locale)}
        </TextLink>
        <span className="text-small text-soft">{kyivTime(request.requested_at, locale, 'date')}</span>
        {request.comment && <span>{request.comment}</span>}
        {request.reason && (
          <span className="text-small text-soft">
            {word('reason')}: {request.reason}
          </span>
        )}
        {request.status === 'waiting' &&
          request.blockers.map((blocker) => (
            <span key={blocker} className="text-small text-wait-text">
              {word(`blocker_${blocker}`)}
            </span>
          ))}
      </span>
      <StatusPill status={`deletion_${request.status}`}>{word(`deletion_${request.status}`)}</StatusPill>
      {request.status === 'waiting' && (
        <span className="flex gap-2">
          <Button tone="outline" size="sm" onClick={() => setAsking('refuse')}>
            {word('refuseDeletion')}
          </Button>
          <Button tone="danger" size="sm" disabled={request.blockers.length > 0} onClick={() => setAsking('approve')}>
            {word('approveDeletion')}
          </Button>
        </span>
      )}
      {asking === 'approve' && (
        <AskDialog
          title={word('approveDeletionTitle', { company: company.company_short_name })}
          text={word('approveDeletionText')}
          verb={word('approveDeletion')}
          danger
          busy={busy}
          onClose={() => setAsking(null)}
          onAnswer={() => void decide(() => api.manager.decideDeletion({ id, decision: 'approve' }))}
        />
      )}
      {asking === 'refuse' && (
        <AskDialog
          title={word('refuseDeletionTitle', { company: company.company_short_name })}
          text={word('refuseDeletionText')}
          verb={word('refuseDeletion')}
          withReason
          keptAs={reasonKey}
          busy={busy}
          onClose={close}
          onAnswer={({ reason }) => void decide(() => api.manager.decideDeletion({ id, decision: 'refuse', reason }))}
        />
      )}
    </li>
  )
}
