import { Gutter } from '@payloadcms/ui'
import type { AdminViewServerProps, Payload, ServerProps, TypedUser } from 'payload'
import type { Locale } from '@/lib/config/constants'
import { localeOrDefault } from '@/lib/i18n/locales'
import { CONTENT_ROLES, hasRole, TRADE_ROLES } from '@/lib/server/cms/access'
import type { LocalizedText } from '@/lib/server/cms/fields/basic-fields'
import { readPlannedPublications } from '@/lib/server/cms/scheduled-publishing'
import { portalTranslations } from '@/lib/server/cms/translations'

// The server components that payload.config.ts names by path.

/** Replaces Payload's form for the first user, which would hand the portal to the first visitor. */
export function FirstUserView({ initPageResult }: AdminViewServerProps) {
  const { language } = initPageResult.req.i18n
  const texts = portalTranslations[localeOrDefault(language)].portal
  return (
    <>
      <h1>{texts.firstUserTitle}</h1>
      <p>{texts.firstUserText}</p>
      <pre>
        <code>npm run admin:create</code>
      </pre>
      <p>{texts.firstUserNext}</p>
    </>
  )
}

const DRAFTED = ['pages', 'auction-pages', 'news'] as const

type EditorProps = { payload: Payload; user: TypedUser; language: Locale }

/** Drafts, scheduled publications and failed ones. */
async function EditorTasks({ payload, user, language }: EditorProps) {
  const texts = portalTranslations[language].portal
  const [drafts, planned] = await Promise.all([
    Promise.all(DRAFTED.map((collection) => countDrafts(payload, user, collection))),
    readPlannedPublications(payload, language),
  ])
  return (
    <section aria-labelledby="editors-work">
      <h2 id="editors-work">{texts.editorsWork}</h2>
      <ul>
        {DRAFTED.map((collection, index) => (
          <li key={collection}>
            <a href={`/admin/collections/${collection}?where[_status][equals]=draft`}>
              {`${texts.drafts}: ${namesOf(payload, collection, language).toLowerCase()}`}: {drafts[index] ?? 0}
            </a>
          </li>
        ))}
        <li>
          {texts.scheduled}: {planned.waiting}
        </li>
      </ul>
      {planned.failed.length > 0 && (
        <>
          <h3>{texts.scheduledFailed}</h3>
          <p>{texts.scheduledFailedHint}</p>
          <ul>
            {planned.failed.map(({ collection, id, title }) => (
              <li key={`${collection}:${id}`}>
                <a href={`/admin/collections/${collection}/${id}`}>{title || texts.untitled}</a>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
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

/** Instead of Payload's dashboard, which repeats the menu: the tasks of editors. */
export function DashboardView({ user, payload, i18n }: ServerProps) {
  if (!user) return null
  const language = localeOrDefault(i18n.language)
  return (
    <Gutter className="dashboard">
      <main>
        <h1>{portalTranslations[language].portal.siteContent}</h1>
        {hasRole(user, CONTENT_ROLES) && <EditorTasks payload={payload} user={user} language={language} />}
      </main>
    </Gutter>
  )
}

/** Leads managers back to the office, above Payload's own menu. */
export function NavEntry({ user, i18n }: ServerProps) {
  if (!hasRole(user, TRADE_ROLES)) return null
  return (
    <a href="/office" className="nav__link">
      {portalTranslations[localeOrDefault(i18n.language)].portal.toOffice}
    </a>
  )
}
