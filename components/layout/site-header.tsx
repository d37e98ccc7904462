import { useTranslations } from 'next-intl'
import { BurgerMenu } from '@/components/layout/burger-menu'
import { Logo } from '@/components/layout/logo'
import { MainMenu } from '@/components/layout/main-menu'
import { MobileMenu } from './main-menu'
import type { SiteFrame } from '@/components/layout/site-frame'
import { UserLink } from '@/components/layout/user-link'
import type { Locale } from '@/lib/config/constants'
import { pathFor } from '@/lib/i18n/route-names'
import { HeaderLanguages, LanguageRow } from './header-languages'
import { ThemeChoice } from './theme-choice'

export interface SiteHeaderProps {
  frame: SiteFrame
  locale: Locale
}

/** The public header. It has no ground of its own: the page's header, ink or flame blue, shows through. */
export function SiteHeader({ frame, locale }: SiteHeaderProps) {
  const t = useTranslations('Header')
  const footer = useTranslations('Footer')
  const userLinks = {
    cabinet: { href: pathFor('cabinet', locale), label: t('cabinet') },
    login: { href: pathFor('user-login', locale), label: t('login') },
  }
  return (
    <header data-header="" data-print="hide" className="absolute inset-x-0 top-0 z-40 text-header-text">
      <div className="page-width flex h-(--header-height) items-center gap-4">
        <Logo company={frame.company} label={t('home', { company: frame.company })} locale={locale} />
        <MainMenu items={frame.mainMenu} locale={locale} label={t('mainMenu')} />
        <div className="ml-auto flex items-center gap-2 xl:ml-2">
          <HeaderLanguages locale={locale} />
          <UserLink
            {...userLinks}
            className="grid size-11 place-items-center rounded-full bg-header-chip transition-colors duration-150 hover:bg-white/25"
          />
          <BurgerMenu openLabel={t('burger')} closeLabel={t('burgerClose')}>
            <MobileMenu
              items={frame.mainMenu}
              locale={locale}
              label={t('mainMenu')}
              contact={frame.mainContact}
              socials={frame.socials}
              socialsLabel={footer('links')}
            >
              <UserLink
                {...userLinks}
                withText
                className="flex min-h-12 items-center justify-center gap-2.5 rounded-md bg-action px-5 font-semibold text-on-action"
              />
            </MobileMenu>
            <div className="flex flex-wrap items-center justify-between gap-3">
              <LanguageRow locale={locale} />
              <ThemeChoice />
            </div>
          </BurgerMenu>
        </div>
      </div>
    </header>
  )
}
