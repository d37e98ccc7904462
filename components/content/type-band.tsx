import { useLocale, useTranslations } from 'next-intl'
import { Breadcrumbs } from './page-head'
import { Band, BandTitle, type BandTone } from '@/components/layout/band'
import { LinkButton } from '@/components/ui/button'
import type { Category } from '@/lib/contract/content'
import type { BlockOf } from '@/lib/contract/pages'
import { pathFor } from '@/lib/i18n/route-names'

export interface TypeBandProps {
  category: Category
  tone: BandTone
  /** An editor's words instead of the portal's own, and the language they are in. */
  words?: BlockOf<'hero'> | null
  lang?: string
}

/** The head of a product's page; natural gas has the flame-blue band. */
export function TypeBand({ category, tone, words, lang }: TypeBandProps) {
  const t = useTranslations('AuctionsList')
  const locale = useLocale()
  const params = { auctionType: category.slug }
  return (
    <Band
      tone={tone}
      trail={<Breadcrumbs page={{ name: category.name, path: pathFor('auctions-auctionType', locale, params) }} />}
    >
      <BandTitle
        title={words?.title ? <span lang={lang}>{words.title}</span> : category.name}
        lead={words?.text ? <span lang={lang}>{words.text}</span> : t('lead')}
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
