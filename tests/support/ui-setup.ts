import { TextDecoder, TextEncoder } from 'node:util'
import '@testing-library/jest-dom/jest-globals'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from '@jest/globals'

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
