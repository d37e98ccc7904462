'use client'

import { ActionLink, OfficePage } from '@/components/office/kit'
import { useOfficeText } from '@/components/office/office-text'
import { OFFICE } from '@/components/office/rooms'

export function MissingRoom() {
  const { t } = useOfficeText()
  return (
    <OfficePage title={t('error_not_found')}>
      <div>
        <ActionLink href={OFFICE}>{t('toDashboard')}</ActionLink>
      </div>
    </OfficePage>
  )
}
