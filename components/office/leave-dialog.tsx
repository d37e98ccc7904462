'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { useLeaveWarning } from '@/components/forms/use-leave-warning'
import { FormDialog } from '@/components/forms/form-dialog'
import { useOfficeText } from '@/components/office/office-text'

/** Asks before unsaved input is lost: on unload, and on links of the back office, which do not unload the page. */
export function LeaveDialog({ active, onLeave }: { active: boolean; onLeave?: () => void }) {
  const { t } = useOfficeText()
  const router = useRouter()
  const [leavingTo, setLeavingTo] = useState<string | null>(null)
  useLeaveWarning(active && leavingTo === null)

  useEffect(() => {
    if (!active) return
    const interceptLink = (event: MouseEvent) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!link?.href || link.target === '_blank' || link.origin !== window.location.origin) return
      if (link.pathname === window.location.pathname) return
      event.preventDefault()
      event.stopPropagation()
      setLeavingTo(link.pathname + link.search + link.hash)
    }
    document.addEventListener('click', interceptLink, true)
    return () => document.removeEventListener('click', interceptLink, true)
  }, [active])

  if (leavingTo === null) return null
  return (
    <FormDialog
      title={t('leaveTitle')}
      text={t('leaveText')}
      verb={t('leave')}
      cancel={t('keep')}
      danger
      onClose={() => setLeavingTo(null)}
      onAnswer={() => {
        onLeave?.()
        router.push(leavingTo)
      }}
    />
  )
}
