export { default, generateMetadata } from '../../../results-page'
export { generateStaticParams } from '@/app/(site)/on-demand'
