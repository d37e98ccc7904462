import { AsyncLocalStorage } from 'node:async_hooks'
import { TestEnvironment } from 'jest-environment-node'

const used = new Set()
for (const method of ['run', 'enterWith']) {
  const original = AsyncLocalStorage.prototype[method]
  AsyncLocalStorage.prototype[method] = function (...args) {
    used.add(this)
    return original.apply(this, args)
  }
}

/**
 * Adds to an environment what every suite needs:
 *
 * - It disables every AsyncLocalStorage that the suite has used. Jest's runner creates one per file and leaves it
 *   enabled, and Node before 24 notifies each of them of every promise: after sixty files this uses 20 % of the
 *   processor time.
 * - grouped-suites.ts gets the state of jest-circus, where it opens a block for each suite.
 */
export const forSuites = (Environment) =>
  class extends Environment {
    handleTestEvent({ name }, state) {
      if (name === 'setup') this.global.circusState = state
    }

    async teardown() {
      await super.teardown()
      for (const storage of used) storage.disable()
      used.clear()
    }
  }

export default forSuites(TestEnvironment)
