export { default, generateMetadata } from '../certificates-page'
