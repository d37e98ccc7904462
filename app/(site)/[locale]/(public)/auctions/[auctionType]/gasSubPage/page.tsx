export { default, generateMetadata } from '../../gas-sub-page'
export { generateStaticParams } from '@/app/(site)/on-demand'
