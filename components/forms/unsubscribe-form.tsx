'use client'

import { useTranslations } from 'next-intl'
import { useActionState } from 'react'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'

export interface UnsubscribeFormProps {
  /** A server action, so that the form also works without JavaScript; answers whether it failed. */
  action: (failed: boolean, form: FormData) => Promise<boolean>
  token: string
}

export function UnsubscribeForm({ action, token }: UnsubscribeFormProps) {
  const t = useTranslations('Unsubscribe')
  const [failed, send, pending] = useActionState(action, false)
  return (
    <form action={send} className="grid gap-4">
      {failed && (
        <Notice tone="lose" role="alert">
          <p className="font-medium">{t('failed')}</p>
        </Notice>
      )}
      <input type="hidden" name="token" value={token} />
      <Button type="submit" size="lg" wide pending={pending}>
        {t('stop')}
      </Button>
    </form>
  )
}
