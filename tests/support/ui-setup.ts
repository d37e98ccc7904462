import { TextDecoder, TextEncoder } from 'node:util'
import '@testing-library/jest-dom/jest-globals'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect } from '@jest/globals'

// APIs that jsdom lacks.
Object.assign(globalThis, {
  TextDecoder: globalThis.TextDecoder ?? TextDecoder,
  TextEncoder: globalThis.TextEncoder ?? TextEncoder,
  // Simulates a mouse.
  matchMedia: (query: string) => ({
    matches: query.includes('hover: hover') && !query.includes('pointer'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }),
})

// jsdom has no layout, so it cannot scroll.
if (typeof Element === 'function') Element.prototype.scrollIntoView ??= () => {}

// A busy machine may take longer than the default second.
configure({ asyncUtilTimeout: 15_000 })

// Testing Library cleans up automatically only if `afterEach` is a global, which it is not for ES modules in Jest.
afterEach(cleanup)

// React's warnings fail the test, except about updates outside `act`, which depend on the machine's speed.
const warnings: string[] = []
const writeError = console.error

beforeEach(() => {
  warnings.length = 0
  console.error = (...args: unknown[]) => {
    const [format] = args
    if (typeof format === 'string' && format.includes('%s') && !format.startsWith('An update to %s'))
      warnings.push(format)
    writeError(...args)
  }
})

afterEach(() => {
  console.error = writeError
  expect(warnings).toEqual([])
})
