'use client'

import { useState } from 'react'
import { AskDialog } from '@/app/(cms)/office/console/ask-dialog'
import { Panel, Quiet } from '@/app/(cms)/office/kit'
import { useStaffWords } from '@/app/(cms)/office/use-words'
import { Button } from '@/components/ui/button'
import { useStaffCall } from './staff-calls'
import { Failure, PresentPasswordField } from './two-factor-setup'

/** For an administrator: turns a colleague's second factor off, with a reason and the own password. */
export function OtherSecurity({ staffId }: { staffId: number }) {
  const { say } = useStaffWords()
  const [asking, setAsking] = useState(false)
  const [done, setDone] = useState<string | null>(null)
  const reset = useStaffCall(
    async (ask, { reason, password }: { reason: string; password: FormDataEntryValue | null }) => {
      const answer = await ask<{ message: string }>('/security/reset-two-factor', {
        staff_id: staffId,
        reason,
        password,
      })
      setDone(answer.message)
      setAsking(false)
    },
  )
  return (
    <div className="office">
      <Panel
        title={say('codeTitle')}
        actions={
          <Button
            tone="quiet"
            size="sm"
            className="text-lose-text"
            onClick={() => {
              setDone(null)
              setAsking(true)
            }}
          >
            {say('twoFactorReset')}
          </Button>
        }
      >
        {done !== null && <Quiet role="status">{done}</Quiet>}
        {asking && (
          <AskDialog
            title={say('twoFactorReset')}
            text={say('twoFactorResetText')}
            verb={say('twoFactorReset')}
            danger
            withReason
            busy={reset.pending}
            onClose={() => {
              reset.clear()
              setAsking(false)
            }}
            onAnswer={({ reason, form }) => void reset.run({ reason, password: form.get('present') })}
          >
            <Failure words={reset.failure} />
            <PresentPasswordField />
          </AskDialog>
        )}
      </Panel>
    </div>
  )
}
