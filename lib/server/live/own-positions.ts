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
    const { companyId } = watcher
    const snapshot = latest()
    if (companyId === null || snapshot === null) return
    const member = this.members.get(companyId) ?? { watchers: new Set(), note: null, readAt: '' }
    this.members.set(companyId, member)
    member.watchers.add(watcher)
    await this.readNotes([[companyId, member]], snapshot)
    this.send(companyId, member, latest() ?? snapshot)
  }

  leave(watcher: Watcher): void {
    const { companyId } = watcher
    const member = companyId === null ? undefined : this.members.get(companyId)
    if (companyId === null || member === undefined) return
    member.watchers.delete(watcher)
    if (member.watchers.size === 0) this.members.delete(companyId)
  }

  watchersOf(companyId: number): ReadonlySet<Watcher> {
    return this.members.get(companyId)?.watchers ?? new Set()
  }

  /** After a flush; returns the busy time in milliseconds. */
  async refresh(snapshot: AuctionSnapshot): Promise<number> {
    await this.readNotes(this.members, snapshot)
    const startedAt = performance.now()
    const ranks = ranksOf(snapshot.state)
    for (const [companyId, member] of this.members) this.send(companyId, member, snapshot, ranks)
    return performance.now() - startedAt
  }

  private send(companyId: number, member: Member, snapshot: AuctionSnapshot, ranks = ranksOf(snapshot.state)): void {
    const position = ownPositionOf(snapshot, companyId, member.note, this.options.clock.now(), ranks)
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
    const statusOf = (companyId: number) => state.applications.get(companyId)?.status ?? ''
    const due = [...members].filter(([companyId, { readAt }]) => {
      const status = statusOf(companyId)
      // An upload does not change the status, but the list of missing documents of a submitted application.
      return readAt !== status || status === 'submitted'
    })
    if (due.length === 0) return
    const { rows } = await this.options.pool.query<ApplicationNote & { company_id: number }>({
      name: 'live-application-notes',
      text: `select application.company_id, application.id, rejected.reason, ${missingDocumentsOf('application.company_id')} as missing
             from portal.applications application
             left join portal.application_decisions rejected on rejected.application_id = application.id and rejected.kind = 'rejected'
             where application.auction_id = $1 and application.company_id = any ($2)`,
      values: [this.auctionId, due.map(([companyId]) => companyId)],
    })
    const notes = new Map(rows.map((row) => [row.company_id, row]))
    for (const [companyId, member] of due) {
      member.note = notes.get(companyId) ?? null
      member.readAt = statusOf(companyId)
    }
  }
}
