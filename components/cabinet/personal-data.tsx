import { useTranslations } from 'next-intl'
import { Card, CardHeader } from '@/components/ui/card'
import type { DeletionStatus } from '@/lib/contract/personal-data'
import { ExportData, Deletions } from './data-requests'

/** What a person may ask about the data that is kept: a copy of it, and its deletion. */
export function PersonalData({ deletion }: { deletion: DeletionStatus }) {
  const t = useTranslations('PersonalData')
  return (
    <Card aria-labelledby="personal-data">
      <CardHeader id="personal-data" title={t('title')} />
      <p className="pb-4 pt-1 text-small text-soft">{t('exportText')}</p>
      <ExportData />
      <h3 className="mt-6 border-t border-line pt-5 font-semibold">{t('deletionTitle')}</h3>
      <p className="pb-4 pt-1 text-small text-soft">{t('deletionText')}</p>
      <Deletions status={deletion} />
    </Card>
  )
}
