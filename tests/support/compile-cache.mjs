import vm from 'node:vm'

/** Of each source that has been compiled, what V8 needs to skip its parsing. */
const cachedData = new Map()

/**
 * Jest gives each test file a context of its own and compiles every module again for it, a sixth of a run's CPU. From the second time on, a
 * module is compiled from V8's code cache, which loses a source's callback for `import()`: what imports dynamically is not cached.
 */
export function cacheCompiledModules() {
  const { SourceTextModule, compileFunction } = vm
  vm.SourceTextModule = class extends SourceTextModule {
    constructor(code, options) {
      const cached = cachedData.get(code)
      super(code, cached === undefined ? options : { ...options, cachedData: cached })
      if (cached === undefined && isCacheable(code)) cachedData.set(code, this.createCachedData())
    }
  }
  vm.compileFunction = (code, parameters, options) => {
    if (!isCacheable(code)) return compileFunction(code, parameters, options)
    const cached = cachedData.get(code)
    if (cached !== undefined) return compileFunction(code, parameters, { ...options, cachedData: cached })
    const compiled = compileFunction(code, parameters, { ...options, produceCachedData: true })
    cachedData.set(code, compiled.cachedData)
    return compiled
  }
}

function isCacheable(code) {
  return !/\bimport\s*\(/.test(code)
}
