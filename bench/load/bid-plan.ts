import { randomUUID } from 'node:crypto'

/** A buyer in one auction who always bids one step above the last own bid. */
export interface Bidder {
  companyId: number
  token: string
  auctionId: number
  /** Kopecks. */
  price: number
  step: number
  quantity: string
}

/** The request for the bidder's next bid, which the rules accept. */
export function nextBid(bidder: Bidder): { path: string; headers: Record<string, string>; body: string } {
  bidder.price += bidder.step
  const price = `${Math.floor(bidder.price / 100)}.${String(bidder.price % 100).padStart(2, '0')}`
  return {
    path: '/api/bids/place',
    headers: { authorization: `Bearer ${bidder.token}`, 'idempotency-key': randomUUID() },
    body: JSON.stringify({ auction_id: bidder.auctionId, price, quantity: bidder.quantity }),
  }
}
