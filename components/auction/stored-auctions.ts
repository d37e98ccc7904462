import { parseCookies, setCookie } from 'nookies'
import * as z from 'zod'
import { COOKIES } from '@/lib/config/constants'

/** Auction id → the number under which this buyer bids there (specification, points 3 and 4). */
const stored = z.record(z.string(), z.int().positive())
export type StoredAuctions = z.infer<typeof stored>

const SECONDS = 365 * 24 * 60 * 60
/** A browser keeps 4 KB a cookie; the oldest auctions go first. */
const AUCTIONS_KEPT = 150

/** What the cookie `aucs` holds; a spoiled one counts as empty. */
export function readStoredAuctions(): StoredAuctions {
  try {
    return stored.parse(JSON.parse(parseCookies(null)[COOKIES.auctions] ?? '{}'))
  } catch {
    return {}
  }
}

/** Pairs an auction with the bidder and keeps the map in the cookie, which logging out clears. */
export function storeBid(auctionId: number, bidderId: number): void {
  const kept = Object.entries(readStoredAuctions()).filter(([id]) => id !== String(auctionId))
  const map = Object.fromEntries([...kept.slice(1 - AUCTIONS_KEPT), [String(auctionId), bidderId]])
  setCookie(null, COOKIES.auctions, JSON.stringify(map), { path: '/', maxAge: SECONDS, sameSite: 'lax', secure: window.location.protocol === 'https:' })
}
