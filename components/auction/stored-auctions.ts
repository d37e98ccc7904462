import { parseCookies, setCookie } from 'nookies'
import { COOKIES } from '@/lib/config/constants'

/** Auction id → the number under which this buyer bids there (specification, points 3 and 4). */
export type StoredAuctions = Record<string, number>

const SECONDS = 365 * 24 * 60 * 60
/** A browser keeps 4 KB a cookie; the oldest auctions go first. */
const AUCTIONS_KEPT = 150

export function readStoredAuctions(): StoredAuctions {
  try {
    const value: unknown = JSON.parse(parseCookies(null)[COOKIES.auctions] ?? '{}')
    return isStored(value) ? value : {}
  } catch {
    return {}
  }
}

/** By hand: a schema here would be the only one that the page's first script has to carry. */
function isStored(value: unknown): value is StoredAuctions {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.values(value).every((bidder) => Number.isSafeInteger(bidder) && bidder > 0)
}

export function storeBid(auctionId: number, bidderId: number): void {
  const kept = Object.entries(readStoredAuctions()).filter(([id]) => id !== String(auctionId))
  const map = Object.fromEntries([...kept.slice(1 - AUCTIONS_KEPT), [String(auctionId), bidderId]])
  setCookie(null, COOKIES.auctions, JSON.stringify(map), {
    path: '/',
    maxAge: SECONDS,
    sameSite: 'lax',
    secure: window.location.protocol === 'https:',
  })
}
