'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { AskDialog } from '@/app/(cms)/office/console/ask-dialog'
import { useOffice } from '@/app/(cms)/office/lists/use-office'
import { useLeaveWarning } from '@/components/ui/use-leave-warning'

/** Asks before what was typed is left unsaved: by the browser itself, or by a link of the back office, which reloads no page. */
export function LeaveQuestion({ active }: { active: boolean }) {
  const { word } = useOffice()
  const router = useRouter()
  const [leavingTo, setLeavingTo] = useState<string | null>(null)
  useLeaveWarning(active && leavingTo === null)

  useEffect(() => {
    if (!active) return
    const ask = (event: MouseEvent) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!link?.href || link.target === '_blank' || link.origin !== window.location.origin) return
      if (link.pathname === window.location.pathname) return
      event.preventDefault()
      event.stopPropagation()
      setLeavingTo(link.pathname + link.search + link.hash)
    }
    document.addEventListener('click', ask, true)
    return () => document.removeEventListener('click', ask, true)
  }, [active])

  if (leavingTo === null) return null
  return (
    <AskDialog
      title={word('leaveTitle')}
      text={word('leaveText')}
      verb={word('leave')}
      danger
      busy={false}
      onClose={() => setLeavingTo(null)}
      onAnswer={() => router.push(leavingTo)}
    />
  )
}
