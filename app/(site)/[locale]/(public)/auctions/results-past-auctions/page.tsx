export { default, generateMetadata } from '../results-page'
