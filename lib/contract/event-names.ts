import type { StreamEventName } from './stream'

/** The events that everybody hears, in a file of their own: pages wait for the first one without reading any. */
export const PUBLIC_EVENTS = [
  'state',
  'bid',
  'extended',
  'cancelled',
  'winners',
  'completed',
] as const satisfies readonly StreamEventName[]
