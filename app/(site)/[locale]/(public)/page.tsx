export { default, generateMetadata } from './home-page'
