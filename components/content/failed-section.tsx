'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { classNames } from '@/components/ui/class-names'

const FIRST_PAUSE_MS = 2_000
const MAX_PAUSE_MS = 30_000

/**
 * Replaces a part of the page whose data could not be read. The first one of a visible page refreshes it, less and less often, until
 * the data is there.
 */
export function FailedSection({ text, className }: { text: string; className?: string }) {
  const router = useRouter()
  const element = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    let pause = FIRST_PAUSE_MS
    let timer: ReturnType<typeof setTimeout>
    const schedule = () => {
      clearTimeout(timer)
      if (document.hidden) return
      timer = setTimeout(() => {
        if (document.querySelector('[data-failed-section]') === element.current) router.refresh()
        pause = Math.min(MAX_PAUSE_MS, pause * 2)
        schedule()
      }, pause)
    }
    schedule()
    document.addEventListener('visibilitychange', schedule)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', schedule)
    }
  }, [router])
  return (
    <p
      ref={element}
      data-failed-section=""
      role="status"
      className={classNames('rounded-md bg-wait px-4 py-3 text-small text-wait-text', className)}
    >
      {text}
    </p>
  )
}
