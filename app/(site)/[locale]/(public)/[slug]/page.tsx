import type { Metadata } from 'next'
import {
  type ContentPageParams,
  contentPageMetadata,
  ContentPageView,
} from '@/app/(site)/[locale]/(public)/content-page'

interface SlugProps {
  params: Promise<ContentPageParams>
}

/** Rendered on the first request, then static until an editor saves; the middleware rejects made-up slugs. */
export function generateStaticParams() {
  return []
}

export async function generateMetadata({ params }: SlugProps): Promise<Metadata> {
  return contentPageMetadata(await params)
}

export default async function SlugPage({ params }: SlugProps) {
  return <ContentPageView {...await params} />
}
