import { Gutter } from '@payloadcms/ui'
import type { AdminViewServerProps, ServerProps } from 'payload'
import { NavLinks } from '@/app/(cms)/content/nav-links'
import { NewDraft } from '@/app/(cms)/content/new-draft'
import { localeOrDefault } from '@/lib/i18n/locales'
import { hasRole, TRADE_ROLES } from '@/lib/server/cms/access'
import { labelIn } from '@/lib/server/cms/fields/places'
import { portalTranslations } from '@/lib/server/cms/translations'

// Server components that payload.config.ts references by path.

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

/** Asks for the title of a new page or news item. Payload would store an empty draft as soon as the form opens. */
export function NewDraftView({ initPageResult }: AdminViewServerProps) {
  const { collectionConfig, locale, req } = initPageResult
  if (!collectionConfig) return null
  const { slug, labels } = collectionConfig
  const kind = labelIn(labels.singular, localeOrDefault(req.i18n.language)) ?? slug
  return (
    <Gutter className="new-draft">
      <main>
        <NewDraft collection={slug} kind={kind.toLowerCase()} language={localeOrDefault(locale?.code ?? '')} />
      </main>
    </Gutter>
  )
}

/** Above Payload's own menu: the start page, and for managers the office. */
export function NavEntry({ user }: ServerProps) {
  return <NavLinks withOffice={hasRole(user, TRADE_ROLES)} />
}
