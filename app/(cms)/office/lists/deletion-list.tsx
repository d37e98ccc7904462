'use client'

import Link from 'next/link'
import { useState } from 'react'
import { api } from '@/lib/api/browser'
import type { ManagedDeletion } from '@/lib/contract/manager-office'
import { AskDialog, useAct } from '@/app/(cms)/office/console/ask-dialog'
import { kyivTime } from '@/app/(cms)/office/times'
import { FilterChoice, oneOf, useFilters, ListFrame } from './list-frame'
import { createListing } from './listing'
import { useOffice } from './use-office'

const STATUSES = ['waiting', 'approved', 'refused', 'withdrawn'] as const satisfies readonly ManagedDeletion['status'][]
const PAGE = 50

/** Who asked for their personal data to be deleted, and what stands in the way. */
export function DeletionList() {
  const { word } = useOffice()
  const { filters, change } = useFilters(['status'])
  const status = oneOf(filters.status, STATUSES)
  return (
    <section className="office office-office">
      <header className="office-office-head">
        <h1>{word('deletion')}</h1>
      </header>
      <p className="office-soft">{word('deletionHint')}</p>
      <div className="office-filters">
        <FilterChoice
          label={word('status')}
          value={status}
          none={word('any')}
          options={STATUSES.map((known) => [known, word(`deletion_${known}`)])}
          onChange={(value) => change({ status: value })}
        />
      </div>
      <div className="office-panel">
        <Requests key={status ?? ''} status={status} />
      </div>
    </section>
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
        <ul className="office-files">
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

  async function decide(work: () => Promise<unknown>): Promise<void> {
    if (await act(work)) setAsking(null)
  }

  return (
    <li>
      <span className="office-file-words">
        <b>
          <Link className="office-link" href={`/admin/office/accounts/${company.id}`} prefetch={false}>
            {company.company_short_name || `№ ${company.id}`}
          </Link>
        </b>
        <span className="office-soft">{kyivTime(request.requested_at, locale, 'date')}</span>
        {request.comment && <span>{request.comment}</span>}
        {request.reason && (
          <span className="office-soft">
            {word('reason')}: {request.reason}
          </span>
        )}
        {request.status === 'waiting' &&
          request.blockers.map((blocker) => (
            <span key={blocker} className="office-warning">
              {word(`blocker_${blocker}`)}
            </span>
          ))}
      </span>
      <span className="office-pill" data-status={`deletion-${request.status}`}>
        {word(`deletion_${request.status}`)}
      </span>
      {request.status === 'waiting' && (
        <span className="office-actions">
          <button type="button" className="office-button" onClick={() => setAsking('refuse')}>
            {word('refuseDeletion')}
          </button>
          <button
            type="button"
            className="office-button"
            data-look="quiet-danger"
            disabled={request.blockers.length > 0}
            onClick={() => setAsking('approve')}
          >
            {word('approveDeletion')}
          </button>
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
          busy={busy}
          onClose={() => setAsking(null)}
          onAnswer={({ reason }) => void decide(() => api.manager.decideDeletion({ id, decision: 'refuse', reason }))}
        />
      )}
    </li>
  )
}
