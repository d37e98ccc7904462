'use client'

import { useState } from 'react'
import { DecisionDialog } from '@/components/office/ask-dialog'
import { OfficePage, StatusPill, TextLink } from '@/components/office/kit'
import { FilterChoice, List, oneOf, useFilters } from '@/components/office/list'
import { useOfficeText } from '@/components/office/office-text'
import { useListQuery } from '@/components/office/queries'
import { Button } from '@/components/ui/button'
import { api } from '@/lib/api/browser'
import type { ManagedDeletion } from '@/lib/contract/manager'
import { formatDateTime, numberSign } from '@/lib/i18n/formats'

const STATUSES = ['waiting', 'approved', 'refused', 'withdrawn'] as const satisfies readonly ManagedDeletion['status'][]

export function DeletionList() {
  const { t } = useOfficeText()
  const { filters, change } = useFilters(['status'])
  const status = oneOf(filters.status, STATUSES)
  const requests = useListQuery(['deletion requests', status], (cursor) =>
    api.manager.deletionRequests({ status, cursor, limit: 50 }),
  )
  return (
    <OfficePage title={t('deletion')} hint={t('deletionHint')}>
      <div className="max-w-60">
        <FilterChoice
          label={t('status')}
          value={status}
          none={t('any')}
          options={STATUSES.map((option) => [option, t(`deletion_${option}`)])}
          onChange={(value) => change({ status: value })}
        />
      </div>
      <List query={requests} none={t('noDeletions')}>
        {(page) => (
          <ul className="divide-y divide-line">
            {page.list.map((request) => (
              <DeletionRequest key={request.id} request={request} />
            ))}
          </ul>
        )}
      </List>
    </OfficePage>
  )
}

function DeletionRequest({ request }: { request: ManagedDeletion }) {
  const { t, locale } = useOfficeText()
  const [asking, setAsking] = useState<'approve' | 'refuse' | null>(null)
  const { id, company } = request

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <span className="grid min-w-0 grow basis-56 break-words">
        <TextLink href={`/office/companies/${company.id}`} className="justify-self-start font-semibold">
          {company.company_short_name || numberSign(company.id, locale)}
        </TextLink>
        <span className="text-small text-soft">{formatDateTime(request.requested_at, locale)}</span>
        {request.comment && <span>{request.comment}</span>}
        {request.reason && (
          <span className="text-small text-soft">
            {t('reason')}: {request.reason}
          </span>
        )}
        {request.status === 'waiting' &&
          request.blockers.map((blocker) => (
            <span key={blocker} className="text-small text-wait-text">
              {t(`blocker_${blocker}`)}
            </span>
          ))}
      </span>
      <StatusPill status={`deletion_${request.status}`}>{t(`deletion_${request.status}`)}</StatusPill>
      {request.status === 'waiting' && (
        <span className="flex gap-2">
          <Button tone="outline" size="sm" onClick={() => setAsking('refuse')}>
            {t('refuseDeletion')}
          </Button>
          <Button tone="danger" size="sm" disabled={request.blockers.length > 0} onClick={() => setAsking('approve')}>
            {t('approveDeletion')}
          </Button>
        </span>
      )}
      {asking === 'approve' && (
        <DecisionDialog
          title={t('approveDeletionTitle', { company: company.company_short_name })}
          text={t('approveDeletionText')}
          verb={t('approveDeletion')}
          danger
          done="dataDeleted"
          decide={() => api.manager.decideDeletion({ id, decision: 'approve' })}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'refuse' && (
        <DecisionDialog
          title={t('refuseDeletionTitle', { company: company.company_short_name })}
          text={t('refuseDeletionText')}
          verb={t('refuseDeletion')}
          reasonFor={`deletion-refusal:${id}`}
          done="deletionRefused"
          decide={({ reason }) => api.manager.decideDeletion({ id, decision: 'refuse', reason })}
          onClose={() => setAsking(null)}
        />
      )}
    </li>
  )
}
