import '@testing-library/jest-dom/jest-globals'
import { cleanup } from '@testing-library/react'
import { afterEach } from '@jest/globals'

// Testing Library cleans up by itself only where `afterEach` is a global, which ES modules under Jest do not give it.
afterEach(cleanup)
