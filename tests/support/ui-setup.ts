import { TextDecoder, TextEncoder } from 'node:util'
import '@testing-library/jest-dom/jest-globals'
import { cleanup } from '@testing-library/react'
import { afterEach } from '@jest/globals'

// What every browser has, and plain jsdom, in which forms are tested, has not.
Object.assign(globalThis, { TextDecoder: globalThis.TextDecoder ?? TextDecoder, TextEncoder: globalThis.TextEncoder ?? TextEncoder })

// Testing Library cleans up by itself only where `afterEach` is a global, which ES modules under Jest do not give it.
afterEach(cleanup)
