'use client'

import Link from 'next/link'
import type { AccountFile } from '@/lib/contract/manager-accounts'
import { formatPrice, formatQuantity } from '@/lib/i18n/decimals'
import { kyivTime } from '../../times'
import { useOffice } from '../use-office'

/** Where the company applied, and what came of it. */
export function Applications({ applications }: { applications: AccountFile['applications'] }) {
  const { word, locale } = useOffice()
  return (
    <div className="desk-panel">
      <h2>{word('applications')}</h2>
      {applications.length === 0 && <p className="desk-empty">{word('noApplications')}</p>}
      <ul className="desk-lots desk-scroll" role="list" tabIndex={applications.length > 0 ? 0 : undefined} aria-label={word('applications')}>
        {applications.map((application) => (
          <li key={application.auction_id}>
            <Link href={`/admin/collections/auctions/${application.auction_id}/console`} prefetch={false}>
              <span className="desk-lot-name">№ {application.auction_number} · {application.auction_title}</span>
              <span className="desk-lot-facts">
                <span className="desk-pill" data-status={application.status}>{word(`application_${application.status}`)}</span>
                {application.participant !== null && <span>{word('participantNumber', { number: application.participant })}</span>}
                <span>{word('bidsCount', { count: application.bids })}</span>
                <span>{kyivTime(application.received_at, locale, 'date')}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

export function Agreements({ agreements }: { agreements: AccountFile['agreements'] }) {
  const { word, locale } = useOffice()
  return (
    <div className="desk-panel">
      <h2>{word('agreements')}</h2>
      {agreements.length === 0 && <p className="desk-empty">{word('noAgreements')}</p>}
      <ul className="desk-lots desk-scroll" role="list" tabIndex={agreements.length > 0 ? 0 : undefined} aria-label={word('agreements')}>
        {agreements.map((agreement) => (
          <li key={agreement.id}>
            <Link href={`/admin/collections/agreements/${agreement.id}`} prefetch={false}>
              <span className="desk-lot-name">{agreement.number} · {agreement.name}</span>
              <span className="desk-lot-facts">
                <span className="desk-pill" data-status={agreement.status}>{word(`agreement_${agreement.status}`)}</span>
                <span>{formatQuantity(agreement.quantity, locale)} × {formatPrice(agreement.price, locale)} = {formatPrice(agreement.sum, locale)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
