'use client'

import { useDocumentInfo } from '@payloadcms/ui'
import { useRouter } from 'next/navigation'
import { OfficeFrame, OfficePage, MutedText } from '@/app/(cms)/office/kit'
import { faultOf, useOfficeText } from '@/app/(cms)/office/office-text'
import { useDecision, useOfficeQuery } from '@/app/(cms)/office/queries'
import { AgreementSigningPanel, FileButton } from '@/components/signatures/agreement-signing'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Notice } from '@/components/ui/notice'
import { Cell, HeadCell, Table } from '@/components/ui/table'
import { api } from '@/lib/api/browser'
import { FILES_PATH } from '@/lib/config/constants'
import { formatDate } from '@/lib/i18n/formats'
import { SIGNATURE_WORDS } from '@/lib/i18n/signature-words'

/** In the form of an agreement: the organiser signs it, or marks it as signed on paper (R15.2). */
export function AgreementSigningField() {
  const { id } = useDocumentInfo()
  const { locale, faultText } = useOfficeText()
  const router = useRouter()
  const agreement = Number(id)
  if (!Number.isInteger(agreement) || agreement <= 0) return null
  const form = (file: File) => ({ agreement_id: String(agreement), file })
  return (
    <OfficeFrame>
      <Card padding="sm">
        <AgreementSigningPanel
          locale={locale}
          side="organiser"
          pdf={`${FILES_PATH}/agreement-${agreement}.pdf?lang=uk`}
          read={async () => (await api.manager.agreementSigning({ agreement_id: agreement })).data}
          sign={async (file) => (await api.manager.signAgreement(form(file))).data}
          markPaper={async (file) => (await api.manager.markAgreementSigned(form(file))).data}
          failureText={(error) => faultText((error instanceof Error && faultOf(error)) || 'offline')}
          onSigned={() => router.refresh()}
        />
      </Card>
    </OfficeFrame>
  )
}

/** The certificates of centres that signatures are verified against (R15.1). Administrators change them. */
export function TrustedCertificates({ mayChange }: { mayChange: boolean }) {
  const { locale } = useOfficeText()
  const words = SIGNATURE_WORDS[locale]
  const { data } = useOfficeQuery(
    ['trusted-certificates'],
    async () => (await api.manager.trustedCertificates({})).data,
  )
  const { isDeciding, decide } = useDecision()
  return (
    <OfficePage
      title={words.trusted}
      hint={words.trustedHint}
      actions={
        mayChange && (
          <FileButton
            accept=".cer,.crt,.der,.pem,.p7b,.xml"
            pending={isDeciding}
            onFile={(file) => void decide('certificatesTrusted', () => api.manager.addTrustedCertificates({ file }))}
          >
            {words.addTrusted}
          </FileButton>
        )
      }
    >
      {data?.list.length === 0 && <Notice tone="wait">{words.trustedNone}</Notice>}
      {data === undefined && <MutedText role="status">…</MutedText>}
      {data !== undefined && data.list.length > 0 && (
        <Table caption={words.trusted}>
          <thead>
            <tr>
              <HeadCell>{words.name}</HeadCell>
              <HeadCell>{words.issuer}</HeadCell>
              <HeadCell>{words.validTo}</HeadCell>
              {mayChange && <HeadCell />}
            </tr>
          </thead>
          <tbody>
            {data.list.map((certificate) => (
              <tr key={certificate.id}>
                <Cell className="font-semibold">{certificate.name}</Cell>
                <Cell>{certificate.issuer}</Cell>
                <Cell className="whitespace-nowrap">{formatDate(certificate.valid_to, locale)}</Cell>
                {mayChange && (
                  <Cell>
                    <Button
                      size="sm"
                      tone="quiet"
                      pending={isDeciding}
                      aria-label={`${words.remove}: ${certificate.name}`}
                      onClick={() =>
                        void decide('certificateDistrusted', () =>
                          api.manager.removeTrustedCertificate({ id: certificate.id }),
                        )
                      }
                    >
                      {words.remove}
                    </Button>
                  </Cell>
                )}
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </OfficePage>
  )
}
