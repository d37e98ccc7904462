'use client'

import { useTranslations } from 'next-intl'
import { useUser } from '@/components/session/session-user'
import { LinkButton } from '@/components/ui/button'
import type { CabinetAuction } from '@/lib/contract/cabinet'

const WORDS = { enter: 'enter', watch: 'watch', apply: 'apply', answer: 'answer', open: 'open_auction' } as const

/** To the auction, by the name of what its buyer would do there; only a confirmed account applies. */
export function NextStepLink({ entry, href }: { entry: StandingInAuction; href: string }) {
  const t = useTranslations('Cabinet.auctions')
  const step = nextStepOf(entry, useUser()?.status === 'active')
  return (
    <LinkButton
      href={href}
      tone={step === 'open' ? 'outline' : 'primary'}
      wide
      aria-describedby={`auction-${entry.auction.id}`}
    >
      {t(WORDS[step])}
    </LinkButton>
  )
}

/** What of an auction and its buyer the next step depends on. */
export interface StandingInAuction extends Pick<CabinetAuction, 'own'> {
  auction: Pick<CabinetAuction['auction'], 'id' | 'state'>
}

export function nextStepOf({ auction, own }: StandingInAuction, mayApply: boolean): NextStep {
  if (own.partial_until !== null) return 'answer'
  switch (auction.state) {
    case 'running':
      return own.application?.status === 'confirmed' ? 'enter' : 'watch'
    case 'planned':
      return own.application === null && mayApply ? 'apply' : 'open'
    case 'closing':
    case 'selection':
    case 'completed':
    case 'cancelled':
    case 'unsuccessful':
      return 'open'
    default:
      return auction.state satisfies never
  }
}

/** What the buyer would do next in an auction; it decides the card's button. */
export type NextStep = 'enter' | 'watch' | 'apply' | 'answer' | 'open'
