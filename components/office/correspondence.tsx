import { useState } from 'react'
import { Correspondence } from '@/components/fulfilment/correspondence'
import { FaultNotice } from '@/components/office/kit'
import { useOfficeText } from '@/components/office/office-text'
import { useOfficeMutation, useOfficeQuery } from '@/components/office/queries'
import { isManager } from '@/components/office/rooms'
import { useStaff } from '@/components/office/staff-context'
import { readAllPages } from '@/lib/api/all-pages'
import { api } from '@/lib/api/browser'
import { createIdempotencyKeys } from '@/lib/api/idempotency-keys'
import type { Fulfilment } from '@/lib/contract/fulfilment'

const REFRESH_MS = 20_000

/** The organiser's part of the conversation: managers answer, an accountant reads. */
export function AgreementCorrespondence({ agreement: { id, company } }: Pick<Fulfilment, 'agreement'>) {
  const { t } = useOfficeText()
  const { id: staffId, role } = useStaff()
  const {
    data: messages,
    fault,
    refetch,
  } = useOfficeQuery(
    ['agreement-chat', id],
    () => readAllPages((page) => api.manager.agreementMessages({ agreement_id: id, ...page })),
    { refetchInterval: REFRESH_MS },
  )
  const [keys] = useState(createIdempotencyKeys)
  const send = useOfficeMutation(async (text: string) => {
    await api.manager.writeAgreementMessage({ agreement_id: id, text }, { idempotencyKey: keys.keyFor(text) })
    keys.accepted()
    refetch()
  })
  return (
    <Correspondence
      side="administrator"
      company={company.name}
      messages={messages}
      fault={fault && <FaultNotice fault={fault} onRetry={refetch} />}
      draft={`agreement-answer:${staffId}:${id}`}
      send={send}
      refusal={isManager(role) ? null : t('managersAnswer')}
    />
  )
}
