import { useLocale, useTranslations } from 'next-intl'
import { AuctionCard } from '@/components/content/auction-card'
import { useAuctionCardWords } from '@/components/content/auction-card-words'
import { RunningCard } from '@/components/content/running-card'
import { Band } from '@/components/layout/band'
import { LinkButton } from '@/components/ui/button'
import type { AuctionDetail, AuctionSummary } from '@/lib/contract/auctions'
import type { BlockOf } from '@/lib/contract/pages'
import { pathFor } from '@/lib/i18n/route-names'

export interface HomeHeroProps {
  running: AuctionDetail | null
  next: AuctionSummary | null
  /** An editor's words instead of the portal's own, and the language they are in. */
  words?: BlockOf<'hero'> | null
  lang?: string
}

/** The first view: what is sold here and how, and beside it the auction that runs now, else the next one. */
export function HomeHero({ running, next, words: written, lang }: HomeHeroProps) {
  const t = useTranslations('Home')
  const words = useAuctionCardWords()
  const locale = useLocale()
  const ownLinks = [
    { name: t('participate'), url: pathFor('user-login', locale) },
    { name: t('howItWorks'), url: pathFor('auctions-auctionType-how-does-work', locale) },
  ]
  const links = written && written.links.length > 0 ? written.links : ownLinks
  return (
    <Band overlapped>
      <div className="grid items-center gap-10 pt-8 sm:pt-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,30rem)] lg:gap-12 xl:grid-cols-[minmax(0,1fr)_minmax(0,32.5rem)]">
        <div className="grid gap-6">
          <h1 lang={written?.title ? lang : undefined} className="max-w-[16ch] text-h1 font-display">
            {written?.title || t('heading')}
          </h1>
          <p lang={written?.text ? lang : undefined} className="max-w-[34rem] text-lead text-band-soft">
            {written?.text || t('lead')}
          </p>
          <div className="flex flex-wrap gap-3 pt-2">
            {links.map(({ name, url }, index) => (
              <LinkButton key={url} size="lg" tone={index === 0 ? 'primary' : 'band'} href={url} locale={locale}>
                {name}
              </LinkButton>
            ))}
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
