import { api } from '@/lib/api/browser'
import { watchAuction, type ConnectionState } from '@/lib/api/live'
import type { AuctionDetail } from '@/lib/contract/auctions'
import type { ChatMessage, StreamEvent, StreamEventData } from '@/lib/contract/stream'
import type { ManagedApplication, ManagedBid, WinnersBoard } from '@/lib/contract/manager'
import type { ManagedDecision } from '@/lib/contract/manager-auctions'
import { createResource, type Resource } from '@/app/(cms)/office/resource'
import type { OfficeLocale } from '@/app/(cms)/office/use-words'
import { thinned } from '@/lib/domain/chart-points'
import { comparePrices } from '@/lib/domain/money'

const PAGE = 100
const CHAT_EVERY_MS = 5_000
const APPLICATIONS_EVERY_MS = 10_000
/** Bids come by the hundred in a last minute: their names are read again at most this often. */
const BIDS_PAUSE_MS = 400

export type BidsPage = { list: ManagedBid[]; next_cursor: string | null }

/** Everything that the console of one auction shows, and the live stream that says when to read it again. */
export interface ConsoleStore {
  auctionId: number
  auction: Resource<AuctionDetail>
  applications: Resource<ManagedApplication[]>
  bids: Resource<BidsPage>
  decisions: Resource<ManagedDecision[]>
  winners: Resource<WinnersBoard | null>
  conversations: Resource<Awaited<ReturnType<typeof api.manager.conversations>>['data']['list']>
  connection: Resource<ConnectionState>
  /** Follows the auction until the returned function is called. */
  follow(): () => void
  /** After a decision: everything that it may have changed. */
  refreshAll(): void
}

export function createConsoleStore(auctionId: number, lang: OfficeLocale): ConsoleStore {
  const auction = createResource(() => wholeAuction(auctionId, lang))
  const applications = createResource(
    () => whole((page) => api.manager.applications({ auction_id: auctionId, ...page })),
    {
      everyMs: APPLICATIONS_EVERY_MS,
    },
  )
  const decisions = createResource(() => whole((page) => api.manager.decisions({ auction_id: auctionId, ...page })))
  const bids = createResource(async () => (await api.manager.bids({ auction_id: auctionId, limit: PAGE })).data)
  const winners = createResource(() => winnersBoard(auctionId, auction))
  const conversations = createResource(
    async () => (await api.manager.conversations({ auction_id: auctionId })).data.list,
    { everyMs: CHAT_EVERY_MS },
  )
  const connection: Resource<ConnectionState> = createResource(
    async (): Promise<ConnectionState> => connection.snapshot().data ?? 'reconnecting',
  )
  let bidsTimer: ReturnType<typeof setTimeout> | undefined

  function readBidsSoon(): void {
    bidsTimer ??= setTimeout(() => {
      bidsTimer = undefined
      void bids.refresh()
      if (auction.snapshot().data?.visibility === 'closed') void auction.refresh()
    }, BIDS_PAUSE_MS)
  }

  function refreshAll(): void {
    void auction.refresh().then(() => winners.refresh())
    void applications.refresh()
    void decisions.refresh()
    void bids.refresh()
  }

  function hear(event: StreamEvent): void {
    switch (event.name) {
      case 'bid': {
        const known = auction.snapshot().data
        if (known) auction.take(withBid(known, event.data))
        return readBidsSoon()
      }
      case 'extended': {
        const known = auction.snapshot().data
        if (known) auction.take(withExtension(known, event.data))
        return
      }
      case 'chat':
        return void conversations.refresh()
      case 'state':
      case 'cancelled':
      case 'winners':
      case 'completed':
        return refreshAll()
      case 'own':
      case 'tick':
        return
      default:
        return event satisfies never
    }
  }

  function follow(): () => void {
    let stop: (() => void) | null = null
    let ended = false
    void auction.refresh().then(() => {
      const after = auction.snapshot().data?.event_id
      if (ended || after === undefined) return
      void winners.refresh()
      stop = watchAuction({ auctionId, after, onEvent: hear, onConnection: (state) => connection.take(state) })
    })
    return () => {
      ended = true
      clearTimeout(bidsTimer)
      bidsTimer = undefined
      stop?.()
    }
  }

  return { auctionId, auction, applications, bids, decisions, winners, conversations, connection, follow, refreshAll }
}

/** The public shape of a closed auction has no ranking; the staff sees it all the same. */
async function wholeAuction(id: number, lang: OfficeLocale): Promise<AuctionDetail> {
  const { data } = await api.auctions.get({ id, lang })
  if (data.visibility === 'open' || data.state !== 'running') return data
  return { ...data, ...(await api.manager.ranking({ auction_id: id })).data }
}

/** The price steps up on the chart only where the bid is the highest so far; the ranking comes with the last bid of several. */
function withBid(known: AuctionDetail, bid: StreamEventData<'bid'>): AuctionDetail {
  const leads = known.best_price === null || comparePrices(bid.price, known.best_price) > 0
  return {
    ...known,
    ranking: bid.ranking ?? known.ranking,
    bids: Math.max(known.bids, bid.seq),
    best_price: leads ? bid.price : known.best_price,
    history: leads ? thinned([...known.history, { at: bid.at, price: bid.price }]) : known.history,
  }
}

/** One of the last bids, received in time, may be recorded after the end that it moves: the auction runs again. */
function withExtension(known: AuctionDetail, extension: StreamEventData<'extended'>): AuctionDetail {
  const { at, cause, effective_end, hard_end } = extension
  return {
    ...known,
    state: known.state === 'closing' ? 'running' : known.state,
    effective_end,
    hard_end,
    extensions: thinned([...known.extensions, { at, cause, effective_end }]),
  }
}

type ReadPage<Item> = (page: {
  limit: number
  cursor: string | undefined
}) => Promise<{ data: { list: Item[]; next_cursor: string | null } }>

/** All pages of a list as one. */
async function whole<Item>(read: ReadPage<Item>): Promise<Item[]> {
  const all: Item[] = []
  let cursor: string | undefined
  do {
    const { data } = await read({ limit: PAGE, cursor })
    all.push(...data.list)
    cursor = data.next_cursor ?? undefined
  } while (cursor !== undefined)
  return all
}

/** There are winners only once the bidding is over. */
async function winnersBoard(auctionId: number, auction: Resource<AuctionDetail>): Promise<WinnersBoard | null> {
  const state = auction.snapshot().data?.state
  if (state !== 'selection' && state !== 'completed') return null
  return (await api.manager.winners({ auction_id: auctionId })).data
}

/**
 * What a buyer and the administrator have written to each other, the oldest first. Read again only where the list of conversations names a
 * message that is not in it, and then from the last page on: what stands before it never changes.
 */
export function createConversation(
  { auctionId, conversations }: Pick<ConsoleStore, 'auctionId' | 'conversations'>,
  userId: number,
): Resource<ChatMessage[]> {
  let earlier: ChatMessage[] = []
  let cursor: string | undefined
  const messages = createResource(async () => {
    for (;;) {
      const { data } = await api.manager.chat({ auction_id: auctionId, user_id: userId, limit: PAGE, cursor })
      if (data.next_cursor === null) return [...earlier, ...data.list]
      earlier = [...earlier, ...data.list]
      cursor = data.next_cursor
    }
  })

  function catchUp(): void {
    const { data, fault } = messages.snapshot()
    const listed = conversations.snapshot().data?.find(({ user_id }) => user_id === userId)
    const newest = listed?.last_message?.id
    if (newest === undefined || (data === null && fault === null)) return
    if (!data?.some(({ id }) => id === newest)) void messages.refresh()
  }

  return {
    ...messages,
    subscribe(changed) {
      const stops = [messages.subscribe(changed), conversations.subscribe(catchUp)]
      return () => stops.forEach((stop) => stop())
    },
  }
}
