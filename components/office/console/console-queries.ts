import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useOfficeText } from '@/components/office/office-text'
import { type Listed, useOfficeQuery } from '@/components/office/queries'
import { afterBid, afterExtension } from '@/components/auction/live/live-store'
import { readAllPages } from '@/lib/api/all-pages'
import { api } from '@/lib/api/browser'
import { type ConnectionState, watchAuction } from '@/lib/api/live'
import type { Locale } from '@/lib/config/constants'
import type { AuctionDetail } from '@/lib/contract/auctions'
import type { ManagedBid } from '@/lib/contract/manager-auctions'
import type { StreamEvent } from '@/lib/contract/stream'

const CHAT_REFRESH_MS = 5_000
const APPLICATIONS_REFRESH_MS = 10_000
/** Hundreds of bids may come in the last minute: their companies are read at most this often. */
const BIDS_REFRESH_MS = 400
const BIDS_PAGE = 100

type ConsolePart = 'auction' | 'applications' | 'bids' | 'decisions' | 'winners' | 'conversations'

const keyOf = (auctionId: number, part: ConsolePart) => ['console', auctionId, part]

export function useConsoleAuction(auctionId: number) {
  const { locale } = useOfficeText()
  return useOfficeQuery(keyOf(auctionId, 'auction'), () => readAuction(auctionId, locale))
}

/** The public shape of a closed auction has no ranking; the staff may read it. */
async function readAuction(id: number, lang: Locale): Promise<AuctionDetail> {
  const { data } = await api.auctions.get({ id, lang })
  if (data.visibility === 'open' || data.state !== 'running') return data
  return { ...data, ...(await api.manager.ranking({ auction_id: id })).data }
}

export function useApplications(auctionId: number) {
  return useOfficeQuery(
    keyOf(auctionId, 'applications'),
    () => readAllPages((page) => api.manager.applications({ auction_id: auctionId, ...page })),
    { refetchInterval: APPLICATIONS_REFRESH_MS },
  )
}

/** The short names of the companies by participant number and, with that number, by account. */
export function useCompanyNames(auctionId: number) {
  const { data: applications = [] } = useApplications(auctionId)
  return {
    byParticipant: new Map(applications.map(({ participant, company }) => [participant, company.company_short_name])),
    byAccount: new Map(
      applications.map(({ participant, company }) => [company.id, { participant, name: company.company_short_name }]),
    ),
  }
}

export function useDecisions(auctionId: number) {
  return useOfficeQuery(keyOf(auctionId, 'decisions'), () =>
    readAllPages((page) => api.manager.decisions({ auction_id: auctionId, ...page })),
  )
}

type BidsRead = Listed<ManagedBid>

/** The bids read so far, the newest first. A refresh reads the newest page only: earlier bids never change. */
export function useBids(auctionId: number) {
  const client = useQueryClient()
  const queryKey = keyOf(auctionId, 'bids')
  const read = async (cursor?: string) =>
    (await api.manager.bids({ auction_id: auctionId, cursor, limit: BIDS_PAGE })).data
  const { data, fault } = useOfficeQuery(queryKey, async () => {
    const newest = await read()
    return withNewest(client.getQueryData<BidsRead>(queryKey), newest)
  })
  return {
    bids: data,
    fault,
    async readOlder() {
      const cursor = data?.next_cursor
      const page = await read(cursor ?? undefined)
      // A refresh may have replaced the list meanwhile: the page would leave a gap below it.
      client.setQueryData<BidsRead>(queryKey, (before) =>
        before && before.next_cursor === cursor ? { ...page, list: joinBids(before.list, page.list) } : before,
      )
    },
  }
}

/** Drops the known bids if more bids were placed between two reads than one page holds. */
export function withNewest(before: BidsRead | undefined, newest: BidsRead): BidsRead {
  const oldest = newest.list.at(-1)?.seq
  const overlaps = before?.list.some(({ seq }) => oldest !== undefined && seq >= oldest)
  return before && overlaps ? { ...before, list: joinBids(newest.list, before.list) } : newest
}

function joinBids(newest: readonly ManagedBid[], older: readonly ManagedBid[]): ManagedBid[] {
  const bySeq = new Map([...older, ...newest].map((bid) => [bid.seq, bid]))
  return [...bySeq.values()].sort((left, right) => right.seq - left.seq)
}

/** There are winners only once the bidding is over. */
export function useWinners({ id, state }: AuctionDetail) {
  return useOfficeQuery(keyOf(id, 'winners'), async () => (await api.manager.winners({ auction_id: id })).data, {
    enabled: state === 'selection' || state === 'completed',
  })
}

export function useConversations(auctionId: number) {
  return useOfficeQuery(
    keyOf(auctionId, 'conversations'),
    async () => (await api.manager.conversations({ auction_id: auctionId })).data.list,
    { refetchInterval: CHAT_REFRESH_MS },
  )
}

export type ConversationSummary = NonNullable<ReturnType<typeof useConversations>['data']>[number]

/** Refetched only when the list of conversations shows a newer message. */
export function useConversation(auctionId: number, { company_id, last_message }: ConversationSummary) {
  return useOfficeQuery(
    ['conversation', auctionId, company_id, last_message?.id],
    () => readAllPages((page) => api.manager.chat({ auction_id: auctionId, company_id, ...page })),
    { placeholderData: keepPreviousData },
  )
}

/** Follows the auction's live stream from the first successful read on. */
export function useConsoleStream(auctionId: number, auction: AuctionDetail | undefined): ConnectionState {
  const client = useQueryClient()
  const [connection, setConnection] = useState<ConnectionState>('reconnecting')
  const isRead = auction !== undefined
  const snapshotId = useEffectEvent(() => auction?.event_id ?? 0)

  useEffect(() => {
    if (!isRead) return
    const queryKey = keyOf(auctionId, 'auction')
    const update = (change: (auction: AuctionDetail) => AuctionDetail) =>
      void client.setQueryData<AuctionDetail>(queryKey, (auction) => auction && change(auction))
    const invalidate = (part: ConsolePart) => void client.invalidateQueries({ queryKey: keyOf(auctionId, part) })
    let timer: ReturnType<typeof setTimeout> | undefined
    let isAuctionStale = false

    function refreshSoon(): void {
      timer ??= setTimeout(() => {
        timer = undefined
        invalidate('bids')
        if (isAuctionStale) invalidate('auction')
        isAuctionStale = false
      }, BIDS_REFRESH_MS)
    }

    function onEvent(event: StreamEvent): void {
      switch (event.name) {
        case 'bid':
        case 'extended':
          update((auction) => {
            // A closed auction's events have no ranking, and a read under way may have started before this event.
            isAuctionStale ||= auction.visibility === 'closed' || client.isFetching({ queryKey }) > 0
            return event.name === 'bid' ? afterBid(auction, event.data) : afterExtension(auction, event.data)
          })
          return refreshSoon()
        case 'chat':
          return invalidate('conversations')
        case 'state':
        case 'halted':
        case 'cancelled':
        case 'winners':
        case 'completed':
          return void client.invalidateQueries({ queryKey: ['console', auctionId] })
        case 'answered':
          return invalidate('decisions')
        case 'own':
        case 'tick':
          return
        default:
          return event satisfies never
      }
    }

    const stop = watchAuction({
      auctionId,
      after: snapshotId(),
      onEvent,
      onConnection: setConnection,
      async poll() {
        await client.refetchQueries({ queryKey: ['console', auctionId], type: 'active' }, { throwOnError: true })
        return { isOver: false }
      },
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [auctionId, client, isRead])

  return connection
}
