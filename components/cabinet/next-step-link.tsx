'use client'

import { useTranslations } from 'next-intl'
import { nextStepOf, type StandingInAuction } from './cabinet-auction-card'
import { useUser } from '@/components/session/session-user'
import { LinkButton } from '@/components/ui/button'

const WORDS = { enter: 'enter', watch: 'watch', apply: 'apply', answer: 'answer', open: 'open_auction' } as const

/** To the auction, by the name of what its buyer would do there; only a confirmed account applies. */
export function NextStepLink({ entry, href }: { entry: StandingInAuction; href: string }) {
  const t = useTranslations('Cabinet.auctions')
  const step = nextStepOf(entry, useUser()?.status === 'active')
  return (
    <LinkButton href={href} tone={step === 'open' ? 'outline' : 'primary'} wide aria-describedby={`auction-${entry.auction.id}`}>
      {t(WORDS[step])}
    </LinkButton>
  )
}
