import type { ServerProps } from 'payload';
import Link from 'next/link';
import { hasRole, TRADE_ROLES } from '@/lib/server/cms/access';
import { portalTranslations } from '@/lib/server/cms/translations/say';

/** The way to the console in the back office's menu. */
export function NavEntry({ user, i18n }: ServerProps) {
  if (!hasRole(user, TRADE_ROLES)) return null;
  const language = i18n.language === 'en' || i18n.language === 'ru' ? i18n.language : 'uk';
  return (
    <Link className="desk-nav" href="/admin/console" prefetch={false}>
      {portalTranslations[language].desk.title}
    </Link>
  );
}
