import { createStore } from '@/lib/browser/store'
import { retryDelay } from '@/components/session/outage-watch'
import type { ConnectionState, WatchOptions } from '@/lib/api/live'
import { ApiError, OfflineError } from '@/lib/api/problems'
import type { User } from '@/lib/contract/accounts'
import type { AuctionDetail, PlacedBid, RecordedBid } from '@/lib/contract/auctions'
import type { ChatMessage, Halt, OwnPosition, RankingRow, StreamEvent, StreamEventData } from '@/lib/contract/stream'
import { thinPoints } from '@/lib/domain/chart-points'
import { comparePrices, thousandthsOf } from '@/lib/domain/money'
import { endOfSession, type SessionEnd } from '@/lib/http/session-restore'

/** `connecting` until the first answer of the stream. */
export type Connection = 'connecting' | ConnectionState

/** Unknown in the static page, then recognised by the cookie, then an account with its status; or a visitor. */
type Viewer =
  | { kind: 'unknown' }
  | { kind: 'recognized' }
  | { kind: 'visitor' }
  /** `over`: its session ended while the page was open; its last known data is kept. */
  | {
      kind: 'account'
      id: number
      role: User['role']
      status: User['status']
      trades: User['auction_kind']
      over: boolean
    }

export interface LiveState {
  auction: AuctionDetail
  viewer: Viewer
  /** Null until the buyer's position is known; a visitor has none. */
  own: OwnPosition | null
  /** As far as they have been read, newest first. */
  ownBids: readonly RecordedBid[]
  /** Whether the viewer's deposit covers the application, once its card has read it. */
  depositCovers: boolean
  chat: readonly ChatMessage[]
  /** Whether the conversation has been loaded; messages added by a later load are unread. */
  chatKnown: boolean
  unread: number
  connection: Connection
  /** The server time of the last stream message before the connection changed; null before the first. */
  lastDataAt: number | null
  /** The last bid received while the page was open; its price is highlighted once. */
  freshBid: { participant: number; seq: number } | null
  /** The last bid that the portal placed for somebody else's automatic order (R10). */
  automaticBid: { participant: number; seq: number; price: string; at: string } | null
  announcements: readonly Announcement[]
}

export type LiveAction =
  | { type: 'event'; event: StreamEvent }
  | { type: 'connection'; connection: Connection; lastDataAt: number | null }
  | { type: 'viewer'; viewer: Viewer }
  | { type: 'signed_out' }
  | { type: 'snapshot'; auction: AuctionDetail }
  | { type: 'own'; own: OwnPosition }
  | { type: 'own_bids'; bids: readonly RecordedBid[] }
  | { type: 'own_deposit'; covers: boolean }
  | { type: 'placed'; placed: PlacedBid }
  | { type: 'chat_loaded'; messages: readonly ChatMessage[] }
  | { type: 'chat_sent'; message: ChatMessage }
  | { type: 'chat_read' }

export function initialLiveState(auction: AuctionDetail): LiveState {
  return {
    auction,
    viewer: { kind: 'unknown' },
    own: null,
    ownBids: [],
    depositCovers: false,
    chat: [],
    chatKnown: false,
    unread: 0,
    connection: 'connecting',
    lastDataAt: null,
    freshBid: null,
    automaticBid: null,
    announcements: [],
  }
}

export function liveReducer(state: LiveState, action: LiveAction): LiveState {
  switch (action.type) {
    case 'event':
      return withAnnouncement(state, afterEvent(state, action.event), (after) =>
        kindOfEvent(state, after, action.event),
      )
    case 'connection':
      return afterConnection(state, action)
    case 'viewer':
      return { ...state, viewer: action.viewer }
    case 'signed_out':
      return afterSignOut(state)
    case 'snapshot':
      if (action.auction.event_id < state.auction.event_id) return state
      return withAnnouncement(state, { ...state, auction: action.auction }, (after) => kindOfSnapshot(state, after))
    case 'own':
      return { ...state, own: afterOwn(state, action.own) }
    case 'own_bids':
      return { ...state, ownBids: action.bids }
    case 'own_deposit':
      return { ...state, depositCovers: action.covers }
    case 'placed':
      return afterPlaced(state, action.placed)
    case 'chat_loaded':
      return afterConversation(state, action.messages)
    case 'chat_sent':
      return { ...state, chat: mergeMessages(state.chat, [action.message]) }
    case 'chat_read':
      return state.unread === 0 ? state : { ...state, unread: 0 }
    default:
      return action satisfies never
  }
}

/** The first attempt is not shown as reconnecting. */
function afterConnection(
  state: LiveState,
  { connection, lastDataAt }: Pick<LiveState, 'connection' | 'lastDataAt'>,
): LiveState {
  if (connection === state.connection || (connection === 'reconnecting' && state.connection === 'connecting'))
    return state
  return { ...state, connection, lastDataAt: lastDataAt ?? state.lastDataAt }
}

/** An account's page keeps its form, which may hold input. */
function afterSignOut(state: LiveState): LiveState {
  const { viewer, auction } = state
  if (viewer.kind === 'visitor' || (viewer.kind === 'account' && viewer.over)) return state
  if (viewer.kind !== 'account') return { ...state, viewer: { kind: 'visitor' } }
  return {
    ...state,
    viewer: { ...viewer, over: true },
    ownBids: [],
    depositCovers: false,
    auction: asVisitorsSee(auction),
  }
}

/** A closed auction shows prices and the ranking only to its participants until it is completed. */
function asVisitorsSee(auction: AuctionDetail): AuctionDetail {
  if (auction.visibility === 'open' || auction.state === 'completed') return auction
  return {
    ...auction,
    best_price: null,
    allocation: [],
    ranking: [],
    history: [],
    protocol_pdf: null,
    record_hash: null,
  }
}

function afterEvent(state: LiveState, event: StreamEvent): LiveState {
  if (event.id === null) return afterPrivateEvent(state, event)
  if (event.id <= state.auction.event_id) return state
  const auction = { ...state.auction, event_id: event.id }
  switch (event.name) {
    case 'state':
      return {
        ...state,
        auction: {
          ...auction,
          state: event.data.state,
          effective_end: event.data.effective_end,
          hard_end: event.data.hard_end,
          participants: event.data.participants,
          ranking: event.data.state === 'selection' ? auction.ranking.map(asConditional) : auction.ranking,
        },
      }
    case 'bid':
      return {
        ...state,
        auction: afterBid(auction, event.data),
        freshBid: { participant: event.data.participant, seq: event.data.seq },
        automaticBid:
          event.data.automatic && event.data.participant !== state.own?.application?.participant
            ? event.data
            : state.automaticBid,
      }
    case 'extended':
      return { ...state, auction: afterExtension(auction, event.data) }
    case 'halted': {
      const { at, halt, effective_end, hard_end } = event.data
      const mark = { at, effective_end, cause: 'halt' } as const
      const hasMoved = effective_end !== auction.effective_end
      return {
        ...state,
        auction: {
          ...auction,
          halt,
          effective_end,
          hard_end,
          extensions: hasMoved ? thinPoints([...auction.extensions, mark]) : auction.extensions,
        },
      }
    }
    case 'answered':
      return { ...state, auction: { ...auction, answers: event.data.number } }
    case 'cancelled':
      return {
        ...state,
        auction: { ...auction, state: 'cancelled', cancel_reason: event.data.reason, cancelled_at: event.data.at },
      }
    case 'winners':
      return {
        ...state,
        auction: { ...withRanking(auction, event.data.ranking), winners_confirmed: event.data.confirmed },
      }
    case 'completed':
      return {
        ...state,
        auction: { ...withRanking(auction, event.data.ranking), state: 'completed', result: event.data.result },
      }
    case 'own':
    case 'chat':
    case 'tick':
      return afterPrivateEvent(state, event)
    default:
      return event satisfies never
  }
}

function afterPrivateEvent(state: LiveState, event: StreamEvent): LiveState {
  if (event.name === 'own') return { ...state, own: afterOwn(state, event.data) }
  if (event.name !== 'chat' || state.chat.some((message) => message.id === event.data.id)) return state
  const unread = event.data.from === 'buyer' ? state.unread : state.unread + 1
  return { ...state, chat: mergeMessages(state.chat, [event.data]), unread }
}

/** A bid that was received in time may be recorded after the end that it extends: the auction runs again. */
export function afterExtension(auction: AuctionDetail, extension: StreamEventData<'extended'>): AuctionDetail {
  const { at, cause, effective_end, hard_end } = extension
  return {
    ...auction,
    state: auction.state === 'closing' ? 'running' : auction.state,
    effective_end,
    hard_end,
    extensions: thinPoints([...auction.extensions, { at, cause, effective_end }]),
  }
}

/** The ranking comes with the last bid of a batch. */
export function afterBid(auction: AuctionDetail, bid: StreamEventData<'bid'>): AuctionDetail {
  const isHighest = auction.best_price === null || comparePrices(bid.price, auction.best_price) > 0
  const next = {
    ...auction,
    // Sequence numbers are gapless (R4.9), so the last one is the count.
    bids: Math.max(auction.bids, bid.seq),
    best_price: isHighest ? bid.price : auction.best_price,
    history: isHighest
      ? thinPoints([
          ...auction.history,
          { at: bid.at, price: bid.price, ...(bid.automatic && { automatic: bid.automatic }) },
        ])
      : auction.history,
  }
  return bid.ranking ? withRanking(next, bid.ranking) : next
}

/** The end turns a part into an offer (R7.3); its event carries no ranking. */
function asConditional(row: RankingRow): RankingRow {
  return row.outcome === 'partial' ? { ...row, outcome: 'conditional' } : row
}

function withRanking(auction: AuctionDetail, ranking: RankingRow[]): AuctionDetail {
  return {
    ...auction,
    ranking,
    allocation: ranking.filter((row) => Number(row.allocated) > 0).map((row) => row.allocated),
  }
}

/**
 * While the last bids are being recorded the server sends no limits. The previous ones are kept for the form, because an extension
 * may follow.
 */
function afterOwn({ auction, own: before }: LiveState, own: OwnPosition): OwnPosition {
  // Bids are never withdrawn (R4.6), so this position is older than the answer to the last bid.
  if (before?.last_bid && (own.last_bid?.seq ?? 0) < before.last_bid.seq) return before
  const bidding = auction.state === 'running' || auction.state === 'closing'
  return bidding && own.limits === null && before ? { ...own, limits: before.limits } : own
}

/** The answer to the bidder's own bid may arrive before or after the stream's `own`: the later bid and the later end count. */
function afterPlaced(state: LiveState, placed: PlacedBid): LiveState {
  const { auction, own } = state
  if (own === null || (own.last_bid && own.last_bid.seq >= placed.bid.seq)) return state
  const { bid, rank, provisional_quantity, limits, effective_end } = placed
  const isLater = Date.parse(effective_end) > Date.parse(auction.effective_end)
  return {
    ...state,
    auction: isLater ? { ...auction, effective_end } : auction,
    own: { ...own, last_bid: bid, rank, provisional_quantity, limits },
  }
}

function afterConversation(state: LiveState, messages: readonly ChatMessage[]): LiveState {
  const chat = mergeMessages(state.chat, messages)
  const isMissed = (message: ChatMessage) => message.from !== 'buyer' && !state.chat.includes(message)
  const missed = state.chatKnown ? chat.filter(isMissed).length : 0
  return { ...state, chat, chatKnown: true, unread: state.unread + missed }
}

function mergeMessages(earlier: readonly ChatMessage[], later: readonly ChatMessage[]): readonly ChatMessage[] {
  const knownIds = new Set(earlier.map((message) => message.id))
  return [...earlier, ...later.filter((message) => !knownIds.has(message.id))].sort((a, b) => a.id - b.id)
}

interface AccountSources {
  /** Whether the browser holds a session, by the readable companion cookie. */
  isSignedIn: () => boolean
  loadUser: () => Promise<User>
  checkUser: () => Promise<User>
  loadOwn: (auctionId: number) => Promise<OwnPosition>
  /** As the signed-in buyer sees it: a closed auction shows its ranking only to participants. */
  loadAuction: (auctionId: number) => Promise<AuctionDetail>
  loadChat: (auctionId: number) => Promise<readonly ChatMessage[]>
  /** Leads to the login page, which explains why the session ended. */
  leave: (ended: SessionEnd) => void
  /** Another account has signed in: the page is rendered for it. */
  reload: () => void
  random?: () => number
}

interface Store {
  get: () => LiveState
  dispatch: (action: LiveAction) => void
}

interface AccountFollower {
  /** The stream is connected, for the first time or after a gap. */
  connected: () => void
  lost: () => void
  /** Reads the account's position and conversation, which the auction's snapshot does not include. */
  poll: () => Promise<void>
  /** The stream sent the account's position, which is newer than the answer to any earlier request. */
  noteOwnPosition: () => void
  stop: () => void
}

const PARTS = ['account', 'auction', 'chat'] as const
type Part = (typeof PARTS)[number]

/**
 * Loads the account's own data beside the stream: profile, position, conversation. Requests start after the stream is connected, so
 * that no update is missed, and are repeated until answered. A failed request never signs anyone out.
 */
function followAccount(auctionId: number, sources: AccountSources, store: Store): AccountFollower {
  const { random = Math.random } = sources
  const due = new Set<Part>(PARTS)
  let isConnected = false
  let hasOwnPosition = false
  let stopped = false
  let isLoading = false
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function dispatch(action: LiveAction): void {
    if (!stopped) store.dispatch(action)
  }

  const read: Record<Part, () => Promise<void>> = {
    async account() {
      const { viewer } = store.get()
      const account = viewer.kind === 'account' ? viewer : null
      const [user, own] = await Promise.all([
        account ? sources.checkUser() : sources.loadUser(),
        sources.loadOwn(auctionId),
      ])
      if (stopped) return
      if (account && account.id !== user.id) return sources.reload()
      const { id, role, status, auction_kind: trades } = user
      dispatch({ type: 'viewer', viewer: { kind: 'account', id, role, status, trades, over: false } })
      if (!hasOwnPosition) dispatch({ type: 'own', own })
    },
    async auction() {
      if (!isHiddenFromVisitors(store.get())) return
      const auction = await sources.loadAuction(auctionId)
      // The stream is already ahead of this answer.
      if (auction.event_id < store.get().auction.event_id) due.add('auction')
      dispatch({ type: 'snapshot', auction })
    },
    async chat() {
      const { viewer } = store.get()
      if (viewer.kind !== 'account' || viewer.status !== 'active') return
      dispatch({ type: 'chat_loaded', messages: await sources.loadChat(auctionId) })
    },
  }

  async function loadDue(): Promise<void> {
    clearTimeout(timer)
    if (isLoading || stopped || !isConnected) return
    if (!sources.isSignedIn()) return signOut()
    isLoading = true
    try {
      for (const part of PARTS) if (due.delete(part)) await attempt(part)
      isLoading = false
      failures = 0
      retryLater(null)
    } catch (error) {
      isLoading = false
      if (error instanceof ApiError) return handleRefusal(error)
      retryLater(null)
      if (!(error instanceof OfflineError)) throw error
    }
  }

  async function attempt(part: Part): Promise<void> {
    try {
      await read[part]()
    } catch (error) {
      due.add(part)
      throw error
    }
  }

  function handleRefusal({ code, retryAfter }: ApiError): void {
    if (stopped) return
    const ended = endOfSession(code)
    if (ended === null) retryLater(retryAfter)
    else if (ended === 'over') signOut()
    else sources.leave(ended)
  }

  /** @param retryAfter seconds, where the API named them */
  function retryLater(retryAfter: number | null): void {
    if (stopped || due.size === 0) return
    timer = setTimeout(() => void loadDue(), retryDelay(failures, retryAfter, random()))
    failures += 1
  }

  /** All parts are reloaded after the next sign-in. */
  function signOut(): void {
    for (const part of PARTS) due.add(part)
    dispatch({ type: 'signed_out' })
  }

  return {
    connected() {
      isConnected = true
      due.add('account').add('chat')
      failures = 0
      void loadDue()
    },
    lost() {
      isConnected = false
      hasOwnPosition = false
    },
    async poll() {
      if (!sources.isSignedIn() || store.get().viewer.kind !== 'account') return
      try {
        dispatch({ type: 'own', own: await sources.loadOwn(auctionId) })
      } catch (error) {
        if (!(error instanceof ApiError) || endOfSession(error.code) === null) throw error
        return handleRefusal(error)
      }
      due.add('chat')
      void loadDue()
    },
    noteOwnPosition() {
      hasOwnPosition = true
    },
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}

/** Whether the page's snapshot, rendered for visitors, hides what this participant may see. */
function isHiddenFromVisitors({ auction, own }: LiveState): boolean {
  const participates = typeof own?.application?.participant === 'number'
  return participates && auction.visibility === 'closed' && auction.state !== 'planned' && auction.state !== 'completed'
}

export interface LiveSources extends AccountSources {
  watch: (
    options: Required<Pick<WatchOptions, 'auctionId' | 'after' | 'onEvent' | 'onConnection' | 'poll'>>,
  ) => () => void
  /** Calls back when the page becomes visible or focused; returns the unsubscribe function. */
  onVisible: (callback: () => void) => () => void
  syncClock: () => void
}

export interface LiveStore {
  get: () => LiveState
  subscribe: (listener: () => void) => () => void
  dispatch: (action: LiveAction) => void
  /** Connects again as the account that is signed in now. */
  reconnect: () => void
}

export function createLiveStore(snapshot: AuctionDetail, sources: LiveSources): LiveStore {
  const { get, set, subscribe } = createStore(initialLiveState(snapshot), () => {
    connect()
    return () => disconnect()
  })
  let disconnect: () => void = () => undefined

  function dispatch(action: LiveAction) {
    set(liveReducer(get(), action))
  }

  function connect() {
    disconnect()
    const account = followAccount(snapshot.id, sources, { get, dispatch })
    const stopWatching = sources.watch({
      auctionId: snapshot.id,
      after: get().auction.event_id,
      onEvent(event) {
        if (event.name === 'own') account.noteOwnPosition()
        dispatch({ type: 'event', event })
      },
      onConnection(next, lastDataAt) {
        dispatch({ type: 'connection', connection: next, lastDataAt })
        if (next === 'reconnecting' || next === 'offline') account.lost()
        else account.connected()
      },
      async poll() {
        const auction = await sources.loadAuction(snapshot.id)
        dispatch({ type: 'snapshot', auction })
        await account.poll()
        return { isOver: FINAL_STATES.includes(auction.state) }
      },
    })
    const stopFollowingVisibility = sources.onVisible(reconnectIfSessionChanged)
    sources.syncClock()
    // A known account is kept while it is reloaded, so that its form stays.
    if (!sources.isSignedIn()) dispatch({ type: 'signed_out' })
    else if (get().viewer.kind !== 'account') dispatch({ type: 'viewer', viewer: { kind: 'recognized' } })
    disconnect = () => {
      disconnect = () => undefined
      account.stop()
      stopWatching()
      stopFollowingVisibility()
    }
  }

  /** Another tab may have signed in or out. */
  function reconnectIfSessionChanged() {
    if (sources.isSignedIn() !== isSignedInHere(get())) connect()
  }

  return { get, dispatch, subscribe, reconnect: connect }
}

function isSignedInHere({ viewer }: LiveState): boolean {
  return viewer.kind === 'recognized' || (viewer.kind === 'account' && !viewer.over)
}

const FINAL_STATES: readonly AuctionDetail['state'][] = ['completed', 'cancelled', 'unsuccessful']

/** Announced to screen readers: only what changes a buyer's next action. */
type AnnouncementKind =
  | 'outbid'
  | 'lowered'
  | 'improved'
  | 'reallocated'
  | 'excluded'
  | 'started'
  | 'ended'
  | 'extended'
  | 'halted'
  | 'resumed'
  | 'cancelled'
  | 'unsuccessful'
  | 'won'
  | 'lost'
  | 'completed'

export interface Announcement {
  /** Grows, so that equal texts are announced again. */
  id: number
  kind: AnnouncementKind
  rank: number | null
  allocated: string | null
  at: string | null
}

/** An outbid and the extension that it causes arrive together; both must be read. */
const MAX_ANNOUNCEMENTS = 4

function withAnnouncement(
  before: LiveState,
  after: LiveState,
  kindOf: (after: LiveState) => AnnouncementKind | null,
): LiveState {
  if (after === before) return after
  const kind = kindOf(after)
  if (kind === null) return after
  const standing = currentStanding(after)
  const announcement: Announcement = {
    id: (before.announcements.at(-1)?.id ?? 0) + 1,
    kind,
    rank: standing?.rank ?? null,
    allocated: standing?.allocated ?? null,
    at: instantOf(kind, after.auction),
  }
  return { ...after, announcements: [...before.announcements, announcement].slice(-MAX_ANNOUNCEMENTS) }
}

function instantOf(kind: AnnouncementKind, { effective_end: end, halt }: AuctionDetail): string | null {
  if (kind === 'extended') return end
  return kind === 'resumed' ? (halt?.resumes_at ?? null) : null
}

type Standing = Pick<RankingRow, 'rank' | 'allocated'>

/** The buyer's rank and volume from the ranking, which is newer than `own`, or from `own` where the ranking is hidden. */
export function currentStanding(state: LiveState): Standing | null {
  const participant = state.own?.application?.participant ?? null
  const isSessionOver = state.viewer.kind === 'account' && state.viewer.over
  if (participant === null || isSessionOver) return null
  return ownRow(state) ?? answeredStanding(state.own)
}

/** Rank and volume as the API answered them last. */
export function answeredStanding(own: OwnPosition | null): Standing | null {
  const { rank = null, provisional_quantity: allocated = null } = own ?? {}
  return rank === null || allocated === null ? null : { rank, allocated }
}

function ownRow({ auction, own }: LiveState): RankingRow | undefined {
  return auction.ranking.find(({ participant }) => participant === own?.application?.participant)
}

/** Disqualified, or of a deactivated account: in the record, out of the allocation (R2.7, R8.1). */
function isExcluded(state: LiveState): boolean {
  return ownRow(state)?.outcome === 'excluded'
}

/** Where the page polls, snapshots replace the events. */
function kindOfSnapshot(before: LiveState, after: LiveState): AnnouncementKind | null {
  const { state, effective_end: end } = after.auction
  if (state !== before.auction.state) {
    if (state === 'completed') return ownResult(after) ?? 'completed'
    return state === 'cancelled' ? 'cancelled' : stateKind(state)
  }
  const { halt } = after.auction
  if (halt !== null && halt.resumes_at !== before.auction.halt?.resumes_at) return haltKind(halt)
  return standingChange(before, after) ?? (end > before.auction.effective_end ? 'extended' : null)
}

function kindOfEvent(before: LiveState, after: LiveState, event: StreamEvent): AnnouncementKind | null {
  switch (event.name) {
    case 'extended':
      return 'extended'
    case 'halted':
      return haltKind(event.data.halt)
    case 'cancelled':
      return 'cancelled'
    case 'completed':
      return ownResult(after) ?? 'completed'
    case 'state':
      return event.data.state === before.auction.state ? null : stateKind(event.data.state)
    case 'bid':
      return standingChange(before, after)
    case 'winners':
      return isExcluded(after) && !isExcluded(before) ? 'excluded' : standingChange(before, after)
    case 'own':
      return before.own === null ? null : standingChange(before, after)
    case 'answered':
    case 'chat':
    case 'tick':
      return null
    default:
      return event satisfies never
  }
}

function haltKind({ resumes_at: resumesAt }: Halt): AnnouncementKind {
  return resumesAt === null ? 'halted' : 'resumed'
}

function stateKind(state: LiveState['auction']['state']): AnnouncementKind | null {
  if (state === 'running') return 'started'
  if (state === 'selection') return 'ended'
  if (state === 'unsuccessful') return 'unsuccessful'
  return null
}

function ownResult(state: LiveState): AnnouncementKind | null {
  const standing = currentStanding(state)
  if (!standing) return null
  return thousandthsOf(standing.allocated) > 0 ? 'won' : 'lost'
}

/**
 * Less volume is an outbid while bidding goes on; during selection only a manager's decision can take volume. A lower rank
 * at the same volume is no loss yet; more volume is good news. The panel confirms the bidder's own bid.
 */
function standingChange(before: LiveState, after: LiveState): AnnouncementKind | null {
  const was = currentStanding(before)
  const is = currentStanding(after)
  if (!was || !is) return null
  const change = thousandthsOf(is.allocated) - thousandthsOf(was.allocated)
  if (change < 0) return after.auction.state === 'selection' ? 'reallocated' : 'outbid'
  if (change > 0) return after.freshBid?.participant === after.own?.application?.participant ? null : 'improved'
  return is.rank > was.rank && thousandthsOf(is.allocated) > 0 ? 'lowered' : null
}
