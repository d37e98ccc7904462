import { useTranslations } from 'next-intl'
import { BlockFrame, type BlockProps } from '@/components/content/blocks/block-frame'
import { CertificateList } from '@/components/content/certificate-list'
import { GuideText, RulesText, WorkedExampleTable } from '@/components/rules/rules'
import { Card } from '@/components/ui/card'

export function PortalBlock({ block, context }: BlockProps<'portal'>) {
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
      return <GuideText category={category} />
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
