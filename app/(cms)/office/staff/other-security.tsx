'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { AskDialog } from '@/app/(cms)/office/ask-dialog'
import { Panel, MutedText } from '@/app/(cms)/office/kit'
import { useOfficeText } from '@/app/(cms)/office/office-text'
import { Button } from '@/components/ui/button'
import { askStaff, Failure, PresentPasswordField, useStaffCall } from './staff-calls'

type Password = FormDataEntryValue | null

/** For an administrator, each with the own password: turns a colleague's second factor off, with a reason, or removes the account. */
export function OtherSecurity({ staffId }: { staffId: number }) {
  const { t, locale } = useOfficeText('portal')
  const router = useRouter()
  const [asking, setAsking] = useState<'reset' | 'remove' | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const reset = useStaffCall(async (proof: { reason: string; password: Password }) => {
    const body = { staff_id: staffId, ...proof }
    setDone((await askStaff<{ message: string }>('/security/reset-two-factor', body, locale)).message)
    setAsking(null)
  })
  const remove = useStaffCall(async (password: Password) => {
    await askStaff('/security/remove', { staff_id: staffId, password }, locale)
    router.push('/admin/collections/staff')
  })
  const open = (what: 'reset' | 'remove') => {
    setDone(null)
    setAsking(what)
  }
  return (
    <div className="office">
      <Panel
        title={t('staffAccess')}
        actions={
          <>
            <Button tone="quiet" size="sm" className="text-lose-text" onClick={() => open('reset')}>
              {t('twoFactorReset')}
            </Button>
            <Button tone="quiet" size="sm" className="text-lose-text" onClick={() => open('remove')}>
              {t('removeStaff')}
            </Button>
          </>
        }
      >
        {done !== null && <MutedText role="status">{done}</MutedText>}
        {asking === 'reset' && (
          <AskDialog
            title={t('twoFactorReset')}
            text={t('twoFactorResetText')}
            verb={t('twoFactorReset')}
            danger
            withReason
            busy={reset.isPending}
            onClose={() => {
              reset.reset()
              setAsking(null)
            }}
            onAnswer={({ reason, form }) => void reset.run({ reason, password: form.get('present') })}
          >
            <Failure words={reset.failure} />
            <PresentPasswordField />
          </AskDialog>
        )}
        {asking === 'remove' && (
          <AskDialog
            title={t('removeStaff')}
            text={t('removeStaffText')}
            verb={t('removeStaff')}
            danger
            busy={remove.isPending}
            onClose={() => {
              remove.reset()
              setAsking(null)
            }}
            onAnswer={({ form }) => void remove.run(form.get('present'))}
          >
            <Failure words={remove.failure} />
            <PresentPasswordField />
          </AskDialog>
        )}
      </Panel>
    </div>
  )
}
