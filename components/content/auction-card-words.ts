import { useTranslations } from 'next-intl'
import type { AuctionState } from '@/lib/contract/auctions'

/** Everything that an auction's card says, so that a card can also be drawn in the browser without the messages. */
export interface AuctionCardWords {
  states: Record<AuctionState, string>
  startingPrice: string
  bestPrice: string
  averagePrice: string
  vat: string
  volume: string
  soldVolume: string
  start: string
  end: string
  ended: string
  participants: string
  winners: string
}

export function useAuctionCardWords(): AuctionCardWords {
  const t = useTranslations('AuctionCard')
  const state = useTranslations('AuctionState')
  return {
    states: {
      planned: state('planned'),
      running: state('running'),
      closing: state('closing'),
      selection: state('selection'),
      completed: state('completed'),
      cancelled: state('cancelled'),
      unsuccessful: state('unsuccessful'),
    },
    startingPrice: t('startingPrice'),
    bestPrice: t('bestPrice'),
    averagePrice: t('averagePrice'),
    vat: t('vat'),
    volume: t('volume'),
    soldVolume: t('soldVolume'),
    start: t('start'),
    end: t('end'),
    ended: t('ended'),
    participants: t('participants'),
    winners: t('winners'),
  }
}
