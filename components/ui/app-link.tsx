import type { ComponentProps } from 'react'
import { FILES_PATH, type Locale, MEDIA_PATH } from '@/lib/config/constants'
import { localizePath, splitLocale } from '@/lib/i18n/locales'

/** A link to a page of the site: a plain one, which `PageNavigation` opens in place. */
export function PageLink(props: ComponentProps<'a'> & { href: string }) {
  return <a {...props} data-page="" />
}

type LinkKind = 'mail' | 'phone' | 'external' | 'internal'

/**
 * What a link of the menus, contacts and texts is (specification, point 2): with '@' it is mail, with 'http' it is
 * external. A phone's `tel:` and a mail's `mailto:` may be written or not.
 */
export function linkKind(url: string): LinkKind {
  if (url.startsWith('tel:')) return 'phone'
  if (url.includes('@') && !/^https?:\/\//.test(url)) return 'mail'
  if (url.includes('http') || url.startsWith('//')) return 'external'
  return 'internal'
}

/** The address of a mail link; the text may come with or without its scheme. */
function mailAddress(url: string): string {
  return url.startsWith('mailto:') ? url : `mailto:${url}`
}

/** The address of a phone link: digits and the leading plus of what is shown. */
export function phoneAddress(number: string): string {
  return `tel:${number.replace(/(?!^\+)[^\d]/g, '')}`
}

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
