import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'
import { FILES_PATH, type Locale, MEDIA_PATH } from '@/lib/config/constants'
import { localizePath, splitLocale } from '@/lib/i18n/locales'

/** A plain link to a page of the site, which `PageNavigation` opens by the router. */
export function PageLink(props: ComponentProps<'a'> & { href: string }) {
  return <a {...props} data-page="" />
}

type LinkKind = 'mail' | 'phone' | 'external' | 'internal'

/** The kind of a link (specification, point 2): with '@' it is mail, with 'http' external. `mailto:` is optional. */
export function linkKind(url: string): LinkKind {
  if (url.startsWith('tel:')) return 'phone'
  if (url.includes('@') && !/^https?:\/\//.test(url)) return 'mail'
  if (url.includes('http') || url.startsWith('//')) return 'external'
  return 'internal'
}

function mailAddress(url: string): string {
  return url.startsWith('mailto:') ? url : `mailto:${url}`
}

/** The address of a phone link: the digits and the leading plus. */
export function phoneAddress(number: string): string {
  return `tel:${number.replace(/(?!^\+)[^\d]/g, '')}`
}

export interface AppLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A path of the site, an address with 'http', or a mail address. */
  href: string
  /** The prefix for a path of the site, which must have it otherwise. */
  locale?: Locale
}

/** Opens pages by the router, other sites in a new tab and mail addresses as mail. */
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

/** Files and feeds have no language, and the router cannot open them. */
const NO_PAGES = [FILES_PATH, MEDIA_PATH, '/feeds']

function isNoPage(href: string): boolean {
  return href.startsWith('#') || NO_PAGES.some((path) => href.startsWith(`${path}/`))
}

export const TAB_LIST_LOOK = 'flex gap-1 overflow-x-auto border-b border-line [scrollbar-width:none]'

export const TAB_LOOK = classNames(
  '-mb-px inline-flex min-h-11 items-center gap-2 whitespace-nowrap border-b-2 border-transparent px-3 text-small font-semibold text-soft transition-colors duration-150 hover:text-text sm:text-body',
  'data-active:border-action data-active:text-text aria-[current=page]:border-action aria-[current=page]:text-text',
  'focus-visible:outline-offset-[-2px]',
)

interface LinkTabsProps {
  label: string
  tabs: { key: string; href: string; label: ReactNode; count?: ReactNode; current: boolean }[]
}

/** Views with addresses. `href` includes the language. */
export function LinkTabs({ label, tabs }: LinkTabsProps) {
  return (
    <nav aria-label={label} className={TAB_LIST_LOOK} data-print="hide">
      {tabs.map((tab) => (
        <AppLink key={tab.key} href={tab.href} aria-current={tab.current ? 'page' : undefined} className={TAB_LOOK}>
          {tab.label}
          {tab.count !== undefined && (
            <span className="numbers rounded-full bg-sunken px-2 py-0.5 text-fine font-medium text-soft">
              {tab.count}
            </span>
          )}
        </AppLink>
      ))}
    </nav>
  )
}
