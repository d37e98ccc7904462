import type { AuctionEvent } from '@/lib/domain/events'
import type { RankingRow } from '@/lib/contract/auctions'
import type { ProtocolAuction } from '@/lib/contract/protocol'

type EntryKind = AuctionEvent['kind'] | 'announced' | 'lot_corrected'

/** The words of the printed protocol. They are part of a document of record, so they stand beside what prints it. */
export interface ProtocolWords {
  title: (auctionNumber: number) => string
  lot: string
  category: string
  volume: string
  startingPrice: string
  minimumStep: string
  maximumStep: string
  minimumQuantity: string
  quantityStep: string
  announced: string
  numbersChanged: string
  applicationDeadline: string
  start: string
  scheduledEnd: string
  effectiveEnd: string
  outcomeOfAuction: string
  states: Record<ProtocolAuction['state'], string>
  finished: string
  cancelReason: string
  resource: string
  transferPoint: string
  paymentTerms: string
  paymentPeriod: string
  shipmentPeriod: string
  result: string
  participants: string
  winners: string
  volumeSold: string
  averagePrice: string
  finalPrice: string
  allocation: string
  rank: string
  participant: string
  price: string
  quantity: string
  leastQuantity: string
  given: string
  sum: string
  outcome: string
  outcomes: Record<RankingRow['outcome'], string>
  bids: string
  time: string
  finalMark: string
  preliminaryMark: string
  course: string
  entry: string
  event: string
  details: string
  kinds: Record<EntryKind, string>
  participantNumber: (participant: number | string) => string
  application: (application: number | string) => string
  newEnd: (end: string) => string
  fileHash: (sha256: string) => string
  chain: string
  chainText: string
  entries: string
  publicKey: string
  organiser: string
  latestEnd: string
  extensionWindow: string
  minutes: (minutes: number) => string
  minimumParticipants: string
  signatures: string
}
