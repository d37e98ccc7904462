import { type ComponentProps } from 'react'
import { FILES_PATH, type Locale, MEDIA_PATH } from '@/lib/config/constants'
import { localizePath, splitLocale } from '@/lib/i18n/route-names'
import { linkKind, mailAddress } from './link-address'
import { PageLink } from './page-link'

export interface AppLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A path of the site, an address with 'http', or a mail address. */
  href: string
  /** With it, a path of the site gets this language's prefix; without, the path must have it already. */
  locale?: Locale
}

/** The one link of the site: it opens pages in place, other sites in a new tab and mail addresses as mail. */
export function AppLink({ href, locale, ...rest }: AppLinkProps) {
  const kind = linkKind(href)
  switch (kind) {
    case 'mail':
      return <a {...rest} href={mailAddress(href)} />
    case 'phone':
      return <a {...rest} href={href} />
    case 'external':
      return <a {...rest} href={href} target="_blank" rel="noopener noreferrer" />
    case 'internal':
      if (isNoPage(href)) return <a {...rest} href={href} />
      return <PageLink {...rest} href={locale ? localizePath(splitLocale(href).path, locale) : href} />
    default:
      return kind satisfies never
  }
}

/** A place on this page, or a stored file: nothing that the router could open. */
function isNoPage(href: string): boolean {
  return href.startsWith('#') || href.startsWith(`${FILES_PATH}/`) || href.startsWith(`${MEDIA_PATH}/`)
}
