export { default, generateMetadata } from '../type-page'
export { generateStaticParams } from '@/app/(site)/on-demand'
