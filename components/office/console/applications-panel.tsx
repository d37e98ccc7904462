'use client'

import { useState } from 'react'
import { DecisionDialog, ReasonField } from '@/components/office/decision-dialog'
import { DocumentsCount, MutedText, Panel, StatusPill, TextLink } from '@/components/office/kit'
import { onFirstClick, useDecision } from '@/components/office/queries'
import { Button } from '@/components/ui/button'
import { StatePill } from '@/components/ui/pill'
import { useListFocus } from '@/components/ui/removed-focus'
import { api } from '@/lib/api/browser'
import type { AuctionDetail } from '@/lib/contract/auctions'
import type { ManagedApplication } from '@/lib/contract/manager-auctions'
import { formatPhone, formatPrice, formatQuantity, formatShortDateTime, numberSign } from '@/lib/i18n/formats'
import { useApplications } from './console-queries'
import { RelatedCompanies } from './related-companies'
import { UndeliveredNote } from './undelivered-note'
import { useOfficeText } from '@/components/office/office-text'
import { ExportButton } from '@/components/office/list'

function isOpen(application: ManagedApplication): boolean {
  return application.status === 'submitted' || application.status === 'awaiting_confirmation'
}

/** The applications with the companies' documents, undecided ones first (R2.4). */
export function ApplicationsPanel({ auction, className }: { auction: AuctionDetail; className?: string }) {
  const { t, locale } = useOfficeText()
  const { data: applications, fault } = useApplications(auction.id)
  const { list: focused, leaveOnClick } = useListFocus(applications)
  const list = [...(applications ?? [])].sort((left, right) => Number(isOpen(right)) - Number(isOpen(left)))
  return (
    <Panel
      id="applications"
      title={t('waits_applications')}
      badge={auction.state === 'planned' ? list.filter(isOpen).length : 0}
      fault={fault}
      className={className}
      actions={
        list.length > 0 && (
          <ExportButton read={() => api.manager.exportApplications({ auction_id: auction.id, lang: locale })} />
        )
      }
    >
      {applications?.length === 0 && <MutedText>{t('noApplicationsYet')}</MutedText>}
      <ul
        ref={focused}
        tabIndex={-1}
        onClickCapture={leaveOnClick}
        className="@container/applications divide-y divide-line outline-none"
      >
        {list.map((application) => (
          <Application
            key={application.id}
            auction={auction}
            application={application}
            related={confirmedRelated(application, list)}
          />
        ))}
      </ul>
    </Panel>
  )
}

/** Beside these the application is confirmed only with a reason (R14.4). */
function confirmedRelated({ related }: ManagedApplication, all: readonly ManagedApplication[]): ManagedApplication[] {
  return all.filter(
    ({ status, company }) => status === 'confirmed' && related.some(({ company_id: id }) => id === company.id),
  )
}

interface RowProps {
  auction: AuctionDetail
  application: ManagedApplication
  related: readonly ManagedApplication[]
}

function Application({ auction, application, related }: RowProps) {
  const { t, locale, nameOf } = useOfficeText()
  const [open, setOpen] = useState<'reject' | 'insist' | null>(null)
  const { isDeciding, decide } = useDecision()
  const { company, missing_documents: missing, deposit } = application
  const isWaiting = isOpen(application) && auction.state === 'planned'
  return (
    <li className="grid grid-cols-1 gap-x-5 gap-y-2 py-3.5 @min-[520px]/applications:grid-cols-[minmax(0,1fr)_auto] @min-[820px]/applications:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)_240px]">
      <div className="grid min-w-0 content-start gap-1 break-words text-small text-soft">
        <b className="text-body font-semibold text-text">
          {application.participant !== null && (
            <span className="text-soft">{numberSign(application.participant, locale)} </span>
          )}
          <TextLink href={`/office/companies/${company.id}`}>{company.company_short_name}</TextLink>
        </b>
        <span className="flex flex-wrap gap-x-3 *:whitespace-nowrap">
          <span>
            {t('edrpou')} {company.edrpou}
          </span>
          <span>
            {company.surname} {company.name}
          </span>
          <span>{formatPhone(company.phone)}</span>
        </span>
        <span>
          {t('received')} {formatShortDateTime(application.received_at, locale)}
          {application.by !== null && ` · ${application.by}`}
        </span>
        {company.status !== 'active' && (
          <span className="text-wait-text">
            {t(company.status === 'deactivated' ? 'accountDeactivated' : 'accountWaiting')}
          </span>
        )}
        {deposit && (
          <span className={deposit.covers ? undefined : 'text-wait-text'}>
            {t('depositSumReceived')}: {t('uah', { sum: formatPrice(deposit.received, locale) })} ·{' '}
            {t(deposit.covers ? 'depositEnough' : 'depositNotEnough')}
          </span>
        )}
        <UndeliveredNote letter={application.undelivered} />
        {application.reason && (
          <span>
            {t('reason')}: {nameOf('systemReason', application.reason)}
          </span>
        )}
        {application.note?.text && (
          <span>
            {t('relatedNote')}: {application.note.text}
          </span>
        )}
        <span>
          <RelatedCompanies auctionId={auction.id} application={application} />
        </span>
      </div>
      <Documents application={application} />
      <div className="grid content-start gap-2 @min-[520px]/applications:col-start-2 @min-[520px]/applications:row-span-2 @min-[520px]/applications:row-start-1 @min-[520px]/applications:justify-items-end @min-[520px]/applications:text-right @min-[820px]/applications:col-start-3">
        <span>
          {isOpen(application) && auction.state === 'cancelled' ? (
            <StatePill state="cancelled">{t('auction_cancelled')}</StatePill>
          ) : (
            <StatusPill status={`application_${application.status}`}>
              {t(`application_${application.status}`)}
            </StatusPill>
          )}
        </span>
        {application.price !== null && application.quantity !== null ? (
          <span className="whitespace-nowrap font-semibold">
            {formatPrice(application.price, locale)} ×{' '}
            {formatQuantity(application.quantity, locale, auction.category.unit)}
          </span>
        ) : (
          isWaiting && <span className="text-small text-soft">{t('sealed')}</span>
        )}
        {isWaiting && (
          <span className="flex flex-wrap gap-2">
            <Button tone="outline" size="sm" disabled={isDeciding} onClick={() => setOpen('reject')}>
              {t('reject')}
            </Button>
            <Button
              size="sm"
              pending={isDeciding}
              onClick={onFirstClick(() =>
                missing.length > 0 || related.length > 0 || deposit?.covers === false
                  ? setOpen('insist')
                  : decide('decision_application_confirmed', () =>
                      api.manager.confirmApplication({ application_id: application.id }),
                    ),
              )}
            >
              {t('confirm')}
            </Button>
          </span>
        )}
      </div>
      {open === 'insist' && (
        <ConfirmApplicationDialog application={application} related={related} onClose={() => setOpen(null)} />
      )}
      {open === 'reject' && (
        <DecisionDialog
          title={t('rejectTitle', { company: company.company_short_name })}
          verb={t('reject')}
          danger
          reasonFor={`reject-application:${application.id}`}
          done="decision_application_rejected"
          decide={({ reason }) => api.manager.rejectApplication({ application_id: application.id, reason })}
          onClose={() => setOpen(null)}
        />
      )}
    </li>
  )
}

interface ConfirmProps {
  application: ManagedApplication
  related: readonly ManagedApplication[]
  onClose: () => void
}

/** Asks why the application is confirmed without all documents or the whole deposit, or beside a related company. */
function ConfirmApplicationDialog({ application, related, onClose }: ConfirmProps) {
  const { t } = useOfficeText()
  // As shown when the dialog was opened: the reason waives no deposit that has changed since.
  const [received] = useState(application.deposit?.received)
  const { company, missing_documents: missing, deposit } = application
  const isUncovered = deposit?.covers === false
  const needsReason = missing.length > 0 || isUncovered
  const texts = [
    missing.length > 0 && t('missingText', { missing: missing.map((kind) => t(`document_${kind}`)).join(', ') }),
    isUncovered && t('waiveText'),
  ].filter((text) => text !== false)
  return (
    <DecisionDialog
      title={t('confirmTitle', { company: company.company_short_name })}
      text={texts.length > 0 ? texts.join(' ') : undefined}
      verb={t('confirm')}
      reasonFor={needsReason ? `confirm-application:${application.id}` : undefined}
      done="decision_application_confirmed"
      decide={({ reason, typed, areNamesConfirmed }) =>
        api.manager.confirmApplication({
          application_id: application.id,
          insistence: needsReason ? reason : undefined,
          note: typed.note?.trim(),
          received,
          names_confirmed: areNamesConfirmed,
        })
      }
      onClose={onClose}
    >
      {related.length > 0 && (
        <ReasonField
          draft={`related-note:${application.id}`}
          name="note"
          label={t('relatedNote')}
          hint={t('relatedText', { companies: related.map((other) => other.company.company_short_name).join(', ') })}
        />
      )}
    </DecisionDialog>
  )
}

function Documents({ application: { documents, missing_documents: missing } }: { application: ManagedApplication }) {
  const { t } = useOfficeText()
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-1">
      <DocumentsCount missing={missing.length} />
      <ul className="flex flex-wrap gap-x-4 gap-y-0.5 text-small" aria-label={t('documents')}>
        {documents.map((document) => (
          <li key={document.id}>
            <TextLink
              href={document.url}
              target="_blank"
              rel="noreferrer"
              title={document.name}
              className="inline-flex min-h-6 items-center"
            >
              {document.kind === 'other' ? document.name : t(`document_${document.kind}`)}
            </TextLink>
          </li>
        ))}
      </ul>
    </div>
  )
}
