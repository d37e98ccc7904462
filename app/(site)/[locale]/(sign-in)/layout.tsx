import { layoutLocale, type LocaleLayoutProps } from '@/app/(site)/layout-locale'
import { siteIcon } from '@/app/(site)/page-metadata'
import { readSiteFrame } from '@/app/(site)/site-frame'
import { AccountHeader } from '@/components/layout/header-parts'
import { CONTENT_ID } from '@/components/layout/page-extras'
import { SessionUser } from '@/components/session/session-user'

/** Each visit has its own script nonce, which a static page cannot have. */
export const dynamic = 'force-dynamic'

export const generateMetadata = siteIcon

export default async function SignInLayout({ children, params }: LocaleLayoutProps) {
  const locale = await layoutLocale(params)
  const frame = await readSiteFrame(locale)
  return (
    <div className="page-header flex flex-1 flex-col" data-header="ink">
      <AccountHeader frame={frame} locale={locale} />
      <main
        id={CONTENT_ID}
        tabIndex={-1}
        // On a phone the cookie notice lengthens the page when it appears: a centred form would jump under the finger.
        className="grid flex-1 place-items-center px-4 pt-[calc(var(--header-height)+1rem)] pb-12 outline-none max-sm:items-start sm:pb-20"
      >
        <div className="w-full max-w-(--width-sign-in)">{children}</div>
      </main>
      <SessionUser />
    </div>
  )
}
