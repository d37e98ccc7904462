'use client'
import { useSearchParams } from 'next/navigation'
import { Suspense, type SyntheticEvent } from 'react'
import { type Locale, LOCALES } from '@/lib/config/constants'
import { switchLocale } from '@/lib/i18n/routing'
import { useShownPath } from './route-name'

interface LanguageLinksProps {
  current: Locale
  names: Record<Locale, string>
  className?: string
}

/**
 * The same page in the other languages, its query included. A page that is the same for everybody is made without one: there the
 * query comes from the address with the page's script. The fragment, which no server sees, is added when a link is about to be used.
 */
export function LanguageLinks(props: LanguageLinksProps) {
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
