export { GuidePage as default, guideMetadata as generateMetadata } from '../../explanation-page'
export { generateStaticParams } from '@/app/(site)/on-demand'
