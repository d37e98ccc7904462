import type { Metadata } from 'next'
import { type NewsItemParams, newsItemMetadata, NewsItemView } from '@/app/(site)/[locale]/(public)/news/news-item'

interface NewsItemProps {
  params: Promise<NewsItemParams>
}

/** Rendered on the first request, then static until an editor saves. */
export function generateStaticParams() {
  return []
}

export async function generateMetadata({ params }: NewsItemProps): Promise<Metadata> {
  return newsItemMetadata(await params)
}

export default async function NewsItem({ params }: NewsItemProps) {
  return <NewsItemView {...await params} />
}
