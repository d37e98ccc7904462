import { ArrowLeft } from 'lucide'
import { Icon } from '@/components/ui/icon'
import { useTranslations } from 'next-intl'
import { Logo } from '@/components/layout/logo'
import { AppLink } from '@/components/ui/app-link'
import type { Locale } from '@/lib/config/constants'
import type { SiteFrame } from './site-frame'

/** The header of signing in and registering: the logo and the way back to the site, nothing that leads astray. */
export function AccountHeader({ frame, locale }: { frame: Pick<SiteFrame, 'company' | 'logo'>; locale: Locale }) {
  const t = useTranslations('Header')
  return (
    <header data-header="" className="absolute inset-x-0 top-0 z-40 text-header-text">
      <div className="page-width flex h-(--header-height) items-center justify-between gap-4">
        <Logo company={frame.company} own={frame.logo} label={t('home', { company: frame.company })} locale={locale} />
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
