'use client'

import { useStaff } from '@/components/office/staff-context'
import { LoadingPage, OfficePage } from '@/components/office/kit'
import { RecordTable } from '@/components/office/list'
import { faultOf } from '@/components/office/faults'
import { useOfficeText } from '@/components/office/office-text'
import { onFirstClick, useDecision, useOfficeQuery } from '@/components/office/queries'
import { AgreementSigningPanel, FileButton } from '@/components/signatures/agreement-signing'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Notice } from '@/components/ui/notice'
import { api } from '@/lib/api/browser'
import { FILES_PATH } from '@/lib/config/constants'
import { formatDate } from '@/lib/i18n/formats'
import { SIGNATURE_TEXTS } from '@/lib/i18n/signature-texts'

interface AgreementSigningProps {
  agreementId: number
  /** A saved form may have filled in what was missing. */
  version: string
  onSigned: () => void
}

/** The organiser signs an agreement, or marks it as signed on paper (R15.2). */
export function AgreementSigning({ agreementId, version, onSigned }: AgreementSigningProps) {
  const staffId = useStaff().id
  const { locale, faultText } = useOfficeText()
  const form = (file: File) => ({ agreement_id: String(agreementId), file })
  return (
    // The panel is empty for an agreement in force that was never signed here.
    <Card padding="sm" className="empty:hidden">
      <AgreementSigningPanel
        key={version}
        locale={locale}
        side="organiser"
        pdf={`${FILES_PATH}/agreement-${agreementId}.pdf?lang=uk`}
        read={async () => (await api.manager.agreementSigning({ agreement_id: agreementId })).data}
        checkDraft={`signature-check:${staffId}:${agreementId}`}
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
    </Card>
  )
}

/** The authorities' certificates that signatures are verified against (R15.1). Only administrators may change them. */
export function TrustedCertificates() {
  const { locale } = useOfficeText()
  const texts = SIGNATURE_TEXTS[locale]
  const mayChange = useStaff().role === 'admin'
  const certificates = useOfficeQuery(
    ['trusted-certificates'],
    async () => (await api.manager.trustedCertificates({})).data.list,
  )
  const { isDeciding, decide } = useDecision()
  if (!certificates.data) return <LoadingPage query={certificates} />
  return (
    <OfficePage
      title={texts.trusted}
      hint={texts.trustedHint}
      actions={
        mayChange && (
          <FileButton
            accept=".cer,.crt,.der,.pem,.p7b,.xml"
            pending={isDeciding}
            onFile={(file) => void decide('certificatesTrusted', () => api.manager.addTrustedCertificates({ file }))}
          >
            {texts.addTrusted}
          </FileButton>
        )
      }
    >
      {certificates.data.length === 0 ? (
        <Notice tone="wait">{texts.trustedNone}</Notice>
      ) : (
        <RecordTable
          caption={texts.trusted}
          rows={certificates.data}
          columns={[
            { head: texts.name, cellClass: 'font-semibold', cell: ({ name }) => name },
            { head: texts.issuer, cell: ({ issuer }) => issuer },
            {
              head: texts.validTo,
              cellClass: 'whitespace-nowrap',
              cell: (certificate) => formatDate(certificate.valid_to, locale),
            },
            mayChange && {
              cell: ({ id, name }) => (
                <Button
                  size="sm"
                  tone="quiet"
                  pending={isDeciding}
                  aria-label={`${texts.remove}: ${name}`}
                  onClick={onFirstClick(() =>
                    decide('certificateDistrusted', () => api.manager.removeTrustedCertificate({ id })),
                  )}
                >
                  {texts.remove}
                </Button>
              ),
            },
          ]}
        />
      )}
    </OfficePage>
  )
}
