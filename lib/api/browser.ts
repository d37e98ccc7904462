import { createClient, createTransport } from './client'

export const api = createClient(
  createTransport({ prefixUrl: typeof window === 'undefined' ? 'http://localhost' : window.location.origin }),
)
