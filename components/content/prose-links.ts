import { FILES_PATH, MEDIA_PATH, type Locale } from '@/lib/config/constants'
import { localizePath, splitLocale } from '@/lib/i18n/routing'

const LINK = /<a href="([^"]*)"([^>]*)>/g

/**
 * Links in an editor’s text follow the rules of all links (specification, point 2): a path of the site leads to its page in the
 * language that is read, another site opens beside this one. `html` is as the server writes it.
 */
export function linksOfSite(html: string, locale: Locale): string {
  return html.replace(LINK, (link, href: string, rest: string) => {
    if (/^https?:/.test(href)) return rest.includes('target=') ? link : `<a href="${href}" target="_blank"${rest}>`
    if (!href.startsWith('/') || href.startsWith(`${MEDIA_PATH}/`) || href.startsWith(`${FILES_PATH}/`)) return link
    return `<a href="${localizePath(splitLocale(href).path, locale)}"${rest}>`
  })
}
