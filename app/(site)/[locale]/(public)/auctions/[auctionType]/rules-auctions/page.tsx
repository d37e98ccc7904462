export { RulesPage as default, rulesMetadata as generateMetadata } from '../../explanation-page'
export { generateStaticParams } from '@/app/(site)/on-demand'
