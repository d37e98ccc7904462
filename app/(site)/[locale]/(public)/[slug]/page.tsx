import type { Metadata } from 'next'
import {
  type ContentPageParams,
  contentPageMetadata,
  ContentPageView,
} from '@/app/(site)/[locale]/(public)/content-page'

interface SlugProps {
  params: Promise<ContentPageParams>
}

/** Rendered when first asked for, then static until an editor saves; made-up slugs do not come this far (lib/http/known-address.ts). */
export function generateStaticParams() {
  return []
}

export async function generateMetadata({ params }: SlugProps): Promise<Metadata> {
  return contentPageMetadata(await params)
}

export default async function SlugPage({ params }: SlugProps) {
  return <ContentPageView {...await params} />
}
