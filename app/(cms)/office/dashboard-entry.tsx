import type { ServerProps } from 'payload'
import { CONTENT_ROLES, hasRole, TRADE_ROLES } from '@/lib/server/cms/access'
import { Dashboard } from './dashboard'
import { EditorsWork } from './editors-work'

/** Above Payload's own dashboard: what needs whoever runs auctions, and what needs whoever writes the site. */
export function DashboardEntry({ user, payload, i18n }: ServerProps) {
  if (!user) return null
  const language = i18n.language === 'en' || i18n.language === 'ru' ? i18n.language : 'uk'
  return (
    <>
      {hasRole(user, TRADE_ROLES) && <Dashboard />}
      {hasRole(user, CONTENT_ROLES) && <EditorsWork payload={payload} user={user} language={language} />}
    </>
  )
}
