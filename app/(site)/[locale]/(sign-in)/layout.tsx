import { getTranslations } from 'next-intl/server'
import { layoutLocale, type LocaleLayoutProps } from '@/app/(site)/layout-locale'
import { siteIcon } from '@/app/(site)/page-metadata'
import { readSiteFrame } from '@/app/(site)/site-frame'
import { KeptInput } from '@/components/forms/kept-input'
import { AccountHeader } from '@/components/layout/header-parts'
import { CONTENT_ID } from '@/components/layout/page-extras'
import { PAGE_HEADER_ID } from '@/components/layout/page-header'
import { SessionUser } from '@/components/session/session-user'
import { Notice } from '@/components/ui/notice'

/** Each visit has its own script nonce, which a static page cannot have. */
export const dynamic = 'force-dynamic'

export const generateMetadata = siteIcon

export default async function SignInLayout({ children, params }: LocaleLayoutProps) {
  const locale = await layoutLocale(params)
  const [frame, t] = await Promise.all([readSiteFrame(locale), getTranslations('Login')])
  return (
    <div id={PAGE_HEADER_ID} className="page-header flex flex-1 flex-col" data-header="ink">
      <AccountHeader frame={frame} locale={locale} />
      <main
        id={CONTENT_ID}
        tabIndex={-1}
        // On a phone the cookie notice lengthens the page when it appears: a centred form would jump under the finger.
        className="grid flex-1 place-items-center px-4 pt-[calc(var(--header-height)+1rem)] pb-12 outline-none max-sm:items-start sm:pb-20"
      >
        <div className="w-full max-w-(--width-sign-in) has-data-wide:lg:max-w-none">
          <div className="hidden pb-6 outdated:block">
            <Notice tone="lose">{t('outdatedBrowser')}</Notice>
          </div>
          <KeptInput text={t('updated')} />
          {children}
        </div>
      </main>
      <SessionUser />
    </div>
  )
}
