import 'server-only'
import { getTranslations } from 'next-intl/server'
import { type Explanation, explanationMetadata, ExplanationPage } from './explanation-page'
import type { TypeParams } from './type-content'
import { readSiteFrame } from '@/app/(site)/site-frame'
import { RulesText } from '@/components/rules/rules'
import { AppLink } from '@/components/ui/link'
import { LinkButton } from '@/components/ui/button'
import { pathFor } from '@/lib/i18n/route-names'

/** The rules, on a type's page in its units and with its figures. */
const rules: Explanation = {
  namespace: 'Rules',
  editorsPage: 'rules',
  route: 'auctions-auctionType-rules-auctions',
  text: (shown, failed) => (shown ? <RulesText category={shown} /> : failed),
  async further({ locale }, shown) {
    const [t, frame] = await Promise.all([getTranslations('Rules'), readSiteFrame(locale)])
    return (
      <div data-print="hide" className="flex flex-wrap items-center justify-between gap-4">
        {frame.supportEmail && (
          <p className="text-soft">
            {t('ask')}{' '}
            <AppLink href={frame.supportEmail} className="font-semibold text-link hover:underline">
              {frame.supportEmail}
            </AppLink>
          </p>
        )}
        {shown && (
          <LinkButton href={pathFor('auctions-auctionType', locale, { auctionType: shown.slug })}>
            {t('toAuctions')}
          </LinkButton>
        )}
      </div>
    )
  },
}

export function RulesPage(props: { params: Promise<TypeParams>; preview?: string }) {
  return <ExplanationPage explanation={rules} {...props} />
}

export const rulesMetadata = ({ params }: { params: Promise<TypeParams> }) => explanationMetadata(rules, params)
