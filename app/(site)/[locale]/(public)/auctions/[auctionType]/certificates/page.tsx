import { CertificatesPage, certificatesMetadata } from '@/app/(site)/[locale]/(public)/auctions/certificates-page'

/** Rendered when first asked for, then static until its content changes. */
export function generateStaticParams() {
  return []
}

export const generateMetadata = certificatesMetadata

export default CertificatesPage
