import { AsyncLocalStorage } from 'node:async_hooks'
import { TestEnvironment } from 'jest-environment-node'

const used = new Set()
for (const method of ['run', 'enterWith']) {
  const original = AsyncLocalStorage.prototype[method]
  AsyncLocalStorage.prototype[method] = function (...given) {
    used.add(this)
    return original.apply(this, given)
  }
}

/**
 * A test environment that turns off, in the end, every AsyncLocalStorage that its file has used. Jest's runner makes one for each file and
 * leaves it on, and Node before 24 tells every promise of the process to each: after sixty files that is a fifth of the processor's time.
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
