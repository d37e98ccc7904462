import type { People } from '@/lib/contract/people'

/** Shows a message about a change, and what the change answered with: the new state. */
export type OnDone = (message: string, current: People) => void
