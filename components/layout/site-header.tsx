import { Menu, UserRound, X } from 'lucide'
import { Icon } from '@/components/ui/icon'
import { useTranslations } from 'next-intl'
import { BurgerMenu, UserLink } from '@/components/layout/header-controls'
import { HeaderLanguages, Logo, MenuFoot } from '@/components/layout/header-parts'
import type { SiteFrame } from './site-frame'
import type { Locale } from '@/lib/config/constants'
import { pathFor } from '@/lib/i18n/route-names'
import type { ReactNode } from 'react'
import { AppLink } from '@/components/ui/link'
import { DisclosureMenu, MENU_ENTRY_LOOK } from '@/components/ui/menu'
import type { MenuItem } from '@/lib/contract/content'
import { ContactPhones } from './site-footer'

interface MainMenuProps {
  items: MenuItem[]
  locale: Locale
  label: string
}

const ENTRY =
  'flex min-h-11 items-center rounded-sm px-3 text-[0.9375rem] font-medium transition-colors duration-150 hover:bg-white/12'

/** The main menu on wide screens; an item with children opens a list. */
function MainMenu({ items, locale, label }: MainMenuProps) {
  return (
    <nav aria-label={label} data-print="hide" className="ml-auto hidden unfolded:block">
      <ul className="flex items-center">
        {items.map((item) => (
          <li key={`${item.name} ${item.url}`}>
            {item.children.length === 0 ? (
              <AppLink href={item.url} locale={locale} className={ENTRY}>
                {item.name}
              </AppLink>
            ) : (
              <DisclosureMenu label={item.name} width="sub-menu" className={ENTRY}>
                <ul>
                  {entriesOf(item).map((child) => (
                    <li key={`${child.name} ${child.url}`}>
                      <AppLink href={child.url} locale={locale} className={MENU_ENTRY_LOOK}>
                        {child.name}
                      </AppLink>
                    </li>
                  ))}
                </ul>
              </DisclosureMenu>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The list begins with the item's own page, because its button only opens the list. */
function entriesOf({ name, url, children }: MenuItem): MenuItem['children'] {
  const reachable = !url || url.startsWith('#') || children.some((child) => child.url === url)
  return reachable ? children : [{ name, url }, ...children]
}

interface MobileMenuProps {
  frame: SiteFrame
  locale: Locale
  children: ReactNode
}

/** The main menu inside the slide-in panel, fully unfolded. */
function MobileMenu({ frame: { mainMenu, mainContact, socials }, locale, children }: MobileMenuProps) {
  const t = useTranslations('Header')
  const footer = useTranslations('Footer')
  return (
    <>
      <nav aria-label={t('mainMenu')}>
        <ul className="grid">
          {mainMenu.map((item) => (
            <li key={`${item.name} ${item.url}`} className="border-b border-line py-1">
              <AppLink
                href={item.url}
                locale={locale}
                className="flex min-h-12 items-center rounded-sm px-2 text-h3 font-semibold hover:bg-hover"
              >
                {item.name}
              </AppLink>
              {item.children.length > 0 && (
                <ul className="pb-2 pl-4">
                  {item.children.map((child) => (
                    <li key={`${child.name} ${child.url}`}>
                      <AppLink
                        href={child.url}
                        locale={locale}
                        className="flex min-h-11 items-center rounded-sm px-2 text-soft hover:bg-hover hover:text-text"
                      >
                        {child.name}
                      </AppLink>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
      </nav>
      {children}
      {mainContact && <ContactPhones contact={mainContact} />}
      {socials.length > 0 && (
        <ul aria-label={footer('links')} className="flex flex-wrap gap-x-5 gap-y-1">
          {socials.map(({ name, url }) => (
            <li key={`${name} ${url}`}>
              <AppLink
                href={url}
                locale={locale}
                className="inline-flex min-h-11 items-center rounded-sm font-medium text-soft hover:text-text hover:underline"
              >
                {name}
              </AppLink>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** On paper only, beside the logo. */
function SellerContacts({ frame: { mainContact, supportEmail } }: { frame: SiteFrame }) {
  const phone = mainContact?.phones[0]?.number
  return (
    <p className="numbers ml-auto hidden text-right text-fine print:block">
      {[phone, supportEmail].filter(Boolean).join(' · ')}
    </p>
  )
}

interface SiteHeaderProps {
  frame: SiteFrame
  locale: Locale
}

/** The public header, transparent over the page's own header. */
export function SiteHeader({ frame, locale }: SiteHeaderProps) {
  const t = useTranslations('Header')
  const userLinks = {
    cabinet: { href: pathFor('cabinet', locale), label: t('cabinet') },
    login: { href: pathFor('user-login', locale), label: t('login') },
    icon: <Icon of={UserRound} className="size-5" />,
  }
  return (
    <header
      data-header=""
      className="@container/header absolute inset-x-0 top-0 z-40 text-header-text print:static print:text-text"
    >
      <div className="page-width flex h-(--header-height) items-center gap-2 sm:gap-4">
        <Logo company={frame.company} logo={frame.logo} label={t('home', { company: frame.company })} locale={locale} />
        <MainMenu items={frame.mainMenu} locale={locale} label={t('mainMenu')} />
        <SellerContacts frame={frame} />
        <div data-print="hide" className="ml-auto flex items-center gap-2 unfolded:ml-2">
          <HeaderLanguages locale={locale} />
          <UserLink
            {...userLinks}
            badge={
              <span
                aria-hidden
                className="absolute right-0 top-0 size-3 rounded-full border-2 border-header bg-go-mark"
              />
            }
            className="relative grid size-[44px] place-items-center rounded-full bg-header-chip transition-colors duration-150 hover:bg-white/25"
          />
          <BurgerMenu
            open={{ label: t('burger'), icon: <Icon of={Menu} className="size-5" /> }}
            close={{ label: t('burgerClose'), icon: <Icon of={X} className="size-5" /> }}
          >
            <MobileMenu frame={frame} locale={locale}>
              <UserLink
                {...userLinks}
                withText
                className="flex min-h-12 items-center justify-center gap-2.5 rounded-md bg-action px-5 font-semibold text-on-action"
              />
            </MobileMenu>
            <MenuFoot locale={locale} />
          </BurgerMenu>
        </div>
      </div>
    </header>
  )
}
