export { default, generateMetadata } from '../../certificates-page'
export { generateStaticParams } from '@/app/(site)/on-demand'
