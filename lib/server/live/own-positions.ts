import type { Pool } from '@/lib/server/platform/db/pool'
import type { AuctionSnapshot } from '@/lib/server/events/stream'
import type { Clock } from '@/lib/server/platform/clock'
import { missingDocumentsOf } from '@/lib/server/platform/company-sql'
import { type ApplicationNote, ownPositionOf, ranksOf } from '@/lib/server/events/own-position'
import { encodeFrame } from './frames'
import type { Watcher } from './watcher'

interface Member {
  readonly watchers: Set<Watcher>
  note: ApplicationNote | null
  /** The application's status at which the note was read last. */
  readAt: string
}

/** The `own` events of one auction's stream: each participant's position, sent when it has changed. */
export class OwnPositions {
  private readonly members = new Map<number, Member>()

  constructor(
    private readonly auctionId: number,
    private readonly options: { pool: Pool; clock: Clock; backlogBound: number },
  ) {}

  /**
   * Sends the account its position and keeps it up to date.
   *
   * @param latest the last snapshot sent to watchers: a flush may come while the note is read
   */
  async join(watcher: Watcher, latest: () => AuctionSnapshot | null): Promise<void> {
    const { accountId } = watcher
    const snapshot = latest()
    if (accountId === null || snapshot === null) return
    const member = this.members.get(accountId) ?? { watchers: new Set(), note: null, readAt: '' }
    this.members.set(accountId, member)
    member.watchers.add(watcher)
    await this.readNotes([[accountId, member]], snapshot)
    this.send(accountId, member, latest() ?? snapshot)
  }

  leave(watcher: Watcher): void {
    const { accountId } = watcher
    const member = accountId === null ? undefined : this.members.get(accountId)
    if (accountId === null || member === undefined) return
    member.watchers.delete(watcher)
    if (member.watchers.size === 0) this.members.delete(accountId)
  }

  watchersOf(accountId: number): ReadonlySet<Watcher> {
    return this.members.get(accountId)?.watchers ?? new Set()
  }

  /** After a flush; returns the busy time in milliseconds. */
  async refresh(snapshot: AuctionSnapshot): Promise<number> {
    await this.readNotes(this.members, snapshot)
    const startedAt = performance.now()
    const ranks = ranksOf(snapshot.state)
    for (const [accountId, member] of this.members) this.send(accountId, member, snapshot, ranks)
    return performance.now() - startedAt
  }

  private send(accountId: number, member: Member, snapshot: AuctionSnapshot, ranks = ranksOf(snapshot.state)): void {
    const position = ownPositionOf(snapshot, accountId, member.note, this.options.clock.now(), ranks)
    const text = JSON.stringify(position)
    let frame: Buffer | null = null
    for (const watcher of member.watchers) {
      if (watcher.lastOwn === text) continue
      frame ??= encodeFrame('own', position, null)
      watcher.send(frame, this.options.backlogBound)
      watcher.lastOwn = text
    }
  }

  private async readNotes(members: Iterable<[number, Member]>, { state }: AuctionSnapshot): Promise<void> {
    const statusOf = (accountId: number) => state.applications.get(accountId)?.status ?? ''
    const due = [...members].filter(([accountId, { readAt }]) => {
      const status = statusOf(accountId)
      // An upload does not change the status, but the list of missing documents of a submitted application.
      return readAt !== status || status === 'submitted'
    })
    if (due.length === 0) return
    const { rows } = await this.options.pool.query<ApplicationNote & { account_id: number }>({
      name: 'live-application-notes',
      text: `select application.account_id, application.id, rejected.reason, ${missingDocumentsOf('application.account_id')} as missing
             from portal.applications application
             left join portal.application_decisions rejected on rejected.application_id = application.id and rejected.kind = 'rejected'
             where application.auction_id = $1 and application.account_id = any ($2)`,
      values: [this.auctionId, due.map(([accountId]) => accountId)],
    })
    const notes = new Map(rows.map((row) => [row.account_id, row]))
    for (const [accountId, member] of due) {
      member.note = notes.get(accountId) ?? null
      member.readAt = statusOf(accountId)
    }
  }
}
