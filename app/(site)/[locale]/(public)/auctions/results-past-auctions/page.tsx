import { ResultsPage, resultsMetadata } from '@/app/(site)/[locale]/(public)/auctions/results-page'

/** Rendered when first asked for, then static until its content changes. */
export function generateStaticParams() {
  return []
}

export const generateMetadata = resultsMetadata

export default ResultsPage
