import { GuidePage, guideMetadata } from '@/app/(site)/[locale]/(public)/auctions/explanation-page'

/** Rendered when first asked for, then static until its content changes. */
export function generateStaticParams() {
  return []
}

export const generateMetadata = guideMetadata

export default GuidePage
