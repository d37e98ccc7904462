'use client'

import { useState } from 'react'
import { api } from '@/lib/api/browser'
import type { AccountFile } from '@/lib/contract/manager-accounts'
import { AskDialog, useAct } from '@/app/(cms)/office/console/ask-dialog'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { useOffice } from '@/app/(cms)/office/lists/use-office'

type Asking = 'confirm' | 'reject' | 'deactivate' | 'reactivate' | 'second-factor'

/** What a manager may decide about an account in its present state. */
export function Actions({ account, onDone }: { account: AccountFile; onDone: () => void }) {
  const { word } = useOffice()
  const [asking, setAsking] = useState<Asking | null>(null)
  const undecided = account.status === 'awaiting_confirmation' || account.status === 'rejected'
  return (
    <>
      {account.second_factor && (
        <Button tone="outline" size="sm" onClick={() => setAsking('second-factor')}>
          {word('resetSecondFactor')}
        </Button>
      )}
      {account.status !== 'deactivated' && (
        <Button tone="quiet" size="sm" className="text-lose-text" onClick={() => setAsking('deactivate')}>
          {word('deactivateAccount')}
        </Button>
      )}
      {account.status === 'awaiting_confirmation' && (
        <Button tone="outline" size="sm" onClick={() => setAsking('reject')}>
          {word('rejectAccount')}
        </Button>
      )}
      {undecided && (
        <Button size="sm" onClick={() => setAsking('confirm')}>
          {word('confirmAccount')}
        </Button>
      )}
      {account.status === 'deactivated' && (
        <Button size="sm" onClick={() => setAsking('reactivate')}>
          {word('reactivateAccount')}
        </Button>
      )}
      {asking && <Question account={account} asking={asking} onClose={() => setAsking(null)} onDone={onDone} />}
    </>
  )
}

type Props = { account: AccountFile; asking: Asking; onClose: () => void; onDone: () => void }

function Question({ account, asking, onClose, onDone }: Props) {
  const { word } = useOffice()
  const { busy, act } = useAct(onDone)
  const company = account.company_short_name
  const shared = { busy, onClose }

  async function run(work: () => Promise<unknown>): Promise<void> {
    if (await act(work)) onClose()
  }

  switch (asking) {
    case 'confirm':
      return (
        <ConfirmQuestion
          account={account}
          {...shared}
          onAnswer={(despite) =>
            void run(() => api.manager.confirmAccount({ user_id: account.id, despite_unconfirmed_email: despite }))
          }
        />
      )
    case 'reject':
      return (
        <AskDialog
          {...shared}
          title={word('rejectAccountTitle', { company })}
          text={word('rejectAccountText')}
          verb={word('rejectAccount')}
          danger
          withReason
          onAnswer={({ reason }) => void run(() => api.manager.rejectAccount({ user_id: account.id, reason }))}
        />
      )
    case 'deactivate':
      return (
        <AskDialog
          {...shared}
          title={word('deactivateTitle', { company })}
          text={word('deactivateText')}
          verb={word('deactivateAccount')}
          danger
          withReason
          onAnswer={({ reason }) => void run(() => api.manager.deactivateAccount({ user_id: account.id, reason }))}
        />
      )
    case 'reactivate':
      return (
        <AskDialog
          {...shared}
          title={word('reactivateTitle', { company })}
          text={word('reactivateText')}
          verb={word('reactivateAccount')}
          withReason
          onAnswer={({ reason }) => void run(() => api.manager.reactivateAccount({ user_id: account.id, reason }))}
        />
      )
    case 'second-factor':
      return (
        <AskDialog
          {...shared}
          title={word('resetSecondFactorTitle', { company })}
          text={word('resetSecondFactorText')}
          verb={word('resetSecondFactor')}
          danger
          withReason
          onAnswer={({ reason }) => void run(() => api.manager.resetTwoFactor({ user_id: account.id, reason }))}
        />
      )
    default:
      return asking satisfies never
  }
}

type ConfirmProps = {
  account: AccountFile
  busy: boolean
  onClose: () => void
  onAnswer: (despiteUnconfirmedEmail: boolean) => void
}

/** An address that nobody proved to read is confirmed knowingly or not at all. */
function ConfirmQuestion({ account, busy, onClose, onAnswer }: ConfirmProps) {
  const { word } = useOffice()
  const [despite, setDespite] = useState(false)
  const [missing, setMissing] = useState(false)
  return (
    <AskDialog
      title={word('confirmTitle', { company: account.company_short_name })}
      text={word('confirmText')}
      verb={word('confirmAccount')}
      busy={busy}
      onClose={onClose}
      onAnswer={() => {
        if (account.email_confirmed || despite) onAnswer(despite)
        else setMissing(true)
      }}
    >
      {account.missing_documents.length > 0 && (
        <Notice tone="wait">
          {word('confirmMissingDocuments', {
            missing: account.missing_documents.map((kind) => word(`document_${kind}`)).join(', '),
          })}
        </Notice>
      )}
      {!account.email_confirmed && (
        <>
          <Notice tone="wait">{word('confirmUnconfirmedText')}</Notice>
          <Checkbox
            label={word('confirmAnyway')}
            checked={despite}
            error={missing ? word('confirmAnywayRequired') : undefined}
            onChange={(event) => {
              setDespite(event.target.checked)
              setMissing(false)
            }}
          />
        </>
      )}
    </AskDialog>
  )
}
