import { useLocale, useTranslations } from 'next-intl'
import { AuctionCard } from '@/components/content/auction-card'
import { useAuctionCardWords } from '@/components/content/auction-card-words'
import { RunningCard } from '@/components/content/running-card'
import { Band } from '@/components/layout/band'
import { LinkButton } from '@/components/ui/button'
import type { AuctionDetail, AuctionSummary } from '@/lib/contract/auctions'
import { pathFor } from '@/lib/i18n/route-names'

/** The first view: what is sold here and how, and beside it the auction that runs now, else the next one. */
export function HomeHero({ running, next }: { running: AuctionDetail | null; next: AuctionSummary | null }) {
  const t = useTranslations('Home')
  const words = useAuctionCardWords()
  const locale = useLocale()
  return (
    <Band overlapped>
      <div className="grid items-center gap-10 pt-8 sm:pt-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,30rem)] lg:gap-12 xl:grid-cols-[minmax(0,1fr)_minmax(0,32.5rem)]">
        <div className="grid gap-6">
          <h1 className="max-w-[16ch] text-h1 font-display">{t('heading')}</h1>
          <p className="max-w-[34rem] text-lead text-band-soft">{t('lead')}</p>
          <div className="flex flex-wrap gap-3 pt-2">
            <LinkButton size="lg" href={pathFor('user-login', locale)}>
              {t('participate')}
            </LinkButton>
            <LinkButton size="lg" tone="band" href={pathFor('auctions-auctionType-how-does-work', locale)}>
              {t('howItWorks')}
            </LinkButton>
          </div>
        </div>
        {running ? (
          <RunningCard auction={running} />
        ) : (
          next && (
            <div className="grid gap-3">
              <p className="text-small font-semibold text-band-soft">{t('nextStart')}</p>
              <AuctionCard auction={next} locale={locale} words={words} level={2} />
            </div>
          )
        )}
      </div>
    </Band>
  )
}
