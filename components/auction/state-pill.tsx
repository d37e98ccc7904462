import { useTranslations } from 'next-intl'
import { Pill, type PillTone } from '@/components/ui/pill'
import type { AuctionState } from '@/lib/contract/auctions'

const TONES: Record<AuctionState, PillTone> = {
  planned: 'plan',
  running: 'go',
  selection: 'wait',
  completed: 'done',
  cancelled: 'lose',
  unsuccessful: 'done',
}

/** An auction's state in its word and colour. */
export function StatePill({ state }: { state: AuctionState }) {
  const t = useTranslations('AuctionState')
  return (
    <Pill tone={TONES[state]} dot={state === 'running'}>
      {t(state)}
    </Pill>
  )
}
