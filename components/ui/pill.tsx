import type { ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'

export type PillTone = 'go' | 'plan' | 'wait' | 'done' | 'lose' | 'band'

const TONES: Record<PillTone, string> = {
  go: 'bg-go text-go-text',
  plan: 'bg-plan text-plan-text',
  wait: 'bg-wait text-wait-text',
  done: 'bg-done text-done-text',
  lose: 'bg-lose text-lose-text',
  band: 'bg-band-chip text-band-text',
}

/** A state in a word. The word says it; colour and dot only help. It never wraps. */
export function Pill({ tone, dot = false, children }: { tone: PillTone; dot?: boolean; children: ReactNode }) {
  return (
    <span className={classNames('inline-flex shrink-0 items-center gap-2 whitespace-nowrap rounded-full px-3 py-1 text-fine font-semibold', TONES[tone])}>
      {dot && <span aria-hidden className="size-2 rounded-full bg-go-mark ring-4 ring-go-mark/20" />}
      {children}
    </span>
  )
}
