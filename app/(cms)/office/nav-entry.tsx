import type { ServerProps } from 'payload'
import { hasRole, TRADE_ROLES } from '@/lib/server/cms/access'
import { portalTranslations } from '@/lib/server/cms/translations/say'
import { NavLinks } from './nav-links'

/** The ways to the auctions and to the staff's lists in the back office's menu. */
export function NavEntry({ user, i18n }: ServerProps) {
  if (!hasRole(user, TRADE_ROLES)) return null
  const { office } = portalTranslations[i18n.language === 'en' || i18n.language === 'ru' ? i18n.language : 'uk']
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
