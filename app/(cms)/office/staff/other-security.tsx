'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { AskDialog } from '@/app/(cms)/office/ask-dialog'
import { Panel, MutedText } from '@/app/(cms)/office/kit'
import { useOfficeText } from '@/app/(cms)/office/office-text'
import { Button } from '@/components/ui/button'
import { Failure, PresentPasswordField, useStaffCall } from './staff-calls'

type Password = FormDataEntryValue | null

/** For an administrator, each with the own password: turns a colleague's second factor off, with a reason, or removes the account. */
export function OtherSecurity({ staffId }: { staffId: number }) {
  const { t: say } = useOfficeText('portal')
  const router = useRouter()
  const [asking, setAsking] = useState<'reset' | 'remove' | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const reset = useStaffCall(async (ask, { reason, password }: { reason: string; password: Password }) => {
    const body = { staff_id: staffId, reason, password }
    setDone((await ask<{ message: string }>('/security/reset-two-factor', body)).message)
    setAsking(null)
  })
  const remove = useStaffCall(async (ask, password: Password) => {
    await ask('/security/remove', { staff_id: staffId, password })
    router.push('/admin/collections/staff')
  })
  const open = (what: 'reset' | 'remove') => {
    setDone(null)
    setAsking(what)
  }
  return (
    <div className="office">
      <Panel
        title={say('staffAccess')}
        actions={
          <>
            <Button tone="quiet" size="sm" className="text-lose-text" onClick={() => open('reset')}>
              {say('twoFactorReset')}
            </Button>
            <Button tone="quiet" size="sm" className="text-lose-text" onClick={() => open('remove')}>
              {say('removeStaff')}
            </Button>
          </>
        }
      >
        {done !== null && <MutedText role="status">{done}</MutedText>}
        {asking === 'reset' && (
          <AskDialog
            title={say('twoFactorReset')}
            text={say('twoFactorResetText')}
            verb={say('twoFactorReset')}
            danger
            withReason
            busy={reset.pending}
            onClose={() => {
              reset.clear()
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
            title={say('removeStaff')}
            text={say('removeStaffText')}
            verb={say('removeStaff')}
            danger
            busy={remove.pending}
            onClose={() => {
              remove.clear()
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
