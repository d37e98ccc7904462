'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'

/** The recovery codes, this once; the portal keeps only their hashes. */
export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const t = useTranslations('TwoFactor')
  const tCommon = useTranslations('Common')
  const [copied, setCopied] = useState(false)
  const text = `${codes.join('\n')}\n`
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('codesTitle')}
      description={t('codesText')}
      closeLabel={tCommon('close')}
      actions={<Button onClick={onClose}>{t('done')}</Button>}
    >
      <ul className="numbers grid grid-cols-2 gap-x-6 gap-y-2 rounded-md bg-sunken p-4 text-center font-semibold tracking-wide">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          tone="outline"
          size="sm"
          onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true), () => setCopied(false))}
        >
          {t('copy')}
        </Button>
        <Button tone="outline" size="sm" onClick={() => saveAsFile(t('fileName'), text)}>
          {t('download')}
        </Button>
        <span role="status" className="text-small font-medium text-go-text">{copied && t('copied')}</span>
      </div>
    </Dialog>
  )
}

function saveAsFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
