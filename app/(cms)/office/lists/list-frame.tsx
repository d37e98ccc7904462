'use client'

import { toast } from '@payloadcms/ui'
import type { ReactNode } from 'react'
import { FaultNotice, Quiet } from '@/app/(cms)/office/kit'
import { useResource, type Listed, type Listing } from '@/app/(cms)/office/resource'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Notice } from '@/components/ui/notice'
import { useOffice, useOfficeCall } from './use-office'

/** Fetches a table as a file and hands it to the browser; a refusal comes in words. */
export function ExportButton({ read, label }: { read: () => Promise<File>; label?: string }) {
  const { word } = useOffice()
  const table = useOfficeCall(async () => save(await read()), toast.error)
  return (
    <Button tone="outline" size="sm" pending={table.pending} onClick={() => void table.run()}>
      {table.pending ? word('exporting') : (label ?? word('exportTable'))}
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
  const more = useOfficeCall(() => listing.more())
  const content = (
    <>
      {fault && <FaultNotice fault={fault} onRetry={() => void listing.resource.refresh()} />}
      {more.failure && (
        <Notice tone="lose" role="alert">
          {more.failure}
        </Notice>
      )}
      {!data && !fault && <Quiet role="status">{word('loading')}</Quiet>}
      {data && data.list.length === 0 && <Quiet>{none ?? word('nothingFound')}</Quiet>}
      {data && data.list.length > 0 && children(data)}
      {data?.next_cursor && (
        <Button
          tone="outline"
          size="sm"
          className="justify-self-center"
          pending={more.pending}
          onClick={() => void more.run()}
        >
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
