'use client'

import { useState, type ReactNode } from 'react'
import { useResource, type Fault } from '../resource'
import type { Listed, Listing } from './listing'
import { useOffice } from './use-office'

type Props<Item, Page extends Listed<Item>> = { listing: Listing<Page>; none?: string; children: (page: Page) => ReactNode }

/** A list as it comes: waiting, refused, empty, or its rows with the way to more of them. */
export function ListFrame<Item, Page extends Listed<Item>>({ listing, none, children }: Props<Item, Page>) {
  const { word, faultOf } = useOffice()
  const { data, fault } = useResource(listing.resource)
  const [moreFault, setMoreFault] = useState<Fault | null>(null)
  const [busy, setBusy] = useState(false)
  const trouble = fault ?? moreFault

  async function more(): Promise<void> {
    setBusy(true)
    setMoreFault(await listing.more())
    setBusy(false)
  }

  return (
    <>
      {trouble && (
        <p className="desk-fault" role="alert">
          {faultOf(trouble)}{' '}
          <button type="button" className="desk-button" onClick={() => void listing.resource.refresh()}>{word('retry')}</button>
        </p>
      )}
      {!data && !fault && <p className="desk-empty" role="status">{word('loading')}</p>}
      {data && data.list.length === 0 && <p className="desk-empty">{none ?? word('nothingFound')}</p>}
      {data && data.list.length > 0 && children(data)}
      {data?.next_cursor && (
        <button type="button" className="desk-button desk-more" disabled={busy} onClick={() => void more()}>{word('more')}</button>
      )}
    </>
  )
}
