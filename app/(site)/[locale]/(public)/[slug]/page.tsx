/** The middleware rejects made-up slugs. */
export { default, generateMetadata } from '../content-page'
export { generateStaticParams } from '@/app/(site)/on-demand'
