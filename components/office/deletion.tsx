'use client'

import { useState } from 'react'
import { DecisionDialog } from '@/components/office/decision-dialog'
import { StatusPill, TextLink } from '@/components/office/kit'
import { useOfficeText } from '@/components/office/office-text'
import { roomPath } from '@/components/office/rooms'
import { defineScreen, ScreenPage } from '@/components/office/screen'
import { Button } from '@/components/ui/button'
import { api } from '@/lib/api/browser'
import type { ManagedDeletion } from '@/lib/contract/manager'
import { formatDateTime, numberSign } from '@/lib/i18n/formats'

const DELETION = defineScreen({
  room: 'deletion',
  hint: 'deletionHint',
  empty: 'noDeletions',
  filters: {
    status: {
      label: 'status',
      tabs: true,
      options: {
        waiting: 'deletion_waiting',
        approved: 'deletion_approved',
        refused: 'deletion_refused',
        withdrawn: 'deletion_withdrawn',
      },
    },
  },
  read: ({ status }, cursor) => api.manager.deletionRequests({ status, cursor, limit: 50 }),
  RowActions: Decision,
  columns: [
    {
      key: 'company',
      head: 'company',
      headClass: 'min-w-48',
      cell: ({ company }, { locale }) => (
        <TextLink href={roomPath('companies', company.id)} className="font-semibold">
          {company.company_short_name || numberSign(company.id, locale)}
        </TextLink>
      ),
    },
    {
      key: 'requested',
      head: 'requested',
      cellClass: 'whitespace-nowrap',
      cell: (request, { locale }) => formatDateTime(request.requested_at, locale),
    },
    {
      key: 'status',
      head: 'status',
      cell: ({ status }, { t }) => <StatusPill status={`deletion_${status}`}>{t(`deletion_${status}`)}</StatusPill>,
    },
    { key: 'comment', head: 'comment', cellClass: 'max-w-96', cell: ({ comment }) => comment },
    {
      key: 'reason',
      head: 'reason',
      cellClass: 'max-w-96',
      cell: ({ reason, status, blockers }, { t }) =>
        status === 'waiting' && blockers.length > 0 ? (
          <span className="text-wait-text">{blockers.map((blocker) => t(`blocker_${blocker}`)).join(' ')}</span>
        ) : (
          reason
        ),
    },
  ],
})

export function DeletionScreen() {
  return <ScreenPage screen={DELETION} />
}

function Decision({ row: { id, company, status, blockers } }: { row: ManagedDeletion }) {
  const { t } = useOfficeText()
  const [open, setOpen] = useState<'approve' | 'refuse' | null>(null)
  if (status !== 'waiting') return null
  return (
    <>
      <Button tone="outline" size="sm" onClick={() => setOpen('refuse')}>
        {t('refuseDeletion')}
      </Button>
      <Button tone="danger" size="sm" disabled={blockers.length > 0} onClick={() => setOpen('approve')}>
        {t('approveDeletion')}
      </Button>
      {open === 'approve' && (
        <DecisionDialog
          title={t('approveDeletionTitle', { company: company.company_short_name })}
          text={t('approveDeletionText')}
          verb={t('approveDeletion')}
          danger
          done="dataDeleted"
          decide={() => api.manager.decideDeletion({ id, decision: 'approve' })}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'refuse' && (
        <DecisionDialog
          title={t('refuseDeletionTitle', { company: company.company_short_name })}
          text={t('refuseDeletionText')}
          verb={t('refuseDeletion')}
          reasonFor={`deletion-refusal:${id}`}
          done="deletionRefused"
          decide={({ reason }) => api.manager.decideDeletion({ id, decision: 'refuse', reason })}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}
