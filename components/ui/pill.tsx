import type { ReactNode } from 'react'
import type { AuctionState } from '@/lib/contract/stream'
import { type Tone, TONES } from '@/lib/contract/tones'
import { classNames } from './class-names'

export type PillTone = Tone | 'inverse'

const LOOKS: Record<PillTone, string> = {
  go: 'bg-go text-go-text',
  plan: 'bg-plan text-plan-text',
  wait: 'bg-wait text-wait-text',
  done: 'bg-done text-done-text',
  lose: 'bg-lose text-lose-text',
  inverse: 'bg-header-chip text-header-text',
}

export function pillLook(tone: PillTone): string {
  return classNames(
    'inline-flex w-max max-w-full shrink-0 items-center gap-2 rounded-full px-3 py-1 text-fine font-semibold print:px-0',
    LOOKS[tone],
  )
}

/** A state in a word; colour and dot only support it. It wraps only where the whole line is too short for it. */
export function Pill({ tone, dot = false, children }: { tone: PillTone; dot?: boolean; children: ReactNode }) {
  return (
    <span className={pillLook(tone)}>
      {dot && <span aria-hidden className="size-2 shrink-0 rounded-full bg-go-mark ring-4 ring-go-mark/20" />}
      <span>{children}</span>
    </span>
  )
}

export function StatePill({ state, children }: { state: AuctionState; children: string }) {
  return (
    <Pill tone={TONES.auction[state]} dot={state === 'running'}>
      {children}
    </Pill>
  )
}
