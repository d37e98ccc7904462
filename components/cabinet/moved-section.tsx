'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

/** Leads an old link to a section to the page that has it now. */
export function MovedSection({ hash, to }: { hash: string; to: string }) {
  const router = useRouter()
  useEffect(() => {
    if (window.location.hash === hash) router.replace(`${to}${hash}`)
  }, [hash, router, to])
  return null
}
