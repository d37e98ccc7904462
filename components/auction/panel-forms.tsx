'use client'

import { ApplicationCard } from '@/components/auction/application-card'
import { ApplyForm } from '@/components/auction/apply-form'
import { BidForm } from '@/components/auction/bid-form'
import type { PanelMode } from '@/components/auction/panel-mode'
import { PartialOffer } from '@/components/auction/partial-offer'
import { OwnStanding } from './panel-message'

type ActingMode = Extract<PanelMode, { kind: 'bid' | 'apply' | 'applied' | 'partial' }>

/** What a signed-in company can do in the panel. A file of its own: visitors never need it. */
export function PanelForms({ mode }: { mode: ActingMode }) {
  switch (mode.kind) {
    case 'bid':
      return (
        <>
          <OwnStanding />
          <BidForm mode={mode} />
        </>
      )
    case 'apply':
      return <ApplyForm />
    case 'applied':
      return <ApplicationCard mode={mode} />
    case 'partial':
      return <PartialOffer mode={mode} />
    default:
      return mode satisfies never
  }
}
