import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { ChatMessage } from '@/lib/contract/stream'
import type { Listener } from '@/lib/server/platform/db/listener'
import type { Pool } from '@/lib/server/platform/db/pool'
import type { Snapshots } from '@/lib/server/events/snapshots'
import type { Clock } from '@/lib/server/platform/clock'
import { refuse, type Caller, type Refusal } from '@/lib/server/platform/call'
import { Channel, type ChannelOptions } from './channel'
import { encodeFrame, NodeSink, OPENING_FRAME, STREAM_HEADERS } from './frames'
import {
  accountNotification,
  chatNotification,
  EndedSessions,
  LimitedConcurrency,
  OpenStreams,
  parseNotification,
  readAuctionNotification,
  staffNotification,
} from './notifications'
import { accountOwner, personOwner, staffOwner, type StreamRequest, Ticks, Watcher } from './watcher'

export interface LiveHubDependencies {
  pool: Pool
  listener: Listener
  streams: Snapshots
  clock: Clock
  log: Logger
  readChatMessage(id: number): Promise<ChatMessage | undefined>
  /** Maximum number of open streams per address; a whole office may share one. */
  watchersPerAddress?: number
  /** Maximum number of open streams per account. */
  watchersPerAccount?: number
  /** Log entries of a watched auction that stay in memory, for watchers that reconnect. */
  kept?: number
}

export interface LiveHub {
  /** Streams to the response; returns a refusal, with the response untouched, if it may not. */
  attach(request: IncomingMessage, response: ServerResponse, streamRequest: StreamRequest): Promise<Refusal | null>
  watchers(): number
  start(): Promise<void>
  /** Ends all streams; browsers reconnect to another server, or to this one after its restart. */
  stop(): void
}

const MAX_BACKLOG_BYTES = 1024 * 1024
/** Idle channels stay in memory up to this total size of their logs, so that reopening one reads nothing. */
const RESTING_BYTES = 48 * 1024 * 1024
/** Limits on logs of new channels being read or queued. */
const CONCURRENT_READS = 2
const QUEUED_READS = 200

/** `over`: the auction has finished and the caller has seen all of it; 204 stops an EventSource. */
type Admission = { kind: 'stream'; channel: Channel } | { kind: 'over' } | { kind: 'refused'; refusal: Refusal }

export function createLiveHub(deps: LiveHubDependencies): LiveHub {
  const { clock, listener, pool } = deps
  const options: ChannelOptions = {
    pool,
    streams: deps.streams,
    clock,
    onError: (error) => deps.log.warn({ reason: (error as Error).message }, 'live stream read failed'),
    flushIntervalMs: 25,
    share: 0.2,
    kept: deps.kept ?? 4_000,
    backlogBound: MAX_BACKLOG_BYTES,
  }
  const channels = new Map<number, Channel>()
  const byAddress = new OpenStreams(deps.watchersPerAddress ?? 2_000)
  const byAccount = new OpenStreams(deps.watchersPerAccount ?? 100)
  const resting = new LRUCache<number, Channel>({
    maxSize: RESTING_BYTES,
    sizeCalculation: (channel) => Math.max(1, channel.bytes),
    dispose(channel, auctionId, reason) {
      if (reason !== 'delete' && channel.idle && channels.get(auctionId) === channel) channels.delete(auctionId)
    },
  })
  const readings = new LimitedConcurrency<Channel, Awaited<ReturnType<Channel['open']>>>(CONCURRENT_READS, QUEUED_READS)
  const endedSessions = new EndedSessions()
  const ticks = new Ticks(clock, MAX_BACKLOG_BYTES)
  let stopped = false

  async function admit(streamRequest: StreamRequest): Promise<Admission> {
    const { auctionId } = streamRequest
    if (stopped) return { kind: 'refused', ...refuse('service_unavailable', { retryAfter: 1 }) }
    const channel = channels.get(auctionId) ?? new Channel(auctionId, options)
    channels.set(auctionId, channel)
    channel.joining += 1
    const admission = await admitTo(channel, streamRequest).catch((error: unknown) => {
      joined(channel)
      throw error
    })
    if (admission.kind !== 'stream') joined(channel)
    return admission
  }

  async function admitTo(channel: Channel, { after, address, caller }: StreamRequest): Promise<Admission> {
    const rested = resting.delete(channel.auctionId)
    const opening = channel.state === null ? readings.run(channel, () => channel.open()) : channel.open()
    if (opening === null) return { kind: 'refused', ...refuse('too_many_requests', { retryAfter: 5 }) }
    if ((await opening) === null) return { kind: 'refused', ...refuse('not_found') }
    if (rested) await channel.refresh()
    if (channel.finished && (after ?? channel.head) >= channel.head) return { kind: 'over' }
    if (!enter(address, caller)) return { kind: 'refused', ...refuse('too_many_requests', { retryAfter: 30 }) }
    return { kind: 'stream', channel }
  }

  function enter(address: string, caller: Caller): boolean {
    if (!byAddress.enter(address)) return false
    if (caller.kind !== 'account' || byAccount.enter(String(caller.companyId))) return true
    byAddress.leave(address)
    return false
  }

  async function stream(channel: Channel, watcher: Watcher, after: number | null, requestedAt: number): Promise<void> {
    watcher.sink.write(Buffer.concat([OPENING_FRAME, ticks.frame()]))
    ticks.add(watcher)
    try {
      await channel.join(watcher, after)
    } catch (error) {
      options.onError(error)
      watcher.close(true)
    } finally {
      joined(channel)
    }
    if (stopped || watcher.owners.some((owner) => endedSessions.since(owner, requestedAt))) watcher.close()
  }

  function joined(channel: Channel): void {
    channel.joining -= 1
    forgetIdle(channel)
  }

  function leave(watcher: Watcher): void {
    watcher.closed = true
    ticks.remove(watcher)
    byAddress.leave(watcher.address)
    if (watcher.companyId !== null) byAccount.leave(String(watcher.companyId))
    const channel = channels.get(watcher.auctionId)
    if (channel === undefined) return
    channel.leave(watcher)
    forgetIdle(channel)
  }

  const watching = new WeakMap<ServerResponse, Watcher>()

  function leaveResponse(this: ServerResponse): void {
    const watcher = watching.get(this)
    if (watcher) leave(watcher)
  }

  function forgetIdle(channel: Channel): void {
    if (!channel.idle || channels.get(channel.auctionId) !== channel) return
    if (channel.state === null) channels.delete(channel.auctionId)
    else resting.set(channel.auctionId, channel)
  }

  /** Ends open streams, also those that are catching up; one that is being admitted ends after that. */
  function endSessions(owner: string): void {
    endedSessions.add(owner)
    ticks.close((watcher) => watcher.owners.includes(owner))
  }

  /** Notifications were lost while disconnected: streams with a session must reconnect and be admitted again. */
  function catchUp(): void {
    endedSessions.addAll()
    ticks.close((watcher) => watcher.owners.length > 0)
    for (const channel of channels.values()) channel.wake(0)
  }

  /** Sends a chat message to its buyer’s people, and to the staff, who reload their list. No token opens the chat. */
  async function sendChat(payload: string): Promise<void> {
    const notice = parseNotification(chatNotification, payload)
    const channel = notice && channels.get(notice.auction_id)
    if (!notice || !channel) return
    const people = [...channel.watchersOf(notice.company_id)].filter(
      ({ caller }) => caller.kind === 'account' && caller.program !== true,
    )
    const readers = [...people, ...channel.staff()]
    const message = readers.length === 0 ? undefined : await deps.readChatMessage(notice.id)
    if (message === undefined) return
    const frame = encodeFrame('chat', message, null)
    for (const watcher of readers) watcher.send(frame, MAX_BACKLOG_BYTES)
  }

  return {
    async attach(request, response, streamRequest) {
      const admission = await admit(streamRequest)
      if (admission.kind === 'refused') return admission.refusal
      if (admission.kind === 'over') {
        response.writeHead(204, { 'cache-control': 'no-store' }).end()
        return null
      }
      const { channel } = admission
      const watcher = new Watcher(new NodeSink(response), streamRequest)
      if (request.socket.destroyed) {
        leave(watcher)
        joined(channel)
        return null
      }
      // One shared function: a closure each would keep the request's scope in memory while it watches.
      watching.set(response, watcher)
      response.on('close', leaveResponse)
      response.useChunkedEncodingByDefault = false
      response.shouldKeepAlive = false
      request.socket.setTimeout(0)
      response.writeHead(200, STREAM_HEADERS)
      await stream(channel, watcher, streamRequest.after, streamRequest.requestedAt)
      return null
    },
    watchers: () => ticks.size,
    async start() {
      await listener.on('portal_auction', (payload) => {
        const notice = readAuctionNotification(payload)
        if (notice) channels.get(notice.auctionId)?.wake(notice.seq)
      })
      await listener.on('portal_account', (payload) => {
        const notice = parseNotification(accountNotification, payload)
        if (notice)
          endSessions(notice.person_id === undefined ? accountOwner(notice.company_id) : personOwner(notice.person_id))
      })
      await listener.on('portal_staff', (payload) => {
        const notice = parseNotification(staffNotification, payload)
        if (notice) endSessions(staffOwner(notice.staff_id))
      })
      await listener.on('portal_chat', (payload) => void sendChat(payload).catch(options.onError))
      listener.onReconnect(catchUp)
      ticks.start()
    },
    stop() {
      stopped = true
      ticks.stop()
      ticks.close(() => true)
    },
  }
}
