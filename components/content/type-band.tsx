import { useLocale, useTranslations } from 'next-intl'
import { Band, BandTitle, type BandTone } from '@/components/layout/band'
import { LinkButton } from '@/components/ui/button'
import type { Category } from '@/lib/contract/content'
import { pathFor } from '@/lib/i18n/route-names'

/** The head of a product's page; natural gas has the flame-blue band. */
export function TypeBand({ category, tone }: { category: Category; tone: BandTone }) {
  const t = useTranslations('AuctionsList')
  const locale = useLocale()
  const params = { auctionType: category.slug }
  return (
    <Band tone={tone}>
      <BandTitle
        title={category.name}
        lead={t('lead')}
        aside={
          <div className="flex flex-wrap gap-3">
            <LinkButton tone="band" href={pathFor('auctions-auctionType-how-does-work', locale, params)}>
              {t('howItWorks')}
            </LinkButton>
            <LinkButton tone="band" href={pathFor('auctions-auctionType-rules-auctions', locale, params)}>
              {t('rules')}
            </LinkButton>
          </div>
        }
      />
    </Band>
  )
}
