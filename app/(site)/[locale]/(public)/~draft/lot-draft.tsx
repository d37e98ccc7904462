import 'server-only'
import { notFound } from 'next/navigation'
import { aboveOf } from '@/app/(site)/[locale]/(public)/auctions/auction-type'
import { AuctionLive } from '@/components/auction/auction-live'
import { Breadcrumbs } from '@/components/content/page-head'
import { ClientMessages } from '@/components/layout/client-messages'
import { ApiError } from '@/lib/api/problems'
import { serverApi } from '@/lib/api/server'
import type { Locale } from '@/lib/config/constants'
import { pathFor } from '@/lib/i18n/route-names'

interface LotDraftProps {
  locale: Locale
  slug: string
  preview: string
}

/** A lot's page before the lot is published, as buyers will see it. */
export async function LotDraft({ locale, slug, preview }: LotDraftProps) {
  const answered = await serverApi.auctions.draft({ slug, lang: locale, preview }).catch((error: unknown) => {
    if (error instanceof ApiError && (error.status === 404 || error.status === 422)) return null
    throw error
  })
  if (!answered) notFound()
  const auction = answered.data
  const path = pathFor('auctions-auctionType-auctionSlug', locale, {
    auctionType: auction.category.slug,
    auctionSlug: auction.slug,
  })
  return (
    <ClientMessages
      namespaces={['Auction', 'AuctionState', 'BidPanel', 'Apply', 'DocumentKinds', 'Chat', 'Errors', 'Calendar']}
    >
      <AuctionLive
        key={auction.id}
        auction={auction}
        breadcrumbs={<Breadcrumbs above={aboveOf(auction.category, locale)} page={{ name: auction.title, path }} />}
      />
    </ClientMessages>
  )
}
