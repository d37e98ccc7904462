'use client'

import Link from 'next/link'
import { useState } from 'react'
import { AuditRows } from '@/app/(cms)/office/lists/audit-list'
import { LetterRows } from '@/app/(cms)/office/lists/letters-list'
import { ListFrame } from '@/app/(cms)/office/lists/list-frame'
import { createListing } from '@/app/(cms)/office/lists/listing'
import { useOffice } from '@/app/(cms)/office/lists/use-office'
import { createResource, type Resource, useResource } from '@/app/(cms)/office/resource'
import { kyivTime } from '@/app/(cms)/office/times'
import { api } from '@/lib/api/browser'
import type { CompanyDocument } from '@/lib/contract/documents'
import type { AccountFile } from '@/lib/contract/manager-accounts'
import { formatPrice, formatQuantity } from '@/lib/i18n/formats'
import { Actions } from './actions'
import { DataSheet, Notes } from './data-sheet'

/** Where the company applied, and what came of it. */
export function Applications({ applications }: { applications: AccountFile['applications'] }) {
  const { word, locale } = useOffice()
  return (
    <div className="office-panel">
      <h2>{word('applications')}</h2>
      {applications.length === 0 && <p className="office-empty">{word('noApplications')}</p>}
      <ul
        className="office-lots office-scroll"
        role="list"
        tabIndex={applications.length > 0 ? 0 : undefined}
        aria-label={word('applications')}
      >
        {applications.map((application) => (
          <li key={application.auction_id}>
            <Link href={`/admin/collections/auctions/${application.auction_id}/console`} prefetch={false}>
              <span className="office-lot-name">
                № {application.auction_number} · {application.auction_title}
              </span>
              <span className="office-lot-details">
                <span className="office-pill" data-status={application.status}>
                  {word(`application_${application.status}`)}
                </span>
                {application.participant !== null && (
                  <span>{word('participantNumber', { number: application.participant })}</span>
                )}
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
    <div className="office-panel">
      <h2>{word('agreements')}</h2>
      {agreements.length === 0 && <p className="office-empty">{word('noAgreements')}</p>}
      <ul
        className="office-lots office-scroll"
        role="list"
        tabIndex={agreements.length > 0 ? 0 : undefined}
        aria-label={word('agreements')}
      >
        {agreements.map((agreement) => (
          <li key={agreement.id}>
            <Link href={`/admin/collections/agreements/${agreement.id}`} prefetch={false}>
              <span className="office-lot-name">
                {agreement.number} · {agreement.name}
              </span>
              <span className="office-lot-details">
                <span className="office-pill" data-status={agreement.status}>
                  {word(`agreement_${agreement.status}`)}
                </span>
                <span>
                  {formatQuantity(agreement.quantity, locale)} × {formatPrice(agreement.price, locale)} ={' '}
                  {formatPrice(agreement.sum, locale)}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The accreditation documents. What a browser shows safely opens in a window of its own; anything can be kept. */
export function Documents({ documents }: { documents: readonly CompanyDocument[] }) {
  const { word, locale } = useOffice()
  return (
    <div className="office-panel">
      <h2>{word('documents')}</h2>
      {documents.length === 0 ? (
        <p className="office-empty">{word('noDocuments')}</p>
      ) : (
        <ul className="office-files">
          {documents.map((document) => (
            <li key={document.id}>
              {document.media_type.startsWith('image/') && (
                <img className="office-thumb" src={document.url} alt="" loading="lazy" />
              )}
              <span className="office-file-words">
                <b>{document.name}</b>
                <span className="office-soft">
                  {word(`document_${document.kind}`)} · {sizeOf(document.bytes, locale)} ·{' '}
                  {kyivTime(document.uploaded_at, locale, 'date')}
                </span>
              </span>
              <span className="office-actions">
                {isShown(document) && (
                  <a className="office-link" href={document.url} target="_blank" rel="noreferrer">
                    {word('preview')}
                  </a>
                )}
                <a className="office-link" href={document.url} download={document.name}>
                  {word('download')}
                </a>
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function isShown({ media_type: type }: CompanyDocument): boolean {
  return type === 'application/pdf' || type === 'image/png' || type === 'image/jpeg'
}

function sizeOf(bytes: number, locale: string): string {
  const large = bytes >= 1_048_576
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: large ? 'megabyte' : 'kilobyte',
    maximumFractionDigits: large ? 1 : 0,
  }).format(bytes / (large ? 1_048_576 : 1024))
}

const PAGE = 20

/** One company with everything that a manager needs to decide on it. */
export function AccountPage({ id }: { id: number }) {
  const { word, faultOf, locale } = useOffice()
  const [file] = useState(() =>
    createResource(async () => (await api.manager.account({ user_id: id, lang: locale })).data),
  )
  const { data, fault } = useResource(file)
  return (
    <section className="office office-office">
      <Link className="office-link" href="/admin/office/accounts">
        {word('back')}
      </Link>
      {fault && (
        <p className="office-fault" role="alert">
          {faultOf(fault)}
        </p>
      )}
      {!data && !fault && (
        <p className="office-empty" role="status">
          {word('loading')}
        </p>
      )}
      {data && <Whole account={data} file={file} />}
    </section>
  )
}

function Whole({ account, file }: { account: AccountFile; file: Resource<AccountFile> }) {
  const { word } = useOffice()
  const [letters] = useState(() =>
    createListing(async (cursor) => (await api.manager.letters({ user_id: account.id, cursor, limit: PAGE })).data),
  )
  const [history] = useState(() =>
    createListing(async (cursor) => (await api.manager.audit({ user_id: account.id, cursor, limit: PAGE })).data),
  )

  function refresh(): void {
    void file.refresh()
    void letters.resource.refresh()
    void history.resource.refresh()
  }

  return (
    <>
      <header className="office-office-head">
        <h1>{account.company_short_name}</h1>
        <span className="office-pill" data-status={`account-${account.status}`}>
          {word(`status_${account.status}`)}
        </span>
        <span className="office-spring" />
        <Actions account={account} onDone={refresh} />
      </header>
      {account.reason && account.status === 'deactivated' && (
        <p className="office-fault">
          {word('reason')}: {account.reason}
        </p>
      )}
      {account.same_edrpou.length > 0 && (
        <p className="office-note">
          {word('sameEdrpou')}:{' '}
          {account.same_edrpou.map((other, index) => (
            <span key={other.id}>
              {index > 0 && ', '}
              <Link className="office-link" href={`/admin/office/accounts/${other.id}`}>
                {other.company_short_name}
              </Link>{' '}
              ({word(`status_${other.status}`)})
            </span>
          ))}
        </p>
      )}
      <div className="office-grid">
        <div className="office-main">
          <DataSheet account={account} />
          <Documents documents={account.documents} />
          <Applications applications={account.applications} />
          <Agreements agreements={account.agreements} />
          <div className="office-panel">
            <h2>{word('letters')}</h2>
            <ListFrame listing={letters} none={word('noLetters')}>
              {(page) => <LetterRows list={page.list} ofOne />}
            </ListFrame>
          </div>
          <div className="office-panel">
            <h2>{word('history')}</h2>
            <ListFrame listing={history} none={word('noHistory')}>
              {(page) => <AuditRows list={page.list} />}
            </ListFrame>
          </div>
        </div>
        <Notes account={account} onDone={refresh} />
      </div>
    </>
  )
}
