'use client'

import { useTranslations } from 'next-intl'
import { classNames } from '@/components/ui/class-names'
import { VerdictClock } from './verdict-clock'
import type { ReactNode } from 'react'

export type VerdictTone = 'plain' | 'go' | 'wait' | 'lose'

/** On low screens it scrolls away with the rest: what lies under it is more than it. */
export function VerdictFrame({ tone, children, actions, notice }: VerdictFrameProps) {
  const t = useTranslations('Verdict')
  return (
    <section
      data-surface=""
      data-verdict={tone}
      data-print="hide"
      aria-label={t('label')}
      className={classNames(
        'sticky top-0 z-20 mb-5 grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-3 border border-line bg-surface px-4 py-3 text-text shadow-card [@media(height<30rem)]:static',
        'max-sm:-mx-(--gutter) max-sm:border-x-0 max-sm:border-t-4 sm:mb-6 sm:gap-x-8 sm:rounded-lg sm:border-l-[6px] sm:px-6 sm:py-4',
        actions && 'lg:grid-cols-[minmax(0,1fr)_auto_auto]',
        EDGES[tone],
      )}
    >
      <div className="min-w-0">{children}</div>
      <VerdictClock />
      {actions && <div className="col-span-full lg:col-span-1">{actions}</div>}
      {notice && <div className="col-span-full">{notice}</div>}
    </section>
  )
}

export const EDGES: Record<VerdictTone, string> = {
  plain: 'border-l-line-strong max-sm:border-t-line-strong',
  go: 'border-l-go-mark max-sm:border-t-go-mark',
  wait: 'border-l-wait-mark max-sm:border-t-wait-mark',
  lose: 'border-l-lose-mark max-sm:border-t-lose-mark',
}

export interface VerdictFrameProps {
  tone: VerdictTone
  /** What the bar says; the clock stands beside it. */
  children: ReactNode
  actions?: ReactNode
  /** What became of the bid that was sent from here. */
  notice?: ReactNode
}
