import { Menu, MessageSquareText, UserRound, Users, X } from 'lucide'
import { Icon } from '@/components/ui/icon'
import { useTranslations } from 'next-intl'
import { AppLink } from '@/components/ui/link'
import { MENU_ENTRY_LOOK } from '@/components/ui/menu'
import type { Locale } from '@/lib/config/constants'
import { pathFor, type RouteName } from '@/lib/i18n/route-names'
import { HeaderLanguages, Logo, MenuFoot, ToSite } from '@/components/layout/header-parts'
import { BurgerMenu } from '@/components/layout/header-controls'
import { LogoutButton } from '@/components/session/log-out'
import type { SiteFrame } from './site-frame'
import { UserMenu, type CabinetNavProps, CabinetNav } from './cabinet-menus'

interface CabinetHeaderProps {
  frame: Pick<SiteFrame, 'company' | 'logo'>
  locale: Locale
}

export function CabinetHeader({ frame, locale }: CabinetHeaderProps) {
  const t = useTranslations('Header')
  const link = (route: RouteName, label: string) => ({ route, label, href: pathFor(route, locale) })
  const nav: Omit<CabinetNavProps, 'direction'> = {
    label: t('cabinetMenu'),
    links: [
      link('cabinet', t('cabinetAuctions')),
      link('cabinet-agreements', t('cabinetAgreements')),
      link('cabinet-info', t('cabinetInfo')),
      link('cabinet-documents', t('cabinetDocuments')),
    ],
  }
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
          <UserMenu label={t('userMenu')}>
            <div className="pt-1.5">
              <AppLink href={pathFor('cabinet-info', locale)} className={MENU_ENTRY_LOOK}>
                <Icon of={UserRound} className="size-4.5" />
                {t('cabinetInfo')}
              </AppLink>
              <AppLink href={pathFor('cabinet-people', locale)} className={MENU_ENTRY_LOOK}>
                <Icon of={Users} className="size-4.5" />
                {t('people')}
              </AppLink>
              <AppLink href={pathFor('cabinet-feedbackform', locale)} className={MENU_ENTRY_LOOK}>
                <Icon of={MessageSquareText} className="size-4.5" />
                {t('feedback')}
              </AppLink>
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
              <AppLink href={pathFor('cabinet-people', locale)} className={MENU_ENTRY_LOOK}>
                {t('people')}
              </AppLink>
              <AppLink href={pathFor('cabinet-feedbackform', locale)} className={MENU_ENTRY_LOOK}>
                {t('feedback')}
              </AppLink>
              {logout}
            </div>
            <MenuFoot locale={locale} />
          </BurgerMenu>
        </div>
      </div>
    </header>
  )
}
