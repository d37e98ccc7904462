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
 * A test environment that disables every AsyncLocalStorage used in its file. Jest's runner creates one per file and
 * leaves it enabled, and Node before 24 notifies each of them of every promise: after sixty files this uses 20 % of the
 * CPU time.
 */
export const withoutStorages = (Environment) =>
  class extends Environment {
    async teardown() {
      await super.teardown()
      for (const storage of used) storage.disable()
      used.clear()
    }
  }

export default withoutStorages(TestEnvironment)
