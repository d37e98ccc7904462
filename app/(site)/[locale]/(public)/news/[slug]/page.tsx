export { default, generateMetadata } from '../news-item'
export { generateStaticParams } from '@/app/(site)/on-demand'
