'use client'

import { useState } from 'react'
import { api } from '@/lib/api/browser'
import type { AuctionDetail } from '@/lib/contract/auctions'
import type { ManagedApplication } from '@/lib/contract/manager'
import { REQUIRED_DOCUMENTS } from '@/lib/domain/application'
import { formatPrice, formatQuantity } from '@/lib/i18n/formats'
import type { ConsoleTextKey } from '@/lib/server/cms/translations/texts'
import { ExportButton } from '@/app/(cms)/office/lists/list-frame'
import { useResource } from '@/app/(cms)/office/resource'
import { kyivTime } from '@/app/(cms)/office/times'
import { useWords } from '@/app/(cms)/office/use-words'
import { AskDialog, useAct } from './ask-dialog'
import type { ConsoleStore } from './console-store'
import { Panel } from './bids-panel'
const STATUS_WORDS = {
  submitted: 'statusSubmitted',
  awaiting_confirmation: 'statusAwaiting',
  confirmed: 'statusConfirmed',
  rejected: 'statusRejected',
  withdrawn: 'statusWithdrawn',
} as const satisfies Record<ManagedApplication['status'], ConsoleTextKey>

function waits(application: ManagedApplication): boolean {
  return application.status === 'submitted' || application.status === 'awaiting_confirmation'
}

/** The applications with the companies' documents; those that wait come first (R2.4). */
export function ApplicationsPanel({ store, auction }: { store: ConsoleStore; auction: AuctionDetail }) {
  const { say, locale } = useWords()
  const { data, fault } = useResource(store.applications)
  const list = [...(data ?? [])].sort((left, right) => Number(waits(right)) - Number(waits(left)))
  return (
    <Panel
      title={say('applications')}
      badge={list.filter(waits).length}
      fault={fault}
      actions={
        data &&
        list.length > 0 && (
          <ExportButton read={() => api.manager.exportApplications({ auction_id: auction.id, lang: locale })} />
        )
      }
    >
      {data && list.length === 0 && <p className="office-empty">{say('noApplications')}</p>}
      <ul className="office-applications">
        {list.map((application) => (
          <Application key={application.id} store={store} auction={auction} application={application} />
        ))}
      </ul>
    </Panel>
  )
}

type RowProps = { store: ConsoleStore; auction: AuctionDetail; application: ManagedApplication }

function Application({ store, auction, application }: RowProps) {
  const { say, locale } = useWords()
  const [rejecting, setRejecting] = useState(false)
  const [insisting, setInsisting] = useState(false)
  const { busy, act } = useAct(store.refreshAll)
  const { company, missing_documents: missing } = application
  const open = waits(application) && auction.state === 'planned'
  return (
    <li>
      <div className="office-application-who">
        <strong>
          {application.participant !== null && <span className="office-number">№ {application.participant}</span>}
          {company.company_short_name}
        </strong>
        <span className="office-soft">
          {say('edrpou')} {company.edrpou} · {company.surname} {company.name} · {company.phone}
        </span>
        <span className="office-soft">
          {say('received')} {kyivTime(application.received_at, locale)}
        </span>
        {company.status !== 'active' && (
          <span className="office-warning">
            {say(company.status === 'deactivated' ? 'accountDeactivated' : 'accountWaiting')}
          </span>
        )}
        {application.reason && (
          <span className="office-soft">
            {say('reason')}: {application.reason}
          </span>
        )}
      </div>
      <Documents application={application} />
      <div className="office-application-terms">
        <span className="office-pill" data-status={application.status}>
          {say(STATUS_WORDS[application.status])}
        </span>
        {application.price !== null && application.quantity !== null ? (
          <span className="office-figures">
            {formatPrice(application.price, locale)} ×{' '}
            {formatQuantity(application.quantity, locale, auction.category.unit)}
          </span>
        ) : (
          open && <span className="office-soft">{say('sealed')}</span>
        )}
        {open && (
          <span className="office-actions">
            <button type="button" className="office-button" disabled={busy} onClick={() => setRejecting(true)}>
              {say('reject')}
            </button>
            <button
              type="button"
              className="office-button"
              data-look="action"
              disabled={busy}
              onClick={() =>
                missing.length > 0
                  ? setInsisting(true)
                  : void act(() => api.manager.confirmApplication({ application_id: application.id }))
              }
            >
              {say('confirm')}
            </button>
          </span>
        )}
      </div>
      {insisting && (
        <AskDialog
          title={say('insistTitle', { company: company.company_short_name })}
          text={say('insistText', { missing: missing.map((kind) => say(`document_${kind}`)).join(', ') })}
          verb={say('confirm')}
          withReason
          busy={busy}
          onClose={() => setInsisting(false)}
          onAnswer={async ({ reason }) => {
            const work = () => api.manager.confirmApplication({ application_id: application.id, insistence: reason })
            if (await act(work)) setInsisting(false)
          }}
        />
      )}
      {rejecting && (
        <AskDialog
          title={say('rejectTitle', { company: company.company_short_name })}
          verb={say('reject')}
          danger
          withReason
          busy={busy}
          onClose={() => setRejecting(false)}
          onAnswer={async ({ reason }) => {
            const work = () => api.manager.rejectApplication({ application_id: application.id, reason })
            if (await act(work)) setRejecting(false)
          }}
        />
      )}
    </li>
  )
}

function Documents({ application: { documents, missing_documents: missing } }: { application: ManagedApplication }) {
  const { say } = useWords()
  if (documents.length === 0) return <p className="office-soft">{say('noDocuments')}</p>
  const of = REQUIRED_DOCUMENTS.length
  return (
    <ul className="office-documents" aria-label={say('documents')}>
      <li className={missing.length > 0 ? 'office-warning' : 'office-soft'}>
        {say('documentsCount', { count: of - missing.length, of })}
      </li>
      {documents.map((document) => (
        <li key={document.id}>
          <a className="office-link" href={document.url} target="_blank" rel="noreferrer">
            {document.name}
          </a>
        </li>
      ))}
    </ul>
  )
}
