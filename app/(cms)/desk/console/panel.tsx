import type { ReactNode } from 'react'
import type { Fault } from '../resource'
import { faultWords, useWords } from '../use-words'

type Props = { title: string; badge?: number; fault: Fault | null; actions?: ReactNode; children: ReactNode }

/** A titled part of the console, with its own word when it could not be read. */
export function Panel({ title, badge, fault, actions, children }: Props) {
  const { say } = useWords()
  return (
    <section className="desk-panel">
      <header className="desk-panel-head">
        <h2>
          {title}
          {badge !== undefined && badge > 0 && <span className="desk-badge">{badge}</span>}
        </h2>
        {actions}
      </header>
      {fault && <p className="desk-fault" role="alert">{faultWords(fault, say)}</p>}
      {children}
    </section>
  )
}
