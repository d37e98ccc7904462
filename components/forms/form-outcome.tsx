'use client'

import { MailCheck } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'

/** What a form becomes once it was accepted; the focus goes where the news is. */
export function FormOutcome({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div role="status" className="grid gap-4">
      <MailCheck aria-hidden className="size-10 text-go-mark" strokeWidth={1.5} />
      <h1 ref={heading} tabIndex={-1} className="text-h2 outline-none">
        {title}
      </h1>
      {children}
    </div>
  )
}
