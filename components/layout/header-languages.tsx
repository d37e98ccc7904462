import { useTranslations } from 'next-intl'
import { LanguageLinks } from '@/components/layout/language-links'
import { DisclosureMenu } from '@/components/ui/disclosure-menu'
import { MENU_ENTRY_LOOK } from '@/components/ui/menu-entry-look'
import { LOCALES, type Locale } from '@/lib/config/constants'

export const LANGUAGE_CODES: Record<Locale, string> = { uk: 'UA', en: 'EN', ru: 'RU' }

/** The languages' own names; each is written in its language. */
function useLanguageNames(): Record<Locale, string> {
  const t = useTranslations('Languages')
  return Object.fromEntries(LOCALES.map((locale) => [locale, t(locale)])) as Record<Locale, string>
}

/** The language dropdown of the headers. */
export function HeaderLanguages({ locale }: { locale: Locale }) {
  const t = useTranslations('Header')
  const names = useLanguageNames()
  return (
    <DisclosureMenu
      label={LANGUAGE_CODES[locale]}
      ariaLabel={t('language', { language: names[locale] })}
      width="sub-menu"
      align="end"
      className="rounded-sm px-2.5 text-small font-semibold"
    >
      <LanguageLinks current={locale} names={names} className={MENU_ENTRY_LOOK} />
    </DisclosureMenu>
  )
}
