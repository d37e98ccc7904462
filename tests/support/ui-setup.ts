import { TextDecoder, TextEncoder } from 'node:util'
import '@testing-library/jest-dom/jest-globals'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect } from '@jest/globals'

// APIs that plain jsdom, in which forms are tested, lacks.
Object.assign(globalThis, {
  TextDecoder: globalThis.TextDecoder ?? TextDecoder,
  TextEncoder: globalThis.TextEncoder ?? TextEncoder,
  // A user with a mouse.
  matchMedia: (query: string) => ({ matches: query.includes('hover: hover') }),
})

// jsdom has no layout to scroll.
if (typeof Element === 'function') Element.prototype.scrollIntoView ??= () => {}

// A busy machine may take longer than the default second.
configure({ asyncUtilTimeout: 15_000 })

// Testing Library cleans up by itself only where `afterEach` is a global, which ES modules under Jest do not give it.
afterEach(cleanup)

// What React complains of, such as a missing key, fails the test. An update outside `act` does not: it depends on the machine's pace.
const complaints: string[] = []
const writeError = console.error

beforeEach(() => {
  complaints.length = 0
  console.error = (...words: unknown[]) => {
    const [format] = words
    if (typeof format === 'string' && format.includes('%s') && !format.startsWith('An update to %s'))
      complaints.push(format)
    writeError(...words)
  }
})

afterEach(() => {
  console.error = writeError
  expect(complaints).toEqual([])
})
