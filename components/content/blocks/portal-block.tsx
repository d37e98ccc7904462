import { useTranslations } from 'next-intl'
import { CertificateList } from '@/components/content/certificate-list'
import { GuideText } from '@/components/rules/guide-text'
import { RulesText } from '@/components/rules/rules-text'
import { WorkedExampleTable } from '@/components/rules/worked-example-table'
import { Card } from '@/components/ui/card'
import type { BlockOf } from '@/lib/contract/pages'
import { type BlockContext, BlockFrame } from './block-frame'

/** What the portal itself knows, in the units of the page’s product; on pages for all products, of condensate. */
export function PortalBlock({ block, context }: { block: BlockOf<'portal'>; context: BlockContext }) {
  const t = useTranslations('Certificates')
  const category =
    context.category ?? context.categories.find(({ key }) => key === 'gas_condensate') ?? context.categories[0]
  switch (block.section) {
    case 'rules':
      return category && <RulesText category={category} />
    case 'worked_example':
      return (
        category && (
          <Card as="div" padding="lg">
            <WorkedExampleTable category={category} />
          </Card>
        )
      )
    case 'guide':
      return <GuideText />
    case 'certificates':
      return (
        <BlockFrame title={t('list')}>
          <CertificateList certificates={context.certificates} categories={context.categories} today={context.today} />
        </BlockFrame>
      )
    default:
      return block.section satisfies never
  }
}
