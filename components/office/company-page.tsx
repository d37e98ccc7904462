'use client'

import Link from 'next/link'
import { type FormEvent, type ReactNode, useState } from 'react'
import { checkFields } from '@/components/forms/check-fields'
import { DraftTextArea, useTextDraft } from '@/components/forms/draft-text-area'
import { AccountActions } from '@/components/office/account-actions'
import { AuditRows, useAudit } from '@/components/office/audit'
import {
  AgreementStatus,
  DocumentsCount,
  ListPanel,
  LoadingPage,
  MutedText,
  OfficePage,
  Panel,
  StatusPill,
  TextLink,
} from '@/components/office/kit'
import { CompanyForm } from '@/components/office/company-form'
import { EmailRows, useEmails } from '@/components/office/emails'
import { List } from '@/components/office/list'
import { useOfficeText } from '@/components/office/office-text'
import { ActionsPanel, PeoplePanel } from '@/components/office/people-panel'
import { useDecision, useOfficeQuery } from '@/components/office/queries'
import { roomPath } from '@/components/office/rooms'
import { useStaff } from '@/components/office/staff-context'
import { DocumentSignatures } from '@/components/signatures/document-signatures'
import { Button } from '@/components/ui/button'
import { Card, SpecSheet } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { Notice } from '@/components/ui/notice'
import { StatePill } from '@/components/ui/pill'
import { api } from '@/lib/api/browser'
import { LANGUAGE_NAMES } from '@/lib/config/constants'
import { hasPreview } from '@/lib/contract/documents'
import type { AccountFile } from '@/lib/contract/manager'
import { missingDocuments } from '@/lib/domain/application'
import {
  formatDateTime,
  formatFileSize,
  formatIban,
  formatPhone,
  formatPrice,
  formatQuantity,
  numberSign,
} from '@/lib/i18n/formats'

const PAGE = 20
/** The panels below would be far away otherwise. */
const EMAILS_PAGE = 8
const ACCOUNTS = '/office/companies'

/** One company with all the facts for a decision on it. */
export function AccountPage({ id }: { id: number }) {
  const { locale } = useOfficeText()
  const account = useOfficeQuery(
    ['account', id, locale],
    async () => (await api.manager.account({ company_id: id, lang: locale })).data,
  )
  return account.data ? <AccountDetails account={account.data} /> : <LoadingPage query={account} back={ACCOUNTS} />
}

function AccountDetails({ account }: { account: AccountFile }) {
  const { t } = useOfficeText()
  const emails = useEmails({ company_id: account.id, limit: EMAILS_PAGE })
  const history = useAudit({ company_id: account.id, limit: PAGE })
  return (
    <OfficePage
      title={account.company_short_name}
      pill={<StatusPill status={`account_${account.status}`}>{t(`status_${account.status}`)}</StatusPill>}
      actions={<AccountActions account={account} />}
      back={ACCOUNTS}
    >
      {account.reason && (
        <Notice tone="lose">
          {t('reason')}: {account.reason}
        </Notice>
      )}
      {account.same_edrpou.length > 0 && (
        <Notice tone="wait">
          {t('sameEdrpou')}:{' '}
          {account.same_edrpou.map((other, index) => (
            <span key={other.id}>
              {index > 0 && ', '}
              <TextLink className="text-current" href={`/office/companies/${other.id}`}>
                {other.company_short_name}
              </TextLink>{' '}
              ({t(`status_${other.status}`)})
            </span>
          ))}
        </Notice>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(260px,320px)]">
        <div className="grid min-w-0 gap-5">
          <DataSheet account={account} />
          <PeoplePanel account={account} />
          <Documents account={account} />
          <Applications applications={account.applications} />
          <Agreements agreements={account.agreements} />
          <Panel title={t('emails')}>
            <List plain query={emails} none={t('noEmails')}>
              {(page) => <EmailRows list={page.list} />}
            </List>
          </Panel>
          <ActionsPanel activity={account.activity} />
          <Panel title={t('history')}>
            <List plain query={history} none={t('noHistory')}>
              {(page) => <AuditRows list={page.list} />}
            </List>
          </Panel>
        </div>
        <Notes account={account} />
      </div>
    </OfficePage>
  )
}

const MAX_NOTE_LENGTH = 2000

/** Staff notes on a company. Each names its author and never changes. */
export function Notes({ account }: { account: Pick<AccountFile, 'id' | 'notes'> }) {
  const { t, locale } = useOfficeText()
  const draft = `note:${useStaff().id}:${account.id}`
  const [typed, setTyped] = useTextDraft(draft)
  const { isDeciding, decide } = useDecision()

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (!checkFields(event.currentTarget)) return
    const note = { company_id: account.id, text: typed.trim() }
    const isAdded = await decide('noteAdded', () => api.manager.noteAccount(note))
    if (isAdded) setTyped((now) => (now === typed ? '' : now))
  }

  return (
    <Panel title={t('notes')}>
      <form className="grid gap-3" onSubmit={(event) => void submit(event)} noValidate>
        <DraftTextArea
          name="note"
          label={t('noteText')}
          rows={3}
          hint={t('notesHint')}
          missing={t('noteRequired')}
          maximum={MAX_NOTE_LENGTH}
          draft={draft}
        />
        <Button type="submit" tone="outline" size="sm" className="justify-self-start" pending={isDeciding}>
          {t('addNote')}
        </Button>
      </form>
      {account.notes.length === 0 && <MutedText>{t('noNotes')}</MutedText>}
      <ol className="grid gap-3">
        {account.notes.map((note) => (
          <li key={note.id} className="rounded-sm bg-sunken px-3 py-2.5">
            <p className="whitespace-pre-wrap break-words">{note.text}</p>
            <span className="text-small text-soft">
              {note.by} · {formatDateTime(note.at, locale)}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

/** The company's own data, with the result of the code checks. */
function DataSheet({ account }: { account: AccountFile }) {
  const { t, locale } = useOfficeText()
  const [isEditing, setIsEditing] = useState(false)
  return (
    <Card padding="sm" as="div" className="grid gap-4">
      <SpecSheet
        look="blocks"
        rows={[
          [t('fullName'), account.company_name],
          [t('edrpou'), <Code key="edrpou" text={account.edrpou} isValid={account.checks.edrpou} />],
          [t('eic'), <Code key="eic" text={account.eic} isValid={account.checks.eic} />],
          [t('iban'), <Code key="iban" text={formatIban(account.iban)} isValid={account.checks.iban} />],
          [t('contactPerson'), [account.surname, account.name, account.patronymic].filter(Boolean).join(' ')],
          [
            t('phone'),
            <TextLink key="phone" href={`tel:${account.phone.replace(' ext. ', ';ext=')}`}>
              {formatPhone(account.phone)}
            </TextLink>,
          ],
          [
            t('email'),
            <span key="email">
              <TextLink href={`mailto:${account.email}`}>{account.email}</TextLink>{' '}
              <span className={account.email_confirmed ? 'text-fine text-go-text' : 'text-fine text-wait-text'}>
                {t(account.email_confirmed ? 'emailConfirmed' : 'emailNotConfirmed')}
              </span>
            </span>,
          ],
          [t('auctionKind'), t(`kind_${account.auction_kind}`)],
          [t('emailLanguage'), LANGUAGE_NAMES[account.language]],
          [t('registered'), formatDateTime(account.created_at, locale)],
          [t('sessions'), account.sessions],
        ]}
      />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button
          tone="outline"
          size="sm"
          aria-expanded={isEditing}
          aria-controls={isEditing ? 'company-form' : undefined}
          onClick={() => setIsEditing(!isEditing)}
        >
          {t('editData')}
        </Button>
        <TextLink href={`${roomPath('feedback')}?search=${encodeURIComponent(account.edrpou)}`}>
          {t('feedbackLink', { count: account.feedback })}
        </TextLink>
        <TextLink href={`${roomPath('orders')}?search=${encodeURIComponent(account.edrpou)}`}>
          {t('ordersLink', { count: account.orders })}
        </TextLink>
      </div>
      {isEditing && (
        <div id="company-form" className="grid gap-4 border-t border-line pt-4">
          <CompanyForm id={account.id} />
        </div>
      )}
    </Card>
  )
}

function Code({ text, isValid }: { text: string; isValid: boolean }) {
  const { t } = useOfficeText()
  return (
    <>
      <span className="font-semibold">{text}</span>
      <span className={classNames('block text-fine', isValid ? 'text-go-text' : 'text-lose-text')}>
        {isValid ? '✓' : '✗'} {t(isValid ? 'codeRight' : 'codeWrong')}
      </span>
    </>
  )
}

/** The accreditation documents. Types that are safe to show get a preview. */
function Documents({ account: { documents } }: { account: AccountFile }) {
  const { t, locale } = useOfficeText()
  const missing = missingDocuments(documents)
  return (
    <Panel title={t('documents')} actions={<DocumentsCount isHeaded missing={missing.length} />}>
      {missing.length > 0 && (
        <Notice tone="wait">
          {t('documentsMissing', { missing: missing.map((kind) => t(`document_${kind}`)).join(', ') })}
        </Notice>
      )}
      {documents.length === 0 ? (
        <MutedText>{t('noDocuments')}</MutedText>
      ) : (
        <ul className="divide-y divide-line">
          {documents.map((document) => (
            <li key={document.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
              {hasPreview(document) && document.media_type !== 'application/pdf' && (
                <img className="size-14 rounded-sm object-cover" src={document.url} alt="" loading="lazy" />
              )}
              <span className="grid min-w-0 grow basis-56 break-words">
                <b className="font-semibold">{document.name}</b>
                <span className="text-small text-soft">
                  {t(`document_${document.kind}`)}
                  {document.signed && `, ${t('signedDocument')}`} · {formatFileSize(document.bytes, locale)} ·{' '}
                  {formatDateTime(document.uploaded_at, locale)}
                  {document.by !== null && ` · ${document.by}`}
                </span>
              </span>
              <span className="flex gap-4">
                {hasPreview(document) && (
                  <TextLink href={document.url} target="_blank" rel="noreferrer">
                    {t('preview')}
                  </TextLink>
                )}
                <a className="text-link underline underline-offset-3" href={document.url} download={document.name}>
                  {t('download')}
                </a>
              </span>
              {document.signed && (
                <div className="basis-full">
                  <DocumentSignatures
                    locale={locale}
                    read={async () => (await api.manager.documentSignatures({ id: document.id })).data}
                  />
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Applications({ applications }: { applications: AccountFile['applications'] }) {
  const { t, locale } = useOfficeText()
  return (
    <ListPanel title={t('applications')} none={t('noApplications')}>
      {applications.map(({ auction_id: id, status, participant, ...application }) => (
        <RelatedRecord
          key={id}
          href={`/office/auctions/${id}/console`}
          title={`${numberSign(application.auction_number, locale)} · ${application.auction_title}`}
        >
          {application.auction_cancelled && (status === 'submitted' || status === 'awaiting_confirmation') ? (
            <StatePill state="cancelled">{t('auction_cancelled')}</StatePill>
          ) : (
            <StatusPill status={`application_${status}`}>{t(`application_${status}`)}</StatusPill>
          )}
          {participant !== null && <span>{t('participantNumber', { number: participant })}</span>}
          <span>{t('bidsCount', { count: application.bids })}</span>
          <span>{formatDateTime(application.received_at, locale)}</span>
        </RelatedRecord>
      ))}
    </ListPanel>
  )
}

function Agreements({ agreements }: { agreements: AccountFile['agreements'] }) {
  const { t, locale } = useOfficeText()
  return (
    <ListPanel title={t('agreements')} none={t('noAgreements')}>
      {agreements.map((agreement) => (
        <RelatedRecord
          key={agreement.id}
          href={`/office/agreements/${agreement.id}`}
          title={`${agreement.number} · ${agreement.name}`}
        >
          <AgreementStatus agreement={agreement} />
          <span>
            {formatQuantity(agreement.quantity, locale)} × {formatPrice(agreement.price, locale)} ={' '}
            {t('uah', { sum: formatPrice(agreement.sum, locale) })}
          </span>
        </RelatedRecord>
      ))}
    </ListPanel>
  )
}

function RelatedRecord({ href, title, children }: { href: string; title: string; children: ReactNode }) {
  return (
    <li>
      <Link href={href} prefetch={false} className="grid gap-1 rounded-sm px-2 py-2.5 hover:bg-hover">
        <span className="break-words font-semibold">{title}</span>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-soft">{children}</span>
      </Link>
    </li>
  )
}
