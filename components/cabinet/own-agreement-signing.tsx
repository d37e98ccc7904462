'use client'

import { useRouter } from 'next/navigation'
import { useLocale } from 'next-intl'
import { useFailureText, useRefusalText } from '@/components/forms/failure-texts'
import { useUser } from '@/components/session/session-user'
import { AgreementSigningPanel, signableForm } from '@/components/signatures/agreement-signing'
import { api } from '@/lib/api/browser'
import type { Agreement } from '@/lib/contract/cabinet'

interface OwnAgreementSigningProps {
  agreement: Pick<Agreement, 'id' | 'pdf'>
  /** One of its acts, whose PDF it is. */
  actId?: number
  onSigned?: () => void
}

/** In an agreement's card, or below an act: the buyer signs it, and sees who has signed (R15.2). */
export function OwnAgreementSigning({ agreement: { id, pdf }, actId, onSigned }: OwnAgreementSigningProps) {
  const locale = useLocale()
  const failureText = useFailureText()
  const refusalText = useRefusalText()
  const router = useRouter()
  return (
    <AgreementSigningPanel
      locale={locale}
      side="buyer"
      pdf={`${pdf}?lang=${locale}`}
      read={async () => (await api.cabinet.agreementSigning({ agreement_id: id, act_id: actId })).data}
      sign={async (file) => (await api.cabinet.signAgreement({ ...signableForm(id, actId), file })).data}
      refusal={useUser()?.role === 'viewer' ? refusalText({ code: 'role_insufficient' }) : null}
      failureText={failureText}
      onSigned={onSigned ?? (() => router.refresh())}
    />
  )
}
