import { parseCookies, setCookie } from 'nookies'
import { COOKIES } from '@/lib/config/constants'

/** Auction id → the number under which this buyer bids there (specification, points 3 and 4). */
type StoredAuctions = Record<string, number>

const MAX_AGE_S = 365 * 24 * 60 * 60
/** A cookie holds 4 KB; the oldest auctions are dropped first. */
const MAX_AUCTIONS = 150

export function readStoredAuctions(): StoredAuctions {
  try {
    const value: unknown = JSON.parse(parseCookies(null)[COOKIES.auctions] ?? '{}')
    return isStored(value) ? value : {}
  } catch {
    return {}
  }
}

/** Without zod, which the page's first script does not load otherwise. */
function isStored(value: unknown): value is StoredAuctions {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.values(value).every((bidder) => Number.isSafeInteger(bidder) && bidder > 0)
}

export function storeBid(auctionId: number, bidderId: number): void {
  const others = Object.entries(readStoredAuctions()).filter(([id]) => id !== String(auctionId))
  const map = Object.fromEntries([...others.slice(1 - MAX_AUCTIONS), [String(auctionId), bidderId]])
  setCookie(null, COOKIES.auctions, JSON.stringify(map), {
    path: '/',
    maxAge: MAX_AGE_S,
    sameSite: 'lax',
    secure: window.location.protocol === 'https:',
  })
}
