import BrowserLikeEnvironment from 'jest-fixed-jsdom'
import { forSuites } from './node-environment.mjs'

export default forSuites(BrowserLikeEnvironment)
