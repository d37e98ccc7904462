'use client'

import Link from 'next/link'
import type { AuditEntry } from '@/lib/contract/manager-audit'
import { kyivTime } from '../times'
import { useOffice } from './use-office'

/** Who did what, when, to what and why. */
export function AuditRows({ list }: { list: readonly AuditEntry[] }) {
  const office = useOffice()
  const { word } = office
  return (
    <div className="desk-table-frame" tabIndex={0} role="region" aria-label={word('audit')}>
      <table className="desk-table desk-table-wide">
        <thead>
          <tr>
            <th scope="col">{word('when')}</th>
            <th scope="col">{word('who')}</th>
            <th scope="col">{word('what')}</th>
            <th scope="col">{word('object')}</th>
            <th scope="col">{word('reason')}</th>
          </tr>
        </thead>
        <tbody>
          {list.map((entry) => (
            <tr key={entry.id}>
              <td>{kyivTime(entry.at, office.locale, 'date')}</td>
              <td>{entry.staff.name || word('staffGone', { id: entry.staff.id })}</td>
              <td>{office.nameOf('action', entry.action)}</td>
              <td className="desk-cell-name"><Subject object={entry.object} name={office.nameOf('object', entry.object.kind)} /></td>
              <td className="desk-cell-text">
                {entry.reason}
                {entry.fields.length > 0 && <span className="desk-soft desk-below">{word('changedFields', { fields: entry.fields.join(', ') })}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Subject({ object, name }: { object: AuditEntry['object']; name: string }) {
  const href = placeOf(object)
  const title = object.title || (object.id === null ? '' : `№ ${object.id}`)
  return (
    <>
      <span className="desk-soft">{name}</span>
      {title && <span className="desk-below">{href ? <Link href={href} prefetch={false}>{title}</Link> : title}</span>}
    </>
  )
}

const COLLECTIONS = new Set([
  'auctions', 'companies', 'agreements', 'orders', 'feedback', 'products', 'pages', 'auction-pages', 'news', 'certificates', 'categories', 'media', 'menus',
  'redirects', 'staff',
])

function placeOf({ kind, id, auction_id: auctionId }: AuditEntry['object']): string | null {
  if (kind === 'settings') return '/admin/globals/settings'
  if (auctionId !== null && kind !== 'auctions') return `/admin/collections/auctions/${auctionId}/console`
  if (id === null) return null
  if (kind === 'account') return `/admin/desk/accounts/${id}`
  if (kind === 'letter') return `/admin/desk/letters/${id}`
  return COLLECTIONS.has(kind) ? `/admin/collections/${kind}/${id}` : null
}
