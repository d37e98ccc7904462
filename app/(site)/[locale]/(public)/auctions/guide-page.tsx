import 'server-only'
import { getTranslations } from 'next-intl/server'
import { type Explanation, explanationMetadata, ExplanationPage } from './explanation-page'
import type { TypeParams } from './type-content'
import { GuideText } from '@/components/rules/rules'
import { LinkButton } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { pathFor } from '@/lib/i18n/route-names'

/** How it works, from registering to the agreement. */
const guide: Explanation = {
  namespace: 'HowItWorks',
  editorsPage: 'how_does_work',
  route: 'auctions-auctionType-how-does-work',
  text: () => <GuideText />,
  async further({ locale, auctionType }, shown) {
    const t = await getTranslations('HowItWorks.next')
    return (
      <Card padding="lg" as="section" data-print="hide" className="flex flex-wrap items-center justify-between gap-6">
        <div className="grid gap-1">
          <h2 className="text-h2">{t('title')}</h2>
          <p className="text-soft">{t('text')}</p>
        </div>
        <div className="flex flex-wrap gap-3">
          {shown && (
            <LinkButton href={pathFor('auctions-auctionType', locale, { auctionType: shown.slug })}>
              {t('auctions')}
            </LinkButton>
          )}
          <LinkButton
            tone="outline"
            href={pathFor('auctions-auctionType-rules-auctions', locale, auctionType ? { auctionType } : {})}
          >
            {t('rules')}
          </LinkButton>
        </div>
      </Card>
    )
  },
}

export function GuidePage(props: { params: Promise<TypeParams>; preview?: string }) {
  return <ExplanationPage explanation={guide} {...props} />
}

export const guideMetadata = ({ params }: { params: Promise<TypeParams> }) => explanationMetadata(guide, params)
