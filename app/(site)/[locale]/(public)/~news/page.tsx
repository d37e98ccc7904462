import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { notFound } from 'next/navigation'
import * as z from 'zod'
import { NewsPage, newsTitle, type NewsView } from '@/app/(site)/[locale]/(public)/news/news-page'
import type { Locale } from '@/lib/config/constants'

interface NewsViewProps {
  params: Promise<{ locale: Locale }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export const dynamic = 'force-dynamic'

const view = z.object({
  year: z
    .string()
    .regex(/^20\d\d$/)
    .transform(Number)
    .optional(),
  before: z.string().min(1).max(200).optional().catch(undefined),
})

async function readView(searchParams: NewsViewProps['searchParams']): Promise<NewsView> {
  const read = view.safeParse(await searchParams)
  return read.success ? read.data : notFound()
}

export async function generateMetadata({ params, searchParams }: NewsViewProps): Promise<Metadata> {
  const { locale } = await params
  const [t, { year }] = await Promise.all([getTranslations({ locale, namespace: 'News' }), readView(searchParams)])
  return { title: await newsTitle(locale, year), description: t('description'), robots: { index: false, follow: true } }
}

/** `/news?year=…&before=…`: the middleware rewrites to it, so that `/news` itself stays static. */
export default async function NewsViewPage({ params, searchParams }: NewsViewProps) {
  return <NewsPage locale={(await params).locale} {...await readView(searchParams)} />
}
