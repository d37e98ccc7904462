'use client'

import { useEffect, useState } from 'react'

/** Seconds that are left of a wait that the server asked for, counted from when `answer` came; 0 once it is over. */
export function useWait(seconds: number | null, answer: unknown): number {
  const [passed, setPassed] = useState<{ answer: unknown; seconds: number }>({ answer: null, seconds: 0 })
  useEffect(() => {
    if (seconds === null) return
    const from = performance.now()
    const timer = setInterval(() => {
      const gone = Math.floor((performance.now() - from) / 1000)
      setPassed({ answer, seconds: gone })
      if (gone >= seconds) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [answer, seconds])
  return Math.max(0, (seconds ?? 0) - (passed.answer === answer ? passed.seconds : 0))
}
