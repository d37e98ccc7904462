export { GuidePage as default, guideMetadata as generateMetadata } from '../explanation-page'
