import type { Endpoint } from '@/lib/contract/endpoint'
import { refuse, type Caller } from '@/lib/server/kernel/handler'
import { addressGroup } from './client-address'
import type { Reading } from './request-input'

/** How many forms with files are under way at once. */
export interface UploadSlots {
  /** Takes a place for the sender; what it answers gives it back. Null where the sender, or everybody together, has as many as may be. */
  enter(sender: string): (() => void) | null
}

export function createUploadSlots({ perSender = 3, together = 40 } = {}): UploadSlots {
  const open = new Map<string, number>()
  let all = 0
  return {
    enter(sender) {
      const own = open.get(sender) ?? 0
      if (own >= perSender || all >= together) return null
      open.set(sender, own + 1)
      all += 1
      return () => {
        all -= 1
        const rest = (open.get(sender) ?? 1) - 1
        if (rest > 0) open.set(sender, rest)
        else open.delete(sender)
      }
    },
  }
}

/** Reads an input, one with files only where there is a place for it: `release` gives the place back too. */
export async function readInPlace(
  slots: UploadSlots | undefined,
  { body }: Pick<Endpoint, 'body'>,
  sender: { caller: Caller; address: string | undefined },
  read: () => Promise<Reading>,
): Promise<Reading> {
  if (body !== 'form' || slots === undefined) return read()
  const leave = slots.enter(nameOf(sender))
  if (leave === null) return refuse('too_many_requests', { retryAfter: 5 })
  let reading: Reading | null = null
  try {
    reading = await read()
  } finally {
    if (!reading?.ok) leave()
  }
  if (!reading.ok) return reading
  const { release } = reading
  return {
    ...reading,
    async release() {
      leave()
      await release?.()
    },
  }
}

function nameOf({ caller, address }: { caller: Caller; address: string | undefined }): string {
  if (caller.kind === 'account') return `account:${caller.accountId}`
  return caller.kind === 'staff' ? `staff:${caller.staffId}` : addressGroup(address ?? 'in-process')
}
