export { default, generateMetadata } from '../gas-sub-page'
