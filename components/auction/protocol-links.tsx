'use client'

import { FileJson, FileText } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useLiveState } from '@/components/auction/live-context'
import { useFormats } from '@/components/auction/use-formats'
import { LinkButton } from '@/components/ui/button'
import { FILES_PATH } from '@/lib/config/constants'

/** The record of the auction (R8.4): to read as PDF, and as JSON whose chain of hashes anybody can check. */
export function ProtocolLinks() {
  const t = useTranslations('Auction.result')
  const { auction } = useLiveState()
  const { locale } = useFormats(auction)
  // A page that was open when the auction completed knows the address by the auction’s number.
  const pdf = auction.protocol_pdf ?? `${FILES_PATH}/protocol-${auction.number}.pdf`
  return (
    <div className="grid gap-3" data-print="hide">
      <div className="flex flex-wrap gap-2">
        <LinkButton tone="soft" href={`${pdf}?lang=${locale}`} target="_blank">
          <FileText aria-hidden className="size-4.5" />
          {t('protocolPdf')}
        </LinkButton>
        <LinkButton tone="soft" href={pdf.replace(/pdf$/, 'json')} download>
          <FileJson aria-hidden className="size-4.5" />
          {t('protocolJson')}
        </LinkButton>
      </div>
      <p className="text-fine text-soft">{t('protocol')}</p>
    </div>
  )
}
