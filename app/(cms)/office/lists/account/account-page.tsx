'use client'

import Link from 'next/link'
import { type ReactNode, useState } from 'react'
import { FaultNotice, Office, OfficePage, Panel, Quiet, StatusPill, TextLink } from '@/app/(cms)/office/kit'
import { AuditRows } from '@/app/(cms)/office/lists/audit-list'
import { LetterRows } from '@/app/(cms)/office/lists/letters-list'
import { ListFrame } from '@/app/(cms)/office/lists/list-frame'
import { createListing, createResource, type Resource, useResource } from '@/app/(cms)/office/resource'
import { useOffice } from '@/app/(cms)/office/lists/use-office'
import { AgreementStatus } from '@/app/(cms)/office/ticking'
import { kyivTime } from '@/app/(cms)/office/times'
import { Notice } from '@/components/ui/notice'
import { api } from '@/lib/api/browser'
import type { AccountFile } from '@/lib/contract/manager-accounts'
import { formatPrice, formatQuantity, numberSign } from '@/lib/i18n/formats'
import { Actions } from './actions'
import { DataSheet, Notes } from './data-sheet'
import { Documents } from './documents-panel'

/** Where the company applied, and what came of it. */
function Applications({ applications }: { applications: AccountFile['applications'] }) {
  const { word, locale } = useOffice()
  return (
    <Panel title={word('applications')}>
      {applications.length === 0 && <Quiet>{word('noApplications')}</Quiet>}
      <Records label={word('applications')} count={applications.length}>
        {applications.map((application) => (
          <Record
            key={application.auction_id}
            href={`/admin/collections/auctions/${application.auction_id}/console`}
            title={`${numberSign(application.auction_number, locale)} · ${application.auction_title}`}
          >
            <StatusPill status={`application_${application.status}`}>
              {word(`application_${application.status}`)}
            </StatusPill>
            {application.participant !== null && (
              <span>{word('participantNumber', { number: application.participant })}</span>
            )}
            <span>{word('bidsCount', { count: application.bids })}</span>
            <span>{kyivTime(application.received_at, locale, 'date')}</span>
          </Record>
        ))}
      </Records>
    </Panel>
  )
}

function Agreements({ agreements }: { agreements: AccountFile['agreements'] }) {
  const { word, locale } = useOffice()
  return (
    <Panel title={word('agreements')}>
      {agreements.length === 0 && <Quiet>{word('noAgreements')}</Quiet>}
      <Records label={word('agreements')} count={agreements.length}>
        {agreements.map((agreement) => (
          <Record
            key={agreement.id}
            href={`/admin/collections/agreements/${agreement.id}`}
            title={`${agreement.number} · ${agreement.name}`}
          >
            <AgreementStatus agreement={agreement} />
            <span>
              {formatQuantity(agreement.quantity, locale)} × {formatPrice(agreement.price, locale)} ={' '}
              {formatPrice(agreement.sum, locale)}
            </span>
          </Record>
        ))}
      </Records>
    </Panel>
  )
}

/** A list that scrolls within its panel once it is long. */
function Records({ label, count, children }: { label: string; count: number; children: ReactNode }) {
  if (count === 0) return null
  return (
    <ul role="list" tabIndex={0} aria-label={label} className="max-h-[520px] divide-y divide-line overflow-y-auto">
      {children}
    </ul>
  )
}

function Record({ href, title, children }: { href: string; title: string; children: ReactNode }) {
  return (
    <li>
      <Link href={href} prefetch={false} className="grid gap-1 rounded-sm px-2 py-2.5 hover:bg-hover">
        <span className="font-semibold">{title}</span>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-soft">{children}</span>
      </Link>
    </li>
  )
}

const PAGE = 20
const ACCOUNTS = '/admin/office/accounts'

/** One company with everything that a manager needs to decide on it. */
export function AccountPage({ id }: { id: number }) {
  const { word, locale } = useOffice()
  const [file] = useState(() =>
    createResource(async () => (await api.manager.account({ user_id: id, lang: locale })).data),
  )
  const { data, fault } = useResource(file)
  if (data) return <Whole account={data} file={file} />
  return (
    <Office>
      <p>
        <TextLink href={ACCOUNTS}>{word('back')}</TextLink>
      </p>
      {fault ? (
        <FaultNotice fault={fault} onRetry={() => void file.refresh()} />
      ) : (
        <Quiet role="status">{word('loading')}</Quiet>
      )}
    </Office>
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
    <OfficePage
      title={account.company_short_name}
      pill={<StatusPill status={`account_${account.status}`}>{word(`status_${account.status}`)}</StatusPill>}
      actions={<Actions account={account} onDone={refresh} />}
      back={ACCOUNTS}
    >
      {account.reason && (
        <Notice tone="lose">
          {word('reason')}: {account.reason}
        </Notice>
      )}
      {account.same_edrpou.length > 0 && (
        <Notice tone="wait">
          {word('sameEdrpou')}:{' '}
          {account.same_edrpou.map((other, index) => (
            <span key={other.id}>
              {index > 0 && ', '}
              <TextLink className="text-current" href={`/admin/office/accounts/${other.id}`}>
                {other.company_short_name}
              </TextLink>{' '}
              ({word(`status_${other.status}`)})
            </span>
          ))}
        </Notice>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(260px,320px)]">
        <div className="grid min-w-0 gap-5">
          <DataSheet account={account} />
          <Documents account={account} />
          <Applications applications={account.applications} />
          <Agreements agreements={account.agreements} />
          <Panel title={word('letters')}>
            <ListFrame plain listing={letters} none={word('noLetters')}>
              {(page) => <LetterRows list={page.list} ofOne />}
            </ListFrame>
          </Panel>
          <Panel title={word('history')}>
            <ListFrame plain listing={history} none={word('noHistory')}>
              {(page) => <AuditRows list={page.list} />}
            </ListFrame>
          </Panel>
        </div>
        <Notes account={account} onDone={refresh} />
      </div>
    </OfficePage>
  )
}
