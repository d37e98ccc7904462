import type { ReactNode } from 'react'
import { classNames } from './class-names'

const TONES = {
  go: 'bg-go text-go-text',
  plan: 'bg-plan text-plan-text',
  wait: 'bg-wait text-wait-text',
  done: 'bg-done text-done-text',
  lose: 'bg-lose text-lose-text',
} as const

interface NoticeProps {
  tone: keyof typeof TONES
  title?: ReactNode
  children?: ReactNode
  /** `alert` for a failure, `status` for a change. */
  role?: 'alert' | 'status'
}

export function Notice({ tone, title, children, role }: NoticeProps) {
  return (
    <div role={role} className={classNames('rounded-md px-4 py-3 text-small', TONES[tone])}>
      {title && <p className="text-body font-semibold">{title}</p>}
      {typeof children === 'string' ? <p>{children}</p> : children}
    </div>
  )
}

/** Why the last attempt failed; nothing if it did not. */
export function FailureNotice({ children }: { children: ReactNode }) {
  return children ? (
    <Notice tone="lose" role="alert">
      <p className="font-medium">{children}</p>
    </Notice>
  ) : null
}

/** The result of the last change, in a line. */
export function StatusNote({ failure, done }: { failure: string | null; done: ReactNode }) {
  return (
    <p
      role="status"
      className={classNames('pt-2 text-small font-medium empty:hidden', failure ? 'text-lose-text' : 'text-go-text')}
    >
      {failure ?? done}
    </p>
  )
}

interface EmptyStateProps {
  title: ReactNode
  text?: ReactNode
  action?: ReactNode
  level?: 2 | 3
}

export function EmptyState({ title, text, action, level = 2 }: EmptyStateProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <div className="flex flex-col items-center gap-3 rounded-lg border border-dashed border-line-strong bg-surface px-6 py-12 text-center sm:py-16">
      <svg
        aria-hidden
        viewBox="0 0 96 56"
        className="h-14 w-24 text-control"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
      >
        <ellipse cx="48" cy="28" rx="46" ry="26" opacity=".25" />
        <ellipse cx="50" cy="28" rx="34" ry="19" opacity=".4" />
        <ellipse cx="53" cy="28" rx="22" ry="12" opacity=".65" />
        <ellipse cx="56" cy="28" rx="10" ry="5" />
      </svg>
      <Heading className="text-h3">{title}</Heading>
      {text && <p className="max-w-[52ch] text-soft">{text}</p>}
      {action && <div className="pt-2">{action}</div>}
    </div>
  )
}
