import { createClient, createTransport } from './client'

/** The API for the browser: same origin, the session in its cookie. */
export const api = createClient(
  createTransport({ prefixUrl: typeof window === 'undefined' ? 'http://localhost' : window.location.origin }),
)
