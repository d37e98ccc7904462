'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { PasswordDialog } from '@/components/cabinet/password-dialog'
import { useDeed } from '@/components/cabinet/use-deed'
import { Button, LinkButton } from '@/components/ui/button'
import { api } from '@/lib/api/browser'

/** A copy of everything that is kept of the account, for the password. */
export function ExportData() {
  const t = useTranslations('PersonalData')
  const [asking, setAsking] = useState(false)
  const [address, setAddress] = useState<string | null>(null)
  const deed = useDeed(async (password: string) => {
    setAddress((await api.personalData.export({ password })).data.url)
    setAsking(false)
  })
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        {address === null ? (
          <Button tone="outline" onClick={() => setAsking(true)}>{t('export')}</Button>
        ) : (
          <LinkButton href={address} download>{t('download')}</LinkButton>
        )}
        <span role="status" className="text-small font-medium text-go-text">{address !== null && t('ready')}</span>
      </div>
      {asking && (
        <PasswordDialog
          title={t('exportTitle')}
          text={t('exportDialog')}
          deed={t('export')}
          pending={deed.pending}
          failure={deed.failure}
          onClose={() => {
            deed.clear()
            setAsking(false)
          }}
          onSubmit={(password) => void deed.run(password)}
        />
      )}
    </>
  )
}
