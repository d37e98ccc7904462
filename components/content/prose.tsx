import { useLocale } from 'next-intl'
import { FILES_PATH, type Locale, MEDIA_PATH } from '@/lib/config/constants'
import { localizePath, splitLocale } from '@/lib/i18n/route-names'

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

/** Running text of an editor. The HTML is the server’s own: it wrote it from the editor’s words, known elements only, addresses checked. */
export function Prose({ html }: { html: string }) {
  const locale = useLocale()
  return <div className="prose" dangerouslySetInnerHTML={{ __html: linksOfSite(html, locale) }} />
}
