'use client'

import Link from 'next/link'
import { useState } from 'react'
import { api } from '@/lib/api/browser'
import { createResource, useResource, type Resource } from '../../resource'
import { AuditRows } from '../audit-rows'
import { LetterRows } from '../letter-rows'
import { ListFrame } from '../list-frame'
import { createListing } from '../listing'
import { useOffice } from '../use-office'
import type { AccountFile } from '@/lib/contract/manager-accounts'
import { Actions } from './actions'
import { Agreements, Applications } from './course'
import { DataSheet } from './data-sheet'
import { Documents } from './documents'
import { Notes } from './notes'

const PAGE = 20

/** One company with everything that a manager needs to decide on it. */
export function AccountPage({ id }: { id: number }) {
  const { word, faultOf, locale } = useOffice()
  const [file] = useState(() => createResource(async () => (await api.manager.account({ user_id: id, lang: locale })).data))
  const { data, fault } = useResource(file)
  return (
    <section className="desk desk-office">
      <Link className="desk-link" href="/admin/desk/accounts">{word('back')}</Link>
      {fault && <p className="desk-fault" role="alert">{faultOf(fault)}</p>}
      {!data && !fault && <p className="desk-empty" role="status">{word('loading')}</p>}
      {data && <Whole account={data} file={file} />}
    </section>
  )
}

function Whole({ account, file }: { account: AccountFile; file: Resource<AccountFile> }) {
  const { word } = useOffice()
  const [letters] = useState(() => createListing(async (cursor) => (await api.manager.letters({ user_id: account.id, cursor, limit: PAGE })).data))
  const [history] = useState(() => createListing(async (cursor) => (await api.manager.audit({ user_id: account.id, cursor, limit: PAGE })).data))

  function refresh(): void {
    void file.refresh()
    void letters.resource.refresh()
    void history.resource.refresh()
  }

  return (
    <>
      <header className="desk-office-head">
        <h1>{account.company_short_name}</h1>
        <span className="desk-pill" data-status={`account-${account.status}`}>{word(`status_${account.status}`)}</span>
        <span className="desk-spring" />
        <Actions account={account} onDone={refresh} />
      </header>
      {account.reason && account.status === 'deactivated' && <p className="desk-fault">{word('reason')}: {account.reason}</p>}
      {account.same_edrpou.length > 0 && (
        <p className="desk-note">
          {word('sameEdrpou')}:{' '}
          {account.same_edrpou.map((other, index) => (
            <span key={other.id}>
              {index > 0 && ', '}
              <Link className="desk-link" href={`/admin/desk/accounts/${other.id}`}>{other.company_short_name}</Link> ({word(`status_${other.status}`)})
            </span>
          ))}
        </p>
      )}
      <div className="desk-grid">
        <div className="desk-main">
          <DataSheet account={account} />
          <Documents documents={account.documents} />
          <Applications applications={account.applications} />
          <Agreements agreements={account.agreements} />
          <div className="desk-panel">
            <h2>{word('letters')}</h2>
            <ListFrame listing={letters} none={word('noLetters')}>{(page) => <LetterRows list={page.list} ofOne />}</ListFrame>
          </div>
          <div className="desk-panel">
            <h2>{word('history')}</h2>
            <ListFrame listing={history} none={word('noHistory')}>{(page) => <AuditRows list={page.list} />}</ListFrame>
          </div>
        </div>
        <Notes account={account} onDone={refresh} />
      </div>
    </>
  )
}
