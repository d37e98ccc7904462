import { useLocale } from 'next-intl'
import type { ReactNode } from 'react'
import type { ContactDetails } from '@/components/content/contact-sheet'
import { FILES_PATH, type Locale, MEDIA_PATH } from '@/lib/config/constants'
import type { Block, BlockOf, Category, Certificate } from '@/lib/contract/content'
import { localizePath, splitLocale } from '@/lib/i18n/locales'

export interface BlockContext {
  categories: Category[]
  /** The product of the page; null for all. */
  category: Category | null
  contacts: ContactDetails
  /** Read only if a block shows them; null if they could not be read. */
  certificates: Certificate[] | null
  today: Date
}

export interface BlockProps<Kind extends Block['kind']> {
  block: BlockOf<Kind>
  context: BlockContext
}

/** A block with its heading. Not a landmark, because a table in it is one of the same name. */
export function BlockFrame({ title, children }: { title: string; children: ReactNode }) {
  if (title === '') return <div className="grid grid-cols-[minmax(0,1fr)]">{children}</div>
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <h2 className="max-w-[30ch] text-h2">{title}</h2>
      {children}
    </section>
  )
}

const LINK = /<a href="([^"]*)"([^>]*)>/g

/**
 * Applies the rules of all links to an editor’s text (specification, point 2): a path of the site gets the page's
 * language, another site opens in a new tab. `html` comes from the server.
 */
export function linksOfSite(html: string, locale: Locale): string {
  return html.replace(LINK, (link, href: string, rest: string) => {
    if (/^https?:/.test(href)) return rest.includes('target=') ? link : `<a href="${href}" target="_blank"${rest}>`
    if (!href.startsWith('/') || href.startsWith(`${MEDIA_PATH}/`) || href.startsWith(`${FILES_PATH}/`)) return link
    return `<a href="${localizePath(splitLocale(href).path, locale)}"${rest}>`
  })
}

/** An editor's text. The server generated the HTML from known elements only, with checked addresses. */
export function Prose({ html }: { html: string }) {
  const locale = useLocale()
  return <div className="prose" dangerouslySetInnerHTML={{ __html: linksOfSite(html, locale) }} />
}
