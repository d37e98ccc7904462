import type { LiveAction, LiveState } from '@/components/auction/live-state'
import { pauseBeforeAsking } from '@/components/session/outage-watch'
import { ApiError, OfflineError } from '@/lib/api/problems'
import type { User } from '@/lib/contract/accounts'
import type { AuctionDetail } from '@/lib/contract/auctions'
import type { ChatMessage, OwnPosition } from '@/lib/contract/stream'
import { endOfSession, type SessionEnd } from '@/lib/http/session-restore'

export interface AccountSources {
  /** Whether the browser holds a session, by the readable companion cookie. */
  isSignedIn: () => boolean
  /** The page's user, asked for once a visit. */
  loadUser: () => Promise<User>
  /** The same, asked for anew. */
  checkUser: () => Promise<User>
  loadOwn: (auctionId: number) => Promise<OwnPosition>
  /** The auction as the signed-in buyer sees it: a closed one shows its ranking to its participants only. */
  loadAuction: (auctionId: number) => Promise<AuctionDetail>
  loadChat: (auctionId: number) => Promise<readonly ChatMessage[]>
  /** The account was deactivated: its holder is led to the login, which says so. */
  leave: (ended: SessionEnd) => void
  /** Somebody else has signed in meanwhile: the page is made anew for them. */
  reload: () => void
  random?: () => number
}

interface Store {
  get: () => LiveState
  dispatch: (action: LiveAction) => void
}

export interface AccountFollower {
  /** The stream stands, for the first time or after a gap. */
  stands: () => void
  /** The stream is lost. */
  lost: () => void
  /** The stream has said where the account stands: newer than any answer that was asked for before. */
  hasToldOwn: () => void
  stop: () => void
}

const PARTS = ['account', 'auction', 'chat'] as const
type Part = (typeof PARTS)[number]

/**
 * What the account alone is told, beside the stream: who it is, where it stands, and what was said to it. Asked for when the stream
 * stands, so that nothing falls between the two, and again until it is answered. Without an answer nobody is signed out.
 */
export function followAccount(auctionId: number, sources: AccountSources, store: Store): AccountFollower {
  const { random = Math.random } = sources
  /** What is still to be asked for. */
  const due = new Set<Part>(PARTS)
  let isStanding = false
  let isOwnTold = false
  let stopped = false
  let asking = false
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function tell(action: LiveAction): void {
    if (!stopped) store.dispatch(action)
  }

  const read: Record<Part, () => Promise<void>> = {
    async account() {
      const { viewer } = store.get()
      const known = viewer.kind === 'account' ? viewer : null
      const [user, own] = await Promise.all([
        known ? sources.checkUser() : sources.loadUser(),
        sources.loadOwn(auctionId),
      ])
      if (stopped) return
      if (known && known.id !== user.id) return sources.reload()
      const { id, status, auction_kind: trades } = user
      tell({ type: 'viewer', viewer: { kind: 'account', id, status, trades, over: false } })
      if (!isOwnTold) tell({ type: 'own', own })
    },
    async auction() {
      if (!isHiddenFromVisitors(store.get())) return
      const auction = await sources.loadAuction(auctionId)
      // What the stream has told meanwhile is newer: this answer is not taken, and asked for once more.
      if (auction.event_id < store.get().auction.event_id) due.add('auction')
      tell({ type: 'snapshot', auction })
    },
    async chat() {
      const { viewer } = store.get()
      if (viewer.kind !== 'account' || viewer.status !== 'active') return
      tell({ type: 'chat_loaded', messages: await sources.loadChat(auctionId) })
    },
  }

  async function ask(): Promise<void> {
    clearTimeout(timer)
    if (asking || stopped || !isStanding) return
    if (!sources.isSignedIn()) return signOut()
    asking = true
    try {
      for (const part of PARTS) if (due.delete(part)) await attempt(part)
      asking = false
      failures = 0
      askLater(null)
    } catch (error) {
      asking = false
      if (error instanceof ApiError) return refused(error)
      askLater(null)
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

  function refused({ code, retryAfter }: ApiError): void {
    if (stopped) return
    const ended = endOfSession(code)
    if (ended === null) askLater(retryAfter)
    else if (ended === 'over') signOut()
    else sources.leave(ended)
  }

  /** @param retryAfter seconds, where the API named them */
  function askLater(retryAfter: number | null): void {
    if (stopped || due.size === 0) return
    timer = setTimeout(() => void ask(), pauseBeforeAsking(failures, retryAfter, random()))
    failures += 1
  }

  /** Whoever signs in again is asked about from the beginning. */
  function signOut(): void {
    for (const part of PARTS) due.add(part)
    tell({ type: 'signed_out' })
  }

  return {
    stands() {
      isStanding = true
      due.add('account').add('chat')
      failures = 0
      void ask()
    },
    lost() {
      isStanding = false
      isOwnTold = false
    },
    hasToldOwn() {
      isOwnTold = true
    },
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}

/** Whether the page’s own snapshot, made for visitors, hides what this participant may see. */
function isHiddenFromVisitors({ auction, own }: LiveState): boolean {
  const participates = typeof own?.application?.participant === 'number'
  return participates && auction.visibility === 'closed' && auction.state !== 'planned' && auction.state !== 'completed'
}
