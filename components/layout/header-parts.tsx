import { ArrowLeft, Monitor, Moon, Sun } from 'lucide'
import { useTranslations } from 'next-intl'
import { LanguageLinks, ThemeSwitch } from '@/components/layout/header-controls'
import type { SiteFrame } from '@/components/layout/site-frame'
import { Flame, Icon } from '@/components/ui/icon'
import { AppLink } from '@/components/ui/link'
import { DisclosureMenu, MENU_ENTRY_LOOK } from '@/components/ui/menu'
import { LANGUAGE_NAMES, type Locale } from '@/lib/config/constants'
import type { Image } from '@/lib/contract/block-fields'

export interface LogoProps {
  company: string
  /** The company's own logo, shown in place of mark and name. */
  logo?: Image | null
  /** For screen readers. */
  label: string
  locale: Locale
}

/** The company's mark and name; the name breaks after its first word. */
export function Logo({ company, logo = null, label, locale }: LogoProps) {
  const [first, ...rest] = company.split(' ')
  return (
    <AppLink
      href="/"
      locale={locale}
      aria-label={label}
      className="inline-flex min-h-11 min-w-8 items-center gap-3 rounded-sm max-[22.4375rem]:gap-2 in-[header]:overflow-hidden in-[header]:whitespace-nowrap"
    >
      {logo ? (
        <img
          src={logo.sizes[0]?.url ?? logo.url}
          alt={logo.alt || company}
          width={logo.width}
          height={logo.height}
          className="h-9 w-auto max-w-48 shrink-0 object-contain object-left"
        />
      ) : (
        <>
          <Flame className="h-9 w-8 shrink-0" />
          <span className="text-[1.0625rem] font-semibold leading-[1.12] tracking-[-0.015em] max-[22.4375rem]:text-small large-text:in-[header]:hidden">
            {first}
            {rest.length > 0 && (
              <>
                <br />
                {rest.join(' ')}
              </>
            )}
          </span>
        </>
      )}
    </AppLink>
  )
}

/** The header of the sign-in pages: the logo and a link back to the site. */
export function AccountHeader({ frame, locale }: { frame: Pick<SiteFrame, 'company' | 'logo'>; locale: Locale }) {
  const t = useTranslations('Header')
  return (
    <header data-header="" className="absolute inset-x-0 top-0 z-40 text-header-text">
      <div className="page-width flex h-(--header-height) items-center justify-between gap-4">
        <Logo company={frame.company} logo={frame.logo} label={t('home', { company: frame.company })} locale={locale} />
        <ToSite locale={locale} />
      </div>
    </header>
  )
}

export function ToSite({ locale }: { locale: Locale }) {
  const t = useTranslations('Header')
  return (
    <AppLink
      href="/"
      locale={locale}
      className="inline-flex min-h-11 items-center gap-2 rounded-sm px-3 text-small font-medium hover:bg-white/12"
    >
      <Icon of={ArrowLeft} className="size-4" />
      {t('toSite')}
    </AppLink>
  )
}

/** Languages and theme at the foot of the slide-in menus. */
export function MenuFoot({ locale }: { locale: Locale }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div className="inline-flex gap-0.5 rounded-md border border-line bg-sunken p-0.5">
        <LanguageLinks
          current={locale}
          names={LANGUAGE_CODES}
          className="grid h-9 min-w-11 place-items-center max-sm:h-11 rounded-[10px] px-2 text-small font-semibold text-soft hover:text-text aria-[current=true]:bg-raised aria-[current=true]:text-text aria-[current=true]:shadow-card"
        />
      </div>
      <ThemeChoice />
    </div>
  )
}

const LANGUAGE_CODES: Record<Locale, string> = { uk: 'UA', en: 'EN', ru: 'RU' }

export function HeaderLanguages({ locale }: { locale: Locale }) {
  const t = useTranslations('Header')
  return (
    <DisclosureMenu
      label={LANGUAGE_CODES[locale]}
      // The visible label comes first for voice control.
      ariaLabel={`${LANGUAGE_CODES[locale]}. ${t('language', { language: LANGUAGE_NAMES[locale] })}`}
      width="sub-menu"
      align="end"
      className="rounded-sm px-2.5 text-small font-semibold"
    >
      <LanguageLinks current={locale} names={LANGUAGE_NAMES} className={MENU_ENTRY_LOOK} />
    </DisclosureMenu>
  )
}

export function ThemeChoice({ onHeader }: { onHeader?: boolean }) {
  const t = useTranslations('Theme')
  return (
    <ThemeSwitch
      onHeader={onHeader}
      label={t('label')}
      choices={{
        light: { name: t('light'), icon: <Icon of={Sun} className="size-4" /> },
        dark: { name: t('dark'), icon: <Icon of={Moon} className="size-4" /> },
        system: { name: t('system'), icon: <Icon of={Monitor} className="size-4" /> },
      }}
    />
  )
}
