import { GasSubPage, gasSubPageMetadata } from '@/app/(site)/[locale]/(public)/auctions/gas-sub-page'

/** Rendered when first asked for, then static until its content changes. */
export function generateStaticParams() {
  return []
}

export const generateMetadata = gasSubPageMetadata

export default GasSubPage
