'use client'

import { FileJson, FileText } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useLiveState } from '@/components/auction/live-context'
import { useCall } from '@/components/auction/use-call'
import { useFormats } from '@/components/auction/use-formats'
import { Button, LinkButton } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { auctionApi } from '@/lib/api/auction'
import { FILES_PATH } from '@/lib/config/constants'

/** The record of the auction (R8.4): to read as PDF, and as JSON whose chain of hashes anybody can check. */
export function ProtocolLinks() {
  const t = useTranslations('Auction.result')
  const { auction } = useLiveState()
  const { locale } = useFormats(auction)
  // A page that was open when the auction completed knows the address by the auction’s number.
  const pdf = auction.protocol_pdf ?? `${FILES_PATH}/protocol-${auction.number}.pdf`
  const download = useCall(async () => {
    const { data } = await (await auctionApi()).auctions.protocol({ id: auction.id, lang: locale })
    saveAs(`protocol-${auction.number}.json`, JSON.stringify(data, null, 2))
  })
  return (
    <div className="grid gap-3" data-print="hide">
      <div className="flex flex-wrap gap-2">
        <LinkButton tone="soft" href={`${pdf}?lang=${locale}`} target="_blank">
          <FileText aria-hidden className="size-4.5" />
          {t('protocolPdf')}
        </LinkButton>
        <Button tone="soft" pending={download.pending} onClick={() => void download.run()}>
          <FileJson aria-hidden className="size-4.5" />
          {t('protocolJson')}
        </Button>
      </div>
      {download.words && <Notice tone="lose" role="alert">{download.words}</Notice>}
      <p className="text-fine text-soft">{t('protocol')}</p>
    </div>
  )
}

function saveAs(name: string, text: string) {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
