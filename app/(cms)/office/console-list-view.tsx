import { Gutter } from '@payloadcms/ui'
import { redirect } from 'next/navigation'
import type { ListViewServerProps } from 'payload'
import { hasRole, TRADE_ROLES } from '@/lib/server/cms/access'
import { Floor } from './floor/floor'

/** The list of auctions: in place of Payload's, which knows nothing of what happens in one. */
export function AuctionsListView({ user }: ListViewServerProps) {
  if (!hasRole(user, TRADE_ROLES)) redirect('/admin')
  return (
    <Gutter>
      <Floor />
    </Gutter>
  )
}

/** /admin/console, where links of former letters lead. */
export function ConsoleListView() {
  return redirect('/admin/collections/auctions')
}
