'use client'

import type { ReactNode } from 'react'
import { useWhenIdle } from '@/lib/browser/use-when-idle'
import type { Locale } from '@/lib/config/constants'
import type { LiveCardState } from './live-card-state'
import type { RunningFiguresWords } from './running-figures'

export interface LiveCardSource {
  auctionId: number
  /** Position in the event log that the snapshot stands for. */
  after: number
  /** The end as it was planned. */
  endsAt: string
  snapshot: LiveCardState
}

export interface LiveFiguresProps {
  source: LiveCardSource
  locale: Locale
  volume: string
  startingPrice: string
  words: RunningFiguresWords & {
    /** «until …», `{moment}` stands for the instant, and the same with the end of the page's snapshot. */
    until: string
    untilOfSnapshot: string
    /** The unit of days beside a countdown of several. */
    days: string
  }
  /** The figures as the server rendered them. */
  children: ReactNode
}

const loadFigures = () => import('./moving-figures')

/** The moving part of the running auction's card: as the server rendered it until the code is there that follows the auction. */
export function LiveFigures({ children, ...props }: LiveFiguresProps) {
  const code = useWhenIdle(loadFigures)
  return code ? <code.MovingFigures {...props} /> : children
}

export interface TimeLeftProps {
  until: string
  /** The unit of days beside a countdown of several. */
  days: string
  size?: 'text' | 'lg'
}

/** Time to go: what the server rendered in its place until the code is there that ticks. */
export function TimeLeft({ children, ...props }: TimeLeftProps & { children: ReactNode }) {
  const code = useWhenIdle(loadFigures)
  return code ? <code.MovingTime {...props} /> : children
}
