'use client'

import { useState } from 'react'
import { DocumentsCount, Panel, Quiet, StatusPill, TextLink } from '@/app/(cms)/office/kit'
import { Button } from '@/components/ui/button'
import { api } from '@/lib/api/browser'
import type { AuctionDetail } from '@/lib/contract/auctions'
import type { ManagedApplication } from '@/lib/contract/manager'
import { REQUIRED_DOCUMENTS } from '@/lib/domain/application'
import { formatPrice, formatQuantity, numberSign } from '@/lib/i18n/formats'
import type { ConsoleTextKey } from '@/lib/server/cms/translations'
import { useOffice } from '@/app/(cms)/office/lists/use-office'
import { ExportButton } from '@/app/(cms)/office/lists/list-frame'
import { useResource } from '@/app/(cms)/office/resource'
import { kyivTime } from '@/app/(cms)/office/times'
import { useWords } from '@/app/(cms)/office/use-words'
import { AskDialog, useAct } from './ask-dialog'
import type { ConsoleStore } from './console-store'

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
      {data && list.length === 0 && <Quiet>{say('noApplications')}</Quiet>}
      <ul className="divide-y divide-line">
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
  const { nameOf } = useOffice()
  const [rejecting, setRejecting] = useState(false)
  const [insisting, setInsisting] = useState(false)
  const { busy, act } = useAct(store.refreshAll)
  const { company, missing_documents: missing } = application
  const open = waits(application) && auction.state === 'planned'
  return (
    <li className="grid grid-cols-1 gap-x-5 gap-y-2 py-3.5 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)_auto]">
      <div className="grid min-w-0 content-start gap-1 break-words text-small text-soft">
        <b className="text-body font-semibold text-text">
          {application.participant !== null && (
            <span className="text-soft">{numberSign(application.participant, locale)} </span>
          )}
          {company.company_short_name}
        </b>
        <span>
          {say('edrpou')} {company.edrpou} · {company.surname} {company.name} · {company.phone}
        </span>
        <span>
          {say('received')} {kyivTime(application.received_at, locale)}
        </span>
        {company.status !== 'active' && (
          <span className="text-wait-text">
            {say(company.status === 'deactivated' ? 'accountDeactivated' : 'accountWaiting')}
          </span>
        )}
        {application.reason && (
          <span>
            {say('reason')}: {nameOf('systemReason', application.reason)}
          </span>
        )}
      </div>
      <Documents application={application} />
      <div className="grid content-start gap-2 lg:justify-items-end lg:text-right">
        <span>
          <StatusPill status={`application_${application.status}`}>{say(STATUS_WORDS[application.status])}</StatusPill>
        </span>
        {application.price !== null && application.quantity !== null ? (
          <span className="whitespace-nowrap font-semibold">
            {formatPrice(application.price, locale)} ×{' '}
            {formatQuantity(application.quantity, locale, auction.category.unit)}
          </span>
        ) : (
          open && <span className="text-small text-soft">{say('sealed')}</span>
        )}
        {open && (
          <span className="flex flex-wrap gap-2">
            <Button tone="outline" size="sm" disabled={busy} onClick={() => setRejecting(true)}>
              {say('reject')}
            </Button>
            <Button
              size="sm"
              pending={busy}
              onClick={() =>
                missing.length > 0
                  ? setInsisting(true)
                  : void act(() => api.manager.confirmApplication({ application_id: application.id }))
              }
            >
              {say('confirm')}
            </Button>
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
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-1">
      <DocumentsCount missing={missing.length} required={REQUIRED_DOCUMENTS.length} />
      <ul className="grid grid-cols-[minmax(0,1fr)] justify-items-start text-small" aria-label={say('documents')}>
        {documents.map((document) => (
          <li key={document.id} className="max-w-full">
            <TextLink
              href={document.url}
              target="_blank"
              rel="noreferrer"
              // A long name takes one line, and is whole for who points at it or has it read aloud.
              title={document.name}
              className="block truncate"
            >
              {document.name}
            </TextLink>
          </li>
        ))}
      </ul>
    </div>
  )
}
