import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { notFound } from 'next/navigation'
import { setRequestLocale } from 'next-intl/server'
import { DraftOf } from '@/app/(site)/[locale]/(public)/~draft/draft-of'
import { readDraftStatus } from '@/app/(site)/[locale]/(public)/~draft/draft-status'
import { LiveRefresh } from '@/components/content/live-refresh'
import { PreviewBar } from '@/components/content/editorial-page'
import type { Locale } from '@/lib/config/constants'
import { PREVIEW_COOKIE } from '@/lib/http/public-page'
import { localizePath } from '@/lib/i18n/locales'
import { matchRoute } from '@/lib/i18n/route-names'

interface DraftProps {
  params: Promise<{ locale: Locale; path?: string[] }>
}

export const dynamic = 'force-dynamic'

export const metadata: Metadata = { robots: { index: false, follow: false } }

/** The page of the visitor's address with the latest drafts. The middleware rewrites to it for the holder of a preview link. */
export default async function DraftPage({ params }: DraftProps) {
  const { locale, path = [] } = await params
  setRequestLocale(locale)
  const preview = (await cookies()).get(PREVIEW_COOKIE)?.value
  if (preview === undefined) notFound()
  const address = localizePath(`/${path.join('/')}`, locale)
  const route = matchRoute(address)
  return (
    <>
      <DraftOf route={route} preview={preview} />
      <PreviewBar path={address} status={await readDraftStatus(route, preview)} />
      <LiveRefresh />
    </>
  )
}
