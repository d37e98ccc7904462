import { DefaultTemplate } from '@payloadcms/next/templates'
import { Gutter } from '@payloadcms/ui'
import { redirect } from 'next/navigation'
import type { AdminViewServerProps } from 'payload'
import { hasRole, TRADE_ROLES } from '@/lib/server/cms/access'
import { Dashboard } from './dashboard'

/** /admin/console: the auctions that need somebody, each a step away from its console. */
export function ConsoleListView({ initPageResult, params, searchParams }: AdminViewServerProps) {
  const { req, permissions, visibleEntities, locale } = initPageResult
  if (!hasRole(req.user, TRADE_ROLES)) redirect('/admin')
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
      visibleEntities={visibleEntities}
    >
      <Gutter>
        <Dashboard />
      </Gutter>
    </DefaultTemplate>
  )
}
