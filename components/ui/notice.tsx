import type { ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'

const TONES = {
  go: 'bg-go text-go-text',
  plan: 'bg-plan text-plan-text',
  wait: 'bg-wait text-wait-text',
  lose: 'bg-lose text-lose-text',
} as const

export interface NoticeProps {
  tone: keyof typeof TONES
  title?: ReactNode
  children?: ReactNode
  /** `alert` for what just went wrong, `status` for what changed by itself. */
  role?: 'alert' | 'status'
}

/** A message inside the page's flow. */
export function Notice({ tone, title, children, role }: NoticeProps) {
  return (
    <div role={role} className={classNames('rounded-md px-4 py-3 text-small', TONES[tone])}>
      {title && <p className="text-body font-semibold">{title}</p>}
      {children}
    </div>
  )
}
