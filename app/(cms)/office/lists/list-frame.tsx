'use client'

import { toast } from '@payloadcms/ui'
import { type ReactNode, useRef, useState } from 'react'
import { FaultNotice, Quiet } from '@/app/(cms)/office/kit'
import { type Fault, faultOf, useResource, type Listed, type Listing } from '@/app/(cms)/office/resource'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { useOffice } from './use-office'

/** Fetches a table as a file and hands it to the browser; a refusal comes in words. */
export function ExportButton({ read, label }: { read: () => Promise<File>; label?: string }) {
  const office = useOffice()
  const running = useRef(false)
  const [busy, setBusy] = useState(false)

  async function fetchTable(): Promise<void> {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      save(await read())
    } catch (error) {
      toast.error(office.faultText(faultOf(error)))
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  return (
    <Button tone="outline" size="sm" pending={busy} onClick={() => void fetchTable()}>
      {busy ? office.word('exporting') : (label ?? office.word('exportTable'))}
    </Button>
  )
}

function save(file: File): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  URL.revokeObjectURL(link.href)
}

type Props<Item, Page extends Listed<Item>> = {
  listing: Listing<Page>
  none?: string
  /** Within a panel, which has a surface of its own. */
  plain?: boolean
  children: (page: Page) => ReactNode
}

/** A list as it comes: waiting, refused, empty, or its rows with the way to more of them. */
export function ListFrame<Item, Page extends Listed<Item>>({ listing, none, plain, children }: Props<Item, Page>) {
  const { word } = useOffice()
  const { data, fault } = useResource(listing.resource)
  const [moreFault, setMoreFault] = useState<Fault | null>(null)
  const [busy, setBusy] = useState(false)
  const trouble = fault ?? moreFault

  async function more(): Promise<void> {
    setBusy(true)
    setMoreFault(await listing.more())
    setBusy(false)
  }

  const content = (
    <>
      {trouble && <FaultNotice fault={trouble} onRetry={() => void listing.resource.refresh()} />}
      {!data && !fault && <Quiet role="status">{word('loading')}</Quiet>}
      {data && data.list.length === 0 && <Quiet>{none ?? word('nothingFound')}</Quiet>}
      {data && data.list.length > 0 && children(data)}
      {data?.next_cursor && (
        <Button tone="outline" size="sm" className="justify-self-center" pending={busy} onClick={() => void more()}>
          {word('more')}
        </Button>
      )}
    </>
  )
  if (plain) return <div className="grid min-w-0 gap-3">{content}</div>
  return (
    <Card padding="sm" as="div" className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
      {content}
    </Card>
  )
}
