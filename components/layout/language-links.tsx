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

type LanguageLinkProps = Omit<LanguageLinksProps, 'names'> & { locale: Locale; name: string }

/**
 * The same page in the other languages, its query included. A page that is the same for everybody is made without one: there the
 * query comes from the address with the page's script. The fragment, which no server sees, is added when a link is about to be used.
 *
 * A boundary for each link: React writes one of more than 500 bytes behind the page, where only a script finds it, and a visit
 * without scripts would stay with the fallback.
 */
export function LanguageLinks({ names, ...props }: LanguageLinksProps) {
  return LOCALES.map((locale) => (
    <Suspense key={locale} fallback={<Link {...props} locale={locale} name={names[locale]} search="" />}>
      <LinkWithQuery {...props} locale={locale} name={names[locale]} />
    </Suspense>
  ))
}

function LinkWithQuery(props: LanguageLinkProps) {
  const search = useSearchParams().toString()
  return <Link {...props} search={search === '' ? '' : `?${search}`} />
}

function Link({ current, locale, name, className, search }: LanguageLinkProps & { search: string }) {
  const pathname = useShownPath()

  function addFragment(event: SyntheticEvent<HTMLAnchorElement>) {
    const to = event.currentTarget.hreflang as Locale
    const { pathname, search, hash } = window.location
    event.currentTarget.href = switchLocale({ pathname, search, hash }, to)
  }

  return (
    <a
      href={switchLocale({ pathname, search }, locale)}
      hrefLang={locale}
      lang={locale}
      aria-current={locale === current ? 'true' : undefined}
      onPointerDown={addFragment}
      onFocus={addFragment}
      onClick={addFragment}
      className={className}
    >
      {name}
    </a>
  )
}
