import type { User } from '@/lib/contract/accounts'
import type { AuctionDetail } from '@/lib/contract/auctions'
import type { PlacedBid } from '@/lib/contract/bids'
import type { ChatMessage, OwnPosition, RankingRow, StreamEvent, StreamEventData } from '@/lib/contract/stream'
import { announce, type Announcement } from './live-region'
import { thinned } from '@/lib/domain/chart-points'
import { comparePrices } from '@/lib/domain/money'

/** `connecting` until the first answer of the stream; `finished` when it will never say anything more. */
export type Connection = 'connecting' | 'live' | 'reconnecting' | 'offline' | 'finished'

/** Who looks: unknown in the page’s static form, recognized by the cookie, then an account with its standing; or a visitor. */
export type Viewer =
  | { kind: 'unknown' }
  | { kind: 'recognized' }
  | { kind: 'visitor' }
  /** `over`: its session has ended under the page. What was told of it is kept, and says nothing of this second any more. */
  | { kind: 'account'; id: number; status: User['status']; trades: User['auction_kind']; over: boolean }

/** All that the page of one auction shows and that can change while it is open. */
export interface LiveState {
  auction: AuctionDetail
  viewer: Viewer
  /** Null until the stream has said where the signed-in buyer stands; a visitor never gets one. */
  own: OwnPosition | null
  chat: readonly ChatMessage[]
  /** Whether the conversation has been read: what a later reading finds new in it was missed, and is unread. */
  chatKnown: boolean
  unread: number
  connection: Connection
  /** When the stream had said something last as the connection changed, by the server's clock; null before it has. */
  heardAt: number | null
  /** The bid that came last while the page was open: its number glows once. */
  freshBid: { participant: number; seq: number } | null
  /** The last few things that were said, the newest last. */
  announcements: readonly Announcement[]
}

export type LiveAction =
  | { type: 'event'; event: StreamEvent }
  | { type: 'connection'; connection: Connection; heardAt: number | null }
  | { type: 'viewer'; viewer: Viewer }
  | { type: 'signed_out' }
  | { type: 'snapshot'; auction: AuctionDetail }
  | { type: 'own'; own: OwnPosition }
  | { type: 'placed'; placed: PlacedBid }
  | { type: 'chat_loaded'; messages: readonly ChatMessage[] }
  | { type: 'chat_sent'; message: ChatMessage }
  | { type: 'chat_read' }

export function initialLiveState(auction: AuctionDetail): LiveState {
  return {
    auction,
    viewer: { kind: 'unknown' },
    own: null,
    chat: [],
    chatKnown: false,
    unread: 0,
    connection: 'connecting',
    heardAt: null,
    freshBid: null,
    announcements: [],
  }
}

/** One step of the page's state. Public events that the snapshot already holds change nothing. */
export function liveReducer(state: LiveState, action: LiveAction): LiveState {
  switch (action.type) {
    case 'event':
      return announce(state, afterEvent(state, action.event), action.event)
    case 'connection':
      return afterConnection(state, action)
    case 'viewer':
      return { ...state, viewer: action.viewer }
    case 'signed_out':
      return afterSignOut(state)
    case 'snapshot':
      return action.auction.event_id < state.auction.event_id ? state : { ...state, auction: action.auction }
    case 'own':
      return { ...state, own: afterOwn(state, action.own) }
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

/** The first try is no reconnecting: nothing was lost yet. */
function afterConnection(
  state: LiveState,
  { connection, heardAt }: Pick<LiveState, 'connection' | 'heardAt'>,
): LiveState {
  if (connection === state.connection || (connection === 'reconnecting' && state.connection === 'connecting'))
    return state
  return { ...state, connection, heardAt: heardAt ?? state.heardAt }
}

/** Nobody signed in is a visitor. An account's page stays its own, for the form that it may be typing into. */
function afterSignOut(state: LiveState): LiveState {
  const { viewer, auction } = state
  if (viewer.kind === 'visitor' || (viewer.kind === 'account' && viewer.over)) return state
  if (viewer.kind !== 'account') return { ...state, viewer: { kind: 'visitor' } }
  return { ...state, viewer: { ...viewer, over: true }, auction: asVisitorsSee(auction) }
}

/** A closed auction shows prices and the ranking to its participants alone, until its result. */
function asVisitorsSee(auction: AuctionDetail): AuctionDetail {
  if (auction.visibility === 'open' || auction.state === 'completed') return auction
  return { ...auction, best_price: null, allocation: [], ranking: [], history: [], protocol_pdf: null }
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
          ranking: event.data.state === 'selection' ? auction.ranking.map(offered) : auction.ranking,
        },
      }
    case 'bid':
      return {
        ...state,
        auction: afterBid(auction, event.data),
        freshBid: { participant: event.data.participant, seq: event.data.seq },
      }
    case 'extended': {
      const { at, cause, effective_end, hard_end } = event.data
      // One of the last bids, received in time, was recorded after the end that it moves.
      const resumed = auction.state === 'closing' ? 'running' : auction.state
      return {
        ...state,
        auction: {
          ...auction,
          state: resumed,
          effective_end,
          hard_end,
          extensions: thinned([...auction.extensions, { at, cause, effective_end }]),
        },
      }
    }
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

function afterBid(auction: AuctionDetail, bid: StreamEventData<'bid'>): AuctionDetail {
  const rises = auction.best_price === null || comparePrices(bid.price, auction.best_price) > 0
  const next = {
    ...auction,
    // Sequence numbers are gapless (R4.9), so the last one is the count.
    bids: Math.max(auction.bids, bid.seq),
    best_price: rises ? bid.price : auction.best_price,
    history: rises ? thinned([...auction.history, { at: bid.at, price: bid.price }]) : auction.history,
  }
  return bid.ranking ? withRanking(next, bid.ranking) : next
}

/** The end offers the part to its bidder (R7.3), and the event of it carries no ranking. */
function offered(row: RankingRow): RankingRow {
  return row.outcome === 'partial' ? { ...row, outcome: 'conditional' } : row
}

function withRanking(auction: AuctionDetail, ranking: RankingRow[]): AuctionDetail {
  return { ...auction, ranking, allocation: ranking.filter((row) => Number(row.given) > 0).map((row) => row.given) }
}

/**
 * While the last bids are being recorded nobody may bid, so no limits are told. The ones told last stay: an extension may
 * follow, and the form goes by them until then.
 */
function afterOwn({ auction, own: before }: LiveState, own: OwnPosition): OwnPosition {
  // Bids are never taken back (R4.6): this was written before the last of them, and overtaken by the answer to it.
  if (before?.last_bid && (own.last_bid?.seq ?? 0) < before.last_bid.seq) return before
  const bidding = auction.state === 'running' || auction.state === 'closing'
  return bidding && own.limits === null && before ? { ...own, limits: before.limits } : own
}

/** The answer to one's own bid may come before the stream's `own`; the later bid of the two counts. So does the later end. */
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
  const known = new Set(earlier.map((message) => message.id))
  return [...earlier, ...later.filter((message) => !known.has(message.id))].toSorted((a, b) => a.id - b.id)
}
