import { useTranslations } from 'next-intl'
import { MENU_ENTRY_LOOK } from '@/components/ui/menu-look'
import type { Locale } from '@/lib/config/constants'
import { LanguageLinks } from './language-links'
import { ThemeChoice } from './theme-choice'
import { DisclosureMenu } from '@/components/ui/disclosure-menu'
import { LOCALES } from '@/lib/config/constants'

/** At the foot of the slide-in menus: the languages side by side, and the theme. */
export function MenuFoot({ locale }: { locale: Locale }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div className="inline-flex gap-0.5 rounded-md border border-line bg-sunken p-0.5">
        <LanguageLinks
          current={locale}
          names={LANGUAGE_CODES}
          className="grid h-9 min-w-11 place-items-center rounded-[10px] px-2 text-small font-semibold text-soft hover:text-text aria-[current=true]:bg-raised aria-[current=true]:text-text aria-[current=true]:shadow-card"
        />
      </div>
      <ThemeChoice />
    </div>
  )
}

const LANGUAGE_CODES: Record<Locale, string> = { uk: 'UA', en: 'EN', ru: 'RU' }

/** The language dropdown of the headers. */
export function HeaderLanguages({ locale }: { locale: Locale }) {
  const t = useTranslations('Header')
  const names = useLanguageNames()
  return (
    <DisclosureMenu
      label={LANGUAGE_CODES[locale]}
      // What is seen comes first, so that it can be said to a browser that listens.
      ariaLabel={`${LANGUAGE_CODES[locale]}. ${t('language', { language: names[locale] })}`}
      width="sub-menu"
      align="end"
      className="rounded-sm px-2.5 text-small font-semibold"
    >
      <LanguageLinks current={locale} names={names} className={MENU_ENTRY_LOOK} />
    </DisclosureMenu>
  )
}

/** The languages' own names; each is written in its language. */
export function useLanguageNames(): Record<Locale, string> {
  const t = useTranslations('Languages')
  return Object.fromEntries(LOCALES.map((locale) => [locale, t(locale)])) as Record<Locale, string>
}
