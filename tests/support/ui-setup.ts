import { TextDecoder, TextEncoder } from 'node:util'
import '@testing-library/jest-dom/jest-globals'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from '@jest/globals'

// What every browser has, and plain jsdom, in which forms are tested, has not.
Object.assign(globalThis, {
  TextDecoder: globalThis.TextDecoder ?? TextDecoder,
  TextEncoder: globalThis.TextEncoder ?? TextEncoder,
  // Somebody with a mouse.
  matchMedia: (query: string) => ({ matches: query.includes('hover: hover') }),
})

// jsdom has no layout to scroll.
if (typeof Element === 'function') Element.prototype.scrollIntoView ??= () => {}

// A busy machine may take longer than the second that is given otherwise.
configure({ asyncUtilTimeout: 15_000 })

// Testing Library cleans up by itself only where `afterEach` is a global, which ES modules under Jest do not give it.
afterEach(cleanup)
