import { localeOrDefault } from '@/lib/i18n/locales'
import { numberSign } from '@/lib/i18n/formats'
import { DefaultTemplate } from '@payloadcms/next/templates'
import { Gutter, SetStepNav } from '@payloadcms/ui'
import { notFound, redirect } from 'next/navigation'
import type { AdminViewServerProps } from 'payload'
import type { ReactNode } from 'react'
import { hasRole, TRADE_ROLES } from '@/lib/server/cms/access'
import { portalTranslations } from '@/lib/server/cms/translations'
import { AccountPage } from '@/app/(cms)/office/lists/account/account-page'
import { AccountsList } from '@/app/(cms)/office/lists/accounts-list'
import { AuditList } from '@/app/(cms)/office/lists/audit-list'
import { DeletionList } from '@/app/(cms)/office/lists/deletion-list'
import { LotWizard } from '@/app/(cms)/office/lots/lot-wizard'
import { previewSecret } from '@/lib/server/cms/drafts'
import { LetterPage, LettersList } from '@/app/(cms)/office/lists/letters-list'
import { Office, Quiet } from './kit'

/**
 * Where nobody of the staff exists yet. Whoever finds an open form first would own the portal; whoever can run a command
 * on its server does so already.
 */
export function FirstUserView({ initPageResult }: AdminViewServerProps) {
  const { language } = initPageResult.req.i18n
  const words = portalTranslations[localeOrDefault(language)].office
  return (
    <Office>
      <h1 className="text-title">{words.firstUserTitle}</h1>
      <p>{words.firstUserText}</p>
      <pre className="overflow-x-auto rounded-md bg-sunken px-4 py-3.5">
        <code>npm run admin:create</code>
      </pre>
      <Quiet>{words.firstUserNext}</Quiet>
    </Office>
  )
}

const SECTIONS = ['accounts', 'letters', 'deletion', 'audit', 'lots'] as const
type Section = (typeof SECTIONS)[number]

/** /admin/office/…: the lists that the staff works through, and a page for each account and letter. */
export function OfficeView({ initPageResult, params, searchParams }: AdminViewServerProps) {
  const { req, permissions, visibleEntities, locale } = initPageResult
  if (!hasRole(req.user, TRADE_ROLES)) redirect('/admin')
  const segments: unknown = params?.segments
  const [, name, number, ...rest] = Array.isArray(segments) ? (segments as string[]) : []
  const section = SECTIONS.find((known) => known === name)
  // A lot that is being prepared has no number before it is kept for the first time.
  const isNew = section === 'lots' && number === 'new'
  const id = number === undefined || isNew ? null : Number(number)
  const isId = id === null || (Number.isSafeInteger(id) && id > 0 && id < 2 ** 31)
  const page = section === undefined || rest.length > 0 || !isId ? null : pageOf(section, id, isNew)
  if (section === undefined || page === null) notFound()
  const language = localeOrDefault(req.i18n.language)
  const title = portalTranslations[language].office[section]
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
      <SetStepNav
        nav={[
          { label: title, url: section === 'lots' ? '/collections/auctions' : `/office/${section}` },
          ...(id === null ? [] : [{ label: numberSign(id, language) }]),
        ]}
      />
      <Gutter>{page}</Gutter>
    </DefaultTemplate>
  )
}

function pageOf(section: Section, id: number | null, isNew: boolean): ReactNode {
  switch (section) {
    case 'accounts':
      return id === null ? <AccountsList /> : <AccountPage key={id} id={id} />
    case 'letters':
      return id === null ? <LettersList /> : <LetterPage key={id} id={id} />
    case 'deletion':
      return id === null ? <DeletionList /> : null
    case 'audit':
      return id === null ? <AuditList /> : null
    case 'lots':
      if (id === null && !isNew) return null
      return (
        <LotWizard
          key={id ?? 'new'}
          id={id}
          secret={previewSecret('lots', process.env.PAYLOAD_SECRET ?? '', Date.now())}
        />
      )
    default:
      return section satisfies never
  }
}
