import { localeOrDefault } from '@/lib/i18n/locales'
import { Gutter } from '@payloadcms/ui'
import type { DocumentViewServerProps, ListViewServerProps } from 'payload'
import { hasRole, TRADE_ROLES } from '@/lib/server/cms/access'
import { Office, Quiet } from './kit'
import { portalTranslations } from '@/lib/server/cms/translations'
import { AuctionConsole } from '@/app/(cms)/office/console/auction-console'
import { redirect } from 'next/navigation'
import { Floor } from '@/app/(cms)/office/floor/floor'

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

/** The console as a tab of the auction: what happens in it, beside what was edited. */
export async function ConsoleView({ initPageResult }: DocumentViewServerProps) {
  const { req, docID } = initPageResult
  const id = Number(docID)
  if (!hasRole(req.user, TRADE_ROLES) || !Number.isSafeInteger(id)) return null
  // A published auction may have a newer draft: only what is published can have anything happen in it.
  const published = await req.payload.count({
    collection: 'auctions',
    where: { and: [{ id: { equals: id } }, { _status: { equals: 'published' } }] },
    req,
  })
  const language = localeOrDefault(req.i18n.language)
  return (
    <Gutter>
      {published.totalDocs > 0 ? (
        <AuctionConsole auctionId={id} />
      ) : (
        <Office>
          <Quiet>{portalTranslations[language].auctionConsole.notPublished}</Quiet>
        </Office>
      )}
    </Gutter>
  )
}
