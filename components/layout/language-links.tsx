'use client'

import { useTranslations } from 'next-intl'
import { useSearchParams } from 'next/navigation'
import { Suspense, type SyntheticEvent } from 'react'
import { DisclosureMenu } from '@/components/ui/menu'
import { MENU_ENTRY_LOOK } from '@/components/ui/menu-look'
import { type Locale, LOCALES } from '@/lib/config/constants'
import { switchLocale } from '@/lib/i18n/routing'
import { useShownPath } from './use-shown-path'

/** The languages side by side, for the slide-in menus. */
export function LanguageRow({ locale }: { locale: Locale }) {
  return (
    <div className="inline-flex gap-0.5 rounded-md border border-line bg-sunken p-0.5">
      <LanguageLinks
        current={locale}
        names={LANGUAGE_CODES}
        className="grid h-9 min-w-11 place-items-center rounded-[10px] px-2 text-small font-semibold text-soft hover:text-text aria-[current=true]:bg-raised aria-[current=true]:text-text aria-[current=true]:shadow-card"
      />
    </div>
  )
}

interface LanguageLinksProps {
  current: Locale
  names: Record<Locale, string>
  className?: string
}

/**
 * The same page in the other languages, its query included. A page that is the same for everybody is made without one: there the
 * query comes from the address with the page's script. The fragment, which no server sees, is added when a link is about to be used.
 */
function LanguageLinks(props: LanguageLinksProps) {
  return (
    <Suspense fallback={<Links {...props} search="" />}>
      <LinksWithQuery {...props} />
    </Suspense>
  )
}

function LinksWithQuery(props: LanguageLinksProps) {
  const search = useSearchParams().toString()
  return <Links {...props} search={search === '' ? '' : `?${search}`} />
}

function Links({ current, names, className, search }: LanguageLinksProps & { search: string }) {
  const pathname = useShownPath()

  function addFragment(event: SyntheticEvent<HTMLAnchorElement>) {
    const to = event.currentTarget.hreflang as Locale
    const { pathname, search, hash } = window.location
    event.currentTarget.href = switchLocale({ pathname, search, hash }, to)
  }

  return LOCALES.map((locale) => (
    <a
      key={locale}
      href={switchLocale({ pathname, search }, locale)}
      hrefLang={locale}
      lang={locale}
      aria-current={locale === current ? 'true' : undefined}
      onPointerDown={addFragment}
      onFocus={addFragment}
      onClick={addFragment}
      className={className}
    >
      {names[locale]}
    </a>
  ))
}

const LANGUAGE_CODES: Record<Locale, string> = { uk: 'UA', en: 'EN', ru: 'RU' }

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
