import { DefaultTemplate } from '@payloadcms/next/templates'
import { Gutter, SetStepNav } from '@payloadcms/ui'
import { notFound, redirect } from 'next/navigation'
import type { AdminViewServerProps } from 'payload'
import type { ReactNode } from 'react'
import { hasRole, TRADE_ROLES } from '@/lib/server/cms/access'
import { portalTranslations } from '@/lib/server/cms/translations/say'
import { AccountPage } from '@/app/(cms)/office/lists/account/account-page'
import { AccountsList } from '@/app/(cms)/office/lists/accounts-list'
import { AuditList } from '@/app/(cms)/office/lists/audit-list'
import { DeletionList } from '@/app/(cms)/office/lists/deletion-list'
import { LetterPage, LettersList } from '@/app/(cms)/office/lists/letters-list'
const SECTIONS = ['accounts', 'letters', 'deletion', 'audit'] as const
type Section = (typeof SECTIONS)[number]

/** /admin/office/…: the lists that the staff works through, and a page for each account and letter. */
export function OfficeView({ initPageResult, params, searchParams }: AdminViewServerProps) {
  const { req, permissions, visibleEntities, locale } = initPageResult
  if (!hasRole(req.user, TRADE_ROLES)) redirect('/admin')
  const segments: unknown = params?.segments
  const [, name, number, ...rest] = Array.isArray(segments) ? (segments as string[]) : []
  const section = SECTIONS.find((known) => known === name)
  const id = number === undefined ? null : Number(number)
  const isId = id === null || (Number.isSafeInteger(id) && id > 0 && id < 2 ** 31)
  const page = section === undefined || rest.length > 0 || !isId ? null : pageOf(section, id)
  if (section === undefined || page === null) notFound()
  const language = req.i18n.language === 'en' || req.i18n.language === 'ru' ? req.i18n.language : 'uk'
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
      <SetStepNav nav={[{ label: title, url: `/office/${section}` }, ...(id === null ? [] : [{ label: `№ ${id}` }])]} />
      <Gutter>{page}</Gutter>
    </DefaultTemplate>
  )
}

function pageOf(section: Section, id: number | null): ReactNode {
  switch (section) {
    case 'accounts':
      return id === null ? <AccountsList /> : <AccountPage key={id} id={id} />
    case 'letters':
      return id === null ? <LettersList /> : <LetterPage key={id} id={id} />
    case 'deletion':
      return id === null ? <DeletionList /> : null
    case 'audit':
      return id === null ? <AuditList /> : null
    default:
      return section satisfies never
  }
}
