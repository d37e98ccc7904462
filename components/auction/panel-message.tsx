'use client'

import type { ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'

export interface PanelMessageProps {
  title: ReactNode
  children?: ReactNode
  /** What to do next. */
  actions?: ReactNode
  tone?: 'plain' | 'go' | 'wait' | 'lose'
}

const TONES = { plain: 'bg-sunken', go: 'bg-go text-go-text', wait: 'bg-wait text-wait-text', lose: 'bg-lose text-lose-text' } as const

/** The panel where there is nothing to fill in: what it is about and the way on. */
export function PanelMessage({ title, children, actions, tone = 'plain' }: PanelMessageProps) {
  return (
    <div className="grid gap-4">
      <div className={classNames('grid gap-1.5 rounded-md px-4 py-4', TONES[tone])}>
        <h3 className="text-body font-semibold">{title}</h3>
        {children && <div className="text-small">{children}</div>}
      </div>
      {actions && <div className="grid gap-2">{actions}</div>}
    </div>
  )
}
