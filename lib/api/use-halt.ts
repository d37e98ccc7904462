import type { AuctionDetail } from '@/lib/contract/auctions'
import type { Halt } from '@/lib/contract/stream'
import { useServerTime } from './use-server-time'

/** The halt that lasts by the server's clock; null while bids are taken (R13.1). */
export function useHalt({ state, halt }: Pick<AuctionDetail, 'state' | 'halt'>): Halt | null {
  const resumesAt = halt?.resumes_at ?? null
  const isOver = useServerTime((now) => resumesAt !== null && now >= Date.parse(resumesAt)) ?? false
  return state === 'running' && !isOver ? halt : null
}
