export { RulesPage as default, rulesMetadata as generateMetadata } from '../explanation-page'
