import * as z from 'zod'

const REMEMBERED_MS = 60_000

/** Holders whose sessions, status or role have just changed: streams admitted under the earlier state must end. */
export class EndedSessions {
  private readonly at = new Map<string, number>()
  private allAt = Number.NEGATIVE_INFINITY

  constructor(private readonly monotonic: () => number = () => performance.now()) {}

  add(owner: string): void {
    const now = this.monotonic()
    for (const [earlier, at] of this.at) if (now - at > REMEMBERED_MS) this.at.delete(earlier)
    this.at.set(owner, now)
  }

  /** Any session may have ended. */
  addAll(): void {
    this.allAt = this.monotonic()
  }

  /** Whether the sessions of the owner ended, or may have, at `moment` or later. */
  since(owner: string, moment: number): boolean {
    return Math.max(this.allAt, this.at.get(owner) ?? Number.NEGATIVE_INFINITY) >= moment
  }
}

/** Counts the open streams of each address or account. */
export class OpenStreams {
  private readonly open = new Map<string, number>()

  constructor(private readonly bound: number) {}

  /** False at the limit. */
  enter(key: string): boolean {
    const count = this.open.get(key) ?? 0
    if (count >= this.bound) return false
    this.open.set(key, count + 1)
    return true
  }

  leave(key: string): void {
    const count = (this.open.get(key) ?? 0) - 1
    if (count > 0) this.open.set(key, count)
    else this.open.delete(key)
  }
}

/** `person_id`: only the sessions of this one of the account's people. */
export const accountNotification = z.object({ company_id: z.int(), person_id: z.int().optional() })
export const staffNotification = z.object({ staff_id: z.int() })
export const chatNotification = z.object({ auction_id: z.int(), company_id: z.int(), id: z.int() })

/** `portal_auction`: auction id, a colon, the number of its newest log entry. */
export function readAuctionNotification(payload: string): { auctionId: number; seq: number } | null {
  const [, auctionId, seq] = /^(\d{1,10}):(\d{1,15})$/.exec(payload) ?? []
  return auctionId === undefined ? null : { auctionId: Number(auctionId), seq: Number(seq) }
}

/** Null for a payload that this version cannot read. */
export function parseNotification<T>(schema: z.ZodType<T>, payload: string): T | null {
  try {
    return schema.safeParse(JSON.parse(payload)).data ?? null
  } catch {
    return null
  }
}

/** Runs a limited number of jobs concurrently, queues a limited number, and shares one run among callers of a key. */
export class LimitedConcurrency<Key, Result> {
  private readonly runs = new Map<Key, Promise<Result>>()
  private readonly waiting: (() => void)[] = []
  private running = 0

  constructor(
    private readonly maxRunning: number,
    private readonly maxWaiting: number,
  ) {}

  /** Null if too many wait. */
  run(key: Key, work: () => Promise<Result>): Promise<Result> | null {
    const shared = this.runs.get(key)
    if (shared) return shared
    if (this.waiting.length >= this.maxWaiting) return null
    const run = this.runNext(work).finally(() => this.runs.delete(key))
    this.runs.set(key, run)
    return run
  }

  private async runNext(work: () => Promise<Result>): Promise<Result> {
    if (this.running >= this.maxRunning) await new Promise<void>((resolve) => this.waiting.push(resolve))
    this.running += 1
    try {
      return await work()
    } finally {
      this.running -= 1
      this.waiting.shift()?.()
    }
  }
}
