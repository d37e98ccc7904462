import { DefaultTemplate } from '@payloadcms/next/templates'
import { Gutter, SetStepNav } from '@payloadcms/ui'
import { notFound, redirect } from 'next/navigation'
import type {
  AdminViewServerProps,
  DocumentViewServerProps,
  ListViewServerProps,
  Payload,
  ServerProps,
  TypedUser,
} from 'payload'
import type { ReactNode } from 'react'
import { AccountPage } from '@/components/office/account-page'
import { AccountsList } from '@/components/office/accounts'
import { AuctionList } from '@/components/office/auctions'
import { AuditList } from '@/components/office/audit'
import { AuctionConsole } from '@/components/office/console/auction-console'
import { Dashboard, Tile } from '@/components/office/dashboard'
import { DepositsBoard } from '@/components/office/deposits'
import { DeletionList } from '@/components/office/deletion'
import { signInAddress } from '@/components/office/faults'
import { MutedText, OfficeFrame, TextLink } from '@/components/office/kit'
import { LetterPage, LettersList } from '@/components/office/letters'
import { LotWizard } from '@/components/office/lots/lot-wizard'
import { NavLinks } from '@/components/office/nav-links'
import { QuestionsList } from '@/components/office/questions'
import { SearchDialog } from '@/components/office/search'
import { TrustedCertificates } from '@/components/office/signing'
import { Notice } from '@/components/ui/notice'
import type { Locale } from '@/lib/config/constants'
import { id as recordId } from '@/lib/contract/primitives'
import { numberSign } from '@/lib/i18n/formats'
import { localeOrDefault } from '@/lib/i18n/locales'
import { CONTENT_ROLES, hasRole, TRADE_ROLES } from '@/lib/server/cms/access'
import { previewSecret } from '@/lib/server/cms/drafts'
import type { LocalizedText } from '@/lib/server/cms/fields/basic-fields'
import { readPlannedPublications } from '@/lib/server/cms/scheduled-publishing'
import { portalTranslations } from '@/lib/server/cms/translations'

// The server components that payload.config.ts and the collections name by path.

/** Replaces Payload's form for the first user, which would hand the portal to the first visitor. */
export function FirstUserView({ initPageResult }: AdminViewServerProps) {
  const { language } = initPageResult.req.i18n
  const texts = portalTranslations[localeOrDefault(language)].office
  return (
    <OfficeFrame>
      <h1 className="text-title">{texts.firstUserTitle}</h1>
      <p>{texts.firstUserText}</p>
      <pre className="overflow-x-auto rounded-md bg-sunken px-4 py-3.5">
        <code>npm run admin:create</code>
      </pre>
      <MutedText>{texts.firstUserNext}</MutedText>
    </OfficeFrame>
  )
}

/** /admin/office/…: the lists of the staff, and a page for each account, letter and lot. */
export function OfficeView({ initPageResult, params, searchParams }: AdminViewServerProps) {
  const { req, permissions, visibleEntities, locale } = initPageResult
  const segments = Array.isArray(params?.segments) ? params.segments : []
  // Payload returns to its own pages only.
  if (req.user === null) redirect(signInAddress(`/admin/${segments.join('/')}${queryOf(searchParams)}`))
  if (!hasRole(req.user, TRADE_ROLES)) redirect('/admin')
  const [, name, number, ...rest] = segments
  const id = recordId.safeParse(Number(number)).data
  const page =
    rest.length > 0 ? null : isSection(name) && number === undefined ? LISTS[name] : pageOf(name, id, number === 'new')
  if (page === null) notFound()
  const language = localeOrDefault(req.i18n.language)
  const texts = portalTranslations[language].office
  const nav = isSection(name)
    ? [
        { label: texts[name], url: `/office/${name}` },
        ...(id === undefined ? [] : [{ label: numberSign(id, language) }]),
      ]
    : [
        { label: texts.auctions, url: '/collections/auctions' },
        { label: id === undefined ? texts.newLot : texts.auction_draft },
      ]
  return (
    <DefaultTemplate
      i18n={req.i18n}
      locale={locale}
      params={params}
      payload={req.payload}
      permissions={permissions}
      req={req}
      searchParams={searchParams}
      user={req.user ?? undefined}
      viewActions={req.payload.config.admin.components?.actions}
      visibleEntities={visibleEntities}
    >
      <SetStepNav nav={nav} />
      <Gutter>
        <main>{page}</main>
      </Gutter>
    </DefaultTemplate>
  )
}

function queryOf(searchParams: AdminViewServerProps['searchParams'] = {}): string {
  const query = new URLSearchParams(
    Object.entries(searchParams).flatMap(([name, values]) => [values ?? []].flat().map((value) => [name, value])),
  )
  return query.size === 0 ? '' : `?${query}`
}

/** The lists of the staff, in the order of the menu. */
const LISTS = {
  accounts: <AccountsList />,
  deposits: <DepositsBoard />,
  questions: <QuestionsList />,
  letters: <LettersList />,
  deletion: <DeletionList />,
  audit: <AuditList />,
  trusted: <TrustedCertificates />,
}
type Section = keyof typeof LISTS

export function isSection(name: string | undefined): name is Section {
  return name !== undefined && Object.hasOwn(LISTS, name)
}

/** A new lot has no id before it is saved. */
function pageOf(section: string | undefined, id: number | undefined, isNew: boolean): ReactNode {
  if (section === 'accounts' && id !== undefined) return <AccountPage key={id} id={id} />
  if (section === 'letters' && id !== undefined) return <LetterPage key={id} id={id} />
  if (section !== 'lots' || (id === undefined && !isNew)) return null
  const secret = previewSecret('lots', process.env.PAYLOAD_SECRET ?? '', Date.now())
  return <LotWizard key={id ?? 'new'} id={id ?? null} secret={secret} />
}

/** Instead of Payload's list of auctions. */
export function AuctionsListView({ user, i18n }: ListViewServerProps) {
  if (!hasRole(user, TRADE_ROLES)) redirect('/admin')
  return (
    <Gutter>
      <SetStepNav nav={[{ label: portalTranslations[localeOrDefault(i18n.language)].office.auctions }]} />
      <main>
        <AuctionList />
      </main>
    </Gutter>
  )
}

export async function ConsoleView({ initPageResult }: DocumentViewServerProps) {
  const { req, docID } = initPageResult
  const id = Number(docID)
  if (!hasRole(req.user, TRADE_ROLES) || !Number.isSafeInteger(id)) return null
  // A published auction may have a newer draft.
  const published = await req.payload.count({
    collection: 'auctions',
    where: { and: [{ id: { equals: id } }, { _status: { equals: 'published' } }] },
    req,
  })
  const language = localeOrDefault(req.i18n.language)
  return (
    <Gutter>
      <main>
        {published.totalDocs > 0 ? (
          <AuctionConsole auctionId={id} />
        ) : (
          <OfficeFrame>
            <MutedText>{portalTranslations[language].office.notPublished}</MutedText>
          </OfficeFrame>
        )}
      </main>
    </Gutter>
  )
}

const DRAFTED = ['pages', 'auction-pages', 'news'] as const

type EditorProps = { payload: Payload; user: TypedUser; language: Locale }

/** Drafts, scheduled publications and failed ones. */
async function EditorTasks({ payload, user, language }: EditorProps) {
  const texts = portalTranslations[language].office
  const [drafts, planned] = await Promise.all([
    Promise.all(DRAFTED.map((collection) => countDrafts(payload, user, collection))),
    readPlannedPublications(payload, language),
  ])
  return (
    <OfficeFrame>
      <section className="grid gap-5" aria-labelledby="office-editors">
        <h2 id="office-editors" className="text-h2">
          {texts.editorsWork}
        </h2>
        <ul className="grid grid-cols-2 gap-3 @min-[640px]:grid-cols-[repeat(auto-fill,minmax(190px,1fr))]">
          {DRAFTED.map((collection, index) => (
            <li key={collection}>
              <Tile
                title={`${texts.drafts}: ${namesOf(payload, collection, language).toLowerCase()}`}
                count={drafts[index] ?? 0}
                href={`/admin/collections/${collection}?where[_status][equals]=draft`}
              />
            </li>
          ))}
          <li>
            <Tile title={texts.scheduled} count={planned.waiting} />
          </li>
        </ul>
        {planned.failed.length > 0 && (
          <Notice tone="lose" title={texts.scheduledFailed}>
            <p>{texts.scheduledFailedHint}</p>
            <ul className="mt-1.5 grid gap-1">
              {planned.failed.map(({ collection, id, title }) => (
                <li key={`${collection}:${id}`}>
                  <TextLink href={`/admin/collections/${collection}/${id}`} className="text-current">
                    {title || texts.untitled}
                  </TextLink>
                </li>
              ))}
            </ul>
          </Notice>
        )}
      </section>
    </OfficeFrame>
  )
}

function namesOf(payload: Payload, collection: (typeof DRAFTED)[number], language: Locale): string {
  const plural = payload.collections[collection].config.labels.plural as LocalizedText
  return plural[language]
}

/** Documents whose newest version is a draft, published before or not. */
async function countDrafts(payload: Payload, user: TypedUser, collection: (typeof DRAFTED)[number]): Promise<number> {
  const { totalDocs } = await payload.countVersions({
    collection,
    where: { and: [{ latest: { equals: true } }, { 'version._status': { equals: 'draft' } }] },
    user,
    overrideAccess: false,
  })
  return totalDocs
}

/** Instead of Payload's dashboard, which repeats the menu: the tasks of managers and editors. */
export function DashboardView({ user, payload, i18n }: ServerProps) {
  if (!user) return null
  const language = localeOrDefault(i18n.language)
  return (
    <Gutter className="dashboard">
      <main>
        <h1 className="sr-only">{portalTranslations[language].portal.officeName}</h1>
        {hasRole(user, TRADE_ROLES) && <Dashboard />}
        {hasRole(user, CONTENT_ROLES) && <EditorTasks payload={payload} user={user} language={language} />}
      </main>
    </Gutter>
  )
}

export function NavEntry({ user, i18n }: ServerProps) {
  if (!hasRole(user, TRADE_ROLES)) return null
  const { office } = portalTranslations[localeOrDefault(i18n.language)]
  return (
    <NavLinks
      links={[
        ['/admin/collections/auctions', office.auctions],
        ...(Object.keys(LISTS) as Section[]).map((name) => [`/admin/office/${name}`, office[name]] as const),
      ]}
    />
  )
}

export function SearchEntry({ user }: ServerProps) {
  return hasRole(user, TRADE_ROLES) ? <SearchDialog /> : null
}
