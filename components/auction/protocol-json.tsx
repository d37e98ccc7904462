'use client'

import { useLocale } from 'next-intl'
import type { ReactNode } from 'react'
import { useLiveState } from '@/components/auction/live-context'
import { useCall } from '@/components/auction/use-call'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { auctionApi } from '@/lib/api/auction'

/** Saves the record as JSON. Its code comes when there is a record. */
export function ProtocolJson({ children }: { children: ReactNode }) {
  const { auction } = useLiveState()
  const locale = useLocale()
  const download = useCall(async () => {
    const { data } = await (await auctionApi()).auctions.protocol({ id: auction.id, lang: locale })
    saveAs(`protocol-${auction.number}.json`, JSON.stringify(data, null, 2))
  })
  return (
    <>
      <Button tone="soft" pending={download.pending} onClick={() => void download.run()}>{children}</Button>
      {download.words && <div className="basis-full"><Notice tone="lose" role="alert">{download.words}</Notice></div>}
    </>
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
