import type { StreamEventName } from '@/lib/contract/stream'

/** What the server, the page and the script that runs before it (page-start.ts) call the same. */

/** The addresses of the page's scripts, by a space, on the element of that script. */
export const SCRIPTS_ATTRIBUTE = 'data-scripts'
/** On what has to work by itself: a page that shows it begins as soon as it is read. */
export const WANTS_SCRIPTS = 'data-wants-scripts'
/** The event by which the page says that it answers by itself. */
export const PAGE_READY = 'page-ready'
/** `<meta>`: the live stream of an auction on the page, from the page's own snapshot on. */
export const STREAM_META = 'event-stream'
/** The events of such a stream that everybody hears. Beside the contract, which a page that waits for the first one need not load. */
export const PUBLIC_EVENTS = [
  'state',
  'bid',
  'extended',
  'cancelled',
  'winners',
  'completed',
] as const satisfies readonly StreamEventName[]
