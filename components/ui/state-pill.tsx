import { Pill, type PillTone } from '@/components/ui/pill'
import type { AuctionState } from '@/lib/contract/auctions'

const TONES: Record<AuctionState, PillTone> = {
  planned: 'plan',
  running: 'go',
  closing: 'wait',
  selection: 'wait',
  completed: 'done',
  cancelled: 'lose',
  unsuccessful: 'done',
}

/** An auction's display state as a pill; the word is the caller's, in the page's language. */
export function StatePill({ state, children }: { state: AuctionState; children: string }) {
  return (
    <Pill tone={TONES[state]} dot={state === 'running'}>
      {children}
    </Pill>
  )
}
