'use client'

import { useStaff } from '@/components/office/staff-context'
import { faultOf } from '@/components/office/faults'
import { useOfficeText } from '@/components/office/office-text'
import { onFirstClick, useDecision } from '@/components/office/queries'
import { defineScreen, ScreenPage } from '@/components/office/screen'
import { AgreementSigningPanel, FileButton, signableForm } from '@/components/signatures/agreement-signing'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { api } from '@/lib/api/browser'
import { FILES_PATH } from '@/lib/config/constants'
import { formatDate } from '@/lib/i18n/formats'

interface SigningProps {
  agreementId: number
  /** One of its acts. */
  actId?: number
  onSigned: () => void
}

/** The organiser signs an agreement, or marks it as signed on paper (R15.2). */
export function AgreementSigning({
  version,
  ...signing
}: Omit<SigningProps, 'actId'> & {
  /** A saved form may have filled in what was missing. */
  version: string
}) {
  return (
    // The panel is empty for an agreement in force that was never signed here.
    <Card padding="sm" className="empty:hidden">
      <Signing key={version} {...signing} />
    </Card>
  )
}

/** The organiser signs an act of an agreement after the buyer, or marks it as signed on paper (R16.5). */
export function ActSigning(signing: Required<SigningProps>) {
  return <Signing {...signing} />
}

function Signing({ agreementId, actId, onSigned }: SigningProps) {
  const staffId = useStaff().id
  const { locale, faultText } = useOfficeText()
  const form = (file: File) => ({ ...signableForm(agreementId, actId), file })
  const isAct = actId !== undefined
  return (
    <AgreementSigningPanel
      locale={locale}
      side="organiser"
      pdf={`${FILES_PATH}/${isAct ? `act-${actId}` : `agreement-${agreementId}`}.pdf?lang=uk`}
      read={async () => (await api.manager.agreementSigning({ agreement_id: agreementId, act_id: actId })).data}
      checkDraft={['signature-check', staffId, agreementId, ...(isAct ? [actId] : [])].join(':')}
      sign={async (file, check) =>
        (
          await api.manager.signAgreement({
            ...form(file),
            ...(check && { check_how: check.how, check_on: check.on, check_of: check.of }),
          })
        ).data
      }
      markSignedOnPaper={async (file) => (await api.manager.markAgreementSigned(form(file))).data}
      failureText={(error) => faultText(faultOf(error))}
      onSigned={onSigned}
    />
  )
}

/** The authorities' certificates that signatures are verified against (R15.1). Only administrators may change them. */
const TRUSTED = defineScreen({
  room: 'trusted',
  hint: 'trustedHint',
  empty: 'trustedNone',
  filters: {},
  read: () => api.manager.trustedCertificates({}),
  Actions: AddCertificates,
  RowActions: RemoveCertificate,
  columns: [
    { key: 'name', head: 'certificateName', cellClass: 'font-semibold', cell: ({ name }) => name },
    { key: 'issuer', head: 'issuer', cell: ({ issuer }) => issuer },
    {
      key: 'valid_to',
      head: 'validTo',
      cellClass: 'whitespace-nowrap',
      cell: (certificate, { locale }) => formatDate(certificate.valid_to, locale),
    },
  ],
})

export function TrustedScreen() {
  return <ScreenPage screen={TRUSTED} />
}

function AddCertificates() {
  const { t } = useOfficeText()
  const { isDeciding, decide } = useDecision()
  if (useStaff().role !== 'admin') return null
  return (
    <FileButton
      accept=".cer,.crt,.der,.pem,.p7b,.xml"
      pending={isDeciding}
      onFile={(file) => void decide('certificatesTrusted', () => api.manager.addTrustedCertificates({ file }))}
    >
      {t('addTrusted')}
    </FileButton>
  )
}

function RemoveCertificate({ row: { id, name } }: { row: { id: number; name: string } }) {
  const { t } = useOfficeText()
  const { isDeciding, decide } = useDecision()
  if (useStaff().role !== 'admin') return null
  return (
    <Button
      size="sm"
      tone="quiet"
      pending={isDeciding}
      aria-label={`${t('removeCertificate')}: ${name}`}
      onClick={onFirstClick(() => decide('certificateDistrusted', () => api.manager.removeTrustedCertificate({ id })))}
    >
      {t('removeCertificate')}
    </Button>
  )
}
