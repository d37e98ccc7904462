import BrowserLikeEnvironment from 'jest-fixed-jsdom'
import { withoutStorages } from './node-environment.mjs'

export default withoutStorages(BrowserLikeEnvironment)
