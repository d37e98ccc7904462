import { Menu, X } from 'lucide'
import { Icon } from '@/components/ui/icon'
import type { ReactNode } from 'react'
import { useTranslations } from 'next-intl'
import { AppLink } from '@/components/ui/link'
import { MENU_ENTRY_LOOK } from '@/components/ui/menu'
import type { Locale } from '@/lib/config/constants'
import { pathFor } from '@/lib/i18n/route-names'
import { CABINET_PAGES, CABINET_ROUTES } from '@/components/layout/cabinet-pages'
import { HeaderLanguages, Logo, MenuFoot, ToSite } from '@/components/layout/header-parts'
import { BurgerMenu } from '@/components/layout/header-controls'
import { LogoutButton } from '@/components/session/log-out'
import type { SiteFrame } from './site-frame'
import { UserMenu, type CabinetNavProps, CabinetNav } from './cabinet-menus'

interface CabinetHeaderProps {
  frame: Pick<SiteFrame, 'company' | 'logo'>
  locale: Locale
  palette?: ReactNode
}

export function CabinetHeader({ frame, locale, palette }: CabinetHeaderProps) {
  const t = useTranslations('Header')
  const tRoles = useTranslations('People.roles')
  const pagesIn = (menu: 'main' | 'person') =>
    CABINET_ROUTES.filter((route) => CABINET_PAGES[route].menus.includes(menu))
  const nav: Omit<CabinetNavProps, 'direction'> = {
    label: t('cabinetMenu'),
    links: pagesIn('main').map((route) => ({
      routes: CABINET_ROUTES.filter((page) => page === route || CABINET_PAGES[page].under === route),
      label: t(CABINET_PAGES[route].text),
      href: pathFor(route, locale),
    })),
  }
  const ofPerson = pagesIn('person').map((route) => (
    <AppLink key={route} href={pathFor(route, locale)} className={MENU_ENTRY_LOOK}>
      <Icon of={CABINET_PAGES[route].icon} className="size-4.5" />
      {t(CABINET_PAGES[route].text)}
    </AppLink>
  ))
  const logout = (
    <LogoutButton
      label={t('logout')}
      failedLabel={t('logoutFailed')}
      loginHref={pathFor('user-login', locale)}
      locale={locale}
    />
  )
  return (
    <header
      data-header=""
      data-print="hide"
      className="@container/header absolute inset-x-0 top-0 z-40 text-header-text"
    >
      <div className="page-width flex h-(--header-height) items-center gap-2 sm:gap-4">
        <Logo company={frame.company} logo={frame.logo} label={t('home', { company: frame.company })} locale={locale} />
        <div className="hidden unfolded:block">
          <ToSite locale={locale} />
        </div>
        <div className="ml-auto hidden unfolded:block">
          <CabinetNav {...nav} direction="row" />
        </div>
        <div className="ml-auto flex items-center gap-2 unfolded:ml-2">
          {/* On the narrowest screens they are in the panel only. */}
          <div className="max-[22.4375rem]:hidden">
            <HeaderLanguages locale={locale} />
          </div>
          {palette}
          <UserMenu
            label={t('userMenu')}
            roles={{ owner: tRoles('owner'), trader: tRoles('trader'), viewer: tRoles('viewer') }}
          >
            <div className="pt-1.5">
              {ofPerson}
              {logout}
            </div>
          </UserMenu>
          <BurgerMenu
            open={{ label: t('burger'), icon: <Icon of={Menu} className="size-5" /> }}
            close={{ label: t('burgerClose'), icon: <Icon of={X} className="size-5" /> }}
          >
            <CabinetNav {...nav} direction="column" />
            <div className="border-t border-line pt-4">
              <AppLink href="/" locale={locale} className={MENU_ENTRY_LOOK}>
                {t('toSite')}
              </AppLink>
              {ofPerson}
              {logout}
            </div>
            <MenuFoot locale={locale} />
          </BurgerMenu>
        </div>
      </div>
    </header>
  )
}
