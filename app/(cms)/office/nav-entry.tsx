import type { ServerProps } from 'payload'
import Link from 'next/link'
import { hasRole, TRADE_ROLES } from '@/lib/server/cms/access'
import { portalTranslations } from '@/lib/server/cms/translations/say'

/** The ways to the console and to the staff's lists in the back office's menu. */
export function NavEntry({ user, i18n }: ServerProps) {
  if (!hasRole(user, TRADE_ROLES)) return null
  const { auctionConsole, office } =
    portalTranslations[i18n.language === 'en' || i18n.language === 'ru' ? i18n.language : 'uk']
  const entries = [
    ['/admin/console', auctionConsole.title],
    ['/admin/office/accounts', office.accounts],
    ['/admin/office/letters', office.letters],
    ['/admin/office/deletion', office.deletion],
    ['/admin/office/audit', office.audit],
  ] as const
  return (
    <>
      {entries.map(([href, title]) => (
        <Link key={href} className="office-nav" data-first={href === '/admin/console'} href={href} prefetch={false}>
          {title}
        </Link>
      ))}
    </>
  )
}
