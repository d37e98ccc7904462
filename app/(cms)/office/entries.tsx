import { Notice } from '@/components/ui/notice'
import { localeOrDefault } from '@/lib/i18n/locales'
import type { ServerProps, Payload, TypedUser } from 'payload'
import { hasRole, TRADE_ROLES, CONTENT_ROLES } from '@/lib/server/cms/access'
import { SearchDialog } from './search-dialog'
import { readPlannedPublications } from '@/lib/server/cms/planned-publications'
import { portalTranslations } from '@/lib/server/cms/translations'
import { NavLinks } from './nav-links'
import { Dashboard, Tile } from './dashboard'
import type { Words } from '@/lib/server/cms/fields/basic-fields'
import { Office, TextLink } from './kit'

const DRAFTED = ['pages', 'auction-pages', 'news'] as const

type Props = { payload: Payload; user: TypedUser; language: 'uk' | 'en' | 'ru' }

/** What waits for an editor: drafts that nobody sees yet, and what publishes itself later. */
async function EditorsWork({ payload, user, language }: Props) {
  const words = portalTranslations[language].office
  const [drafts, planned] = await Promise.all([
    Promise.all(DRAFTED.map((collection) => countDrafts(payload, user, collection))),
    readPlannedPublications(payload, language),
  ])
  return (
    <Office>
      <section className="grid gap-5" aria-labelledby="office-editors">
        <h2 id="office-editors" className="text-h2">
          {words.editorsWork}
        </h2>
        <ul className="grid grid-cols-2 gap-3 md:grid-cols-[repeat(auto-fill,minmax(190px,1fr))]">
          {DRAFTED.map((collection, index) => (
            <li key={collection}>
              <Tile
                title={`${words.drafts}: ${namesOf(payload, collection, language).toLowerCase()}`}
                count={drafts[index] ?? 0}
                href={`/admin/collections/${collection}?where[_status][equals]=draft`}
              />
            </li>
          ))}
          <li>
            <Tile title={words.scheduled} count={planned.waiting} />
          </li>
        </ul>
        {planned.failed.length > 0 && (
          <Notice tone="lose" title={words.scheduledFailed}>
            <p>{words.scheduledFailedHint}</p>
            <ul className="mt-1.5 grid gap-1">
              {planned.failed.map(({ collection, id, title }) => (
                <li key={`${collection}:${id}`}>
                  <TextLink href={`/admin/collections/${collection}/${id}`} className="text-current">
                    {title || words.untitled}
                  </TextLink>
                </li>
              ))}
            </ul>
          </Notice>
        )}
      </section>
    </Office>
  )
}

function namesOf(payload: Payload, collection: (typeof DRAFTED)[number], language: Props['language']): string {
  const plural = payload.collections[collection].config.labels.plural as Words
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

/** Above Payload's own dashboard: what needs whoever runs auctions, and what needs whoever writes the site. */
export function DashboardEntry({ user, payload, i18n }: ServerProps) {
  if (!user) return null
  const language = localeOrDefault(i18n.language)
  return (
    <>
      <h1 className="sr-only">{portalTranslations[language].portal.officeName}</h1>
      {hasRole(user, TRADE_ROLES) && <Dashboard />}
      {hasRole(user, CONTENT_ROLES) && <EditorsWork payload={payload} user={user} language={language} />}
    </>
  )
}

/** The ways to the auctions and to the staff's lists in the back office's menu. */
export function NavEntry({ user, i18n }: ServerProps) {
  if (!hasRole(user, TRADE_ROLES)) return null
  const { office } = portalTranslations[localeOrDefault(i18n.language)]
  return (
    <NavLinks
      links={[
        ['/admin/collections/auctions', office.auctions],
        ['/admin/office/accounts', office.accounts],
        ['/admin/office/letters', office.letters],
        ['/admin/office/deletion', office.deletion],
        ['/admin/office/audit', office.audit],
      ]}
    />
  )
}

/** In the header of every page of the back office, for those who may see what it finds. */
export function SearchEntry({ user }: ServerProps) {
  return hasRole(user, TRADE_ROLES) ? <SearchDialog /> : null
}
