'use client'

import { usePathname } from 'next/navigation'
import type { SyntheticEvent } from 'react'
import { LOCALES, type Locale } from '@/lib/config/constants'
import { switchLocale } from '@/lib/i18n/switch-locale'

export interface LanguageLinksProps {
  current: Locale
  names: Record<Locale, string>
  className?: string
}

/**
 * The same page in the other languages. Static pages know their path but no query, so the query and the fragment are
 * added from the address when a link is about to be used.
 */
export function LanguageLinks({ current, names, className }: LanguageLinksProps) {
  const pathname = usePathname()

  function addQuery(event: SyntheticEvent<HTMLAnchorElement>) {
    const to = event.currentTarget.hreflang as Locale
    const { search, hash } = window.location
    event.currentTarget.href = switchLocale({ pathname: window.location.pathname, search, hash }, to)
  }

  return LOCALES.map((locale) => (
    <a
      key={locale}
      href={switchLocale({ pathname }, locale)}
      hrefLang={locale}
      lang={locale}
      aria-current={locale === current ? 'true' : undefined}
      onPointerDown={addQuery}
      onFocus={addQuery}
      onClick={addQuery}
      className={className}
    >
      {names[locale]}
    </a>
  ))
}
