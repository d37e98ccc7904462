'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect } from 'react'
import { useUser } from '@/components/session/session-user'
import { LinkButton } from '@/components/ui/button'
import type { CabinetAuction } from '@/lib/contract/cabinet'
import { Countdown } from '@/components/ui/figures'
import { useRefreshes } from '@/components/ui/use-refreshes'
import { useHasPassed, useSecondsLeft } from '@/lib/api/use-server-time'

interface LiveCountdownProps {
  until: string
  /** The server's time at rendering, for the first paint. */
  renderedAt: number
}

export function LiveCountdown({ until, renderedAt }: LiveCountdownProps) {
  const t = useTranslations('Common')
  const target = Date.parse(until)
  const seconds = useSecondsLeft(until)
  useRefreshes(seconds === 0 ? until : null)
  const remaining = seconds === null ? Math.max(0, target - renderedAt) : seconds * 1000
  return <Countdown remaining={remaining} dayLabel={(count) => t('days', { count })} size="md" />
}

const LIVE_INTERVAL_MS = 20_000

/** Keeps positions current while an auction of the page is running; a hidden page waits until it is shown. */
export function RefreshesWhileLive() {
  const router = useRouter()
  useEffect(() => {
    const refresh = () => {
      if (!document.hidden) router.refresh()
    }
    const timer = setInterval(refresh, LIVE_INTERVAL_MS)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [router])
  return null
}

/** The end is recorded some seconds after it. */
export function RefreshesWhileClosing({ auctionId }: { auctionId: number }) {
  useRefreshes(auctionId)
  return null
}

export function NextStepLink({ entry, href }: { entry: StandingInAuction; href: string }) {
  const t = useTranslations('Cabinet.auctions')
  const user = useUser()
  const isTooLate = useHasPassed(entry.auction.application_deadline)
  const step = nextStepOf(entry, user?.status === 'active' && user.role !== 'viewer' && !isTooLate)
  return (
    <LinkButton
      href={step === 'pay' ? `${href}#deposit` : href}
      size="sm"
      tone={step === 'apply' ? 'primary' : 'outline'}
      className="w-full"
      data-print="hide"
      aria-describedby={`auction-${entry.auction.id}`}
    >
      {t(step)}
    </LinkButton>
  )
}

interface StandingInAuction extends Pick<CabinetAuction, 'own'> {
  isDepositDue: boolean
  auction: Pick<CabinetAuction['auction'], 'id' | 'state' | 'application_deadline'>
}

/** The next step as the key of its text. */
function nextStepOf({ auction, own, isDepositDue }: StandingInAuction, mayApply: boolean) {
  if (own.partial_until !== null) return 'answer'
  switch (auction.state) {
    case 'running':
      return own.application?.status === 'confirmed' ? 'enter' : 'watch'
    case 'planned':
      if (own.application === null && mayApply) return 'apply'
      return isDepositDue ? 'pay' : 'open_auction'
    case 'closing':
    case 'selection':
    case 'completed':
    case 'cancelled':
    case 'unsuccessful':
      return 'open_auction'
    default:
      return auction.state satisfies never
  }
}
