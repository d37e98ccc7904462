'use client'

import { useState } from 'react'
import { api } from '@/lib/api/browser'
import type { AccountFile } from '@/lib/contract/manager-accounts'
import { AskDialog, useAct } from '@/app/(cms)/office/console/ask-dialog'
import { useOffice } from '@/app/(cms)/office/lists/use-office'

type Asking = 'confirm' | 'deactivate' | 'reactivate' | 'second-factor'

/** What a manager may decide about an account in its present state. */
export function Actions({ account, onDone }: { account: AccountFile; onDone: () => void }) {
  const { word } = useOffice()
  const [asking, setAsking] = useState<Asking | null>(null)
  return (
    <span className="office-actions">
      {account.status === 'awaiting_confirmation' && (
        <button type="button" className="office-button" data-look="action" onClick={() => setAsking('confirm')}>
          {word('confirmAccount')}
        </button>
      )}
      {account.status === 'deactivated' && (
        <button type="button" className="office-button" data-look="action" onClick={() => setAsking('reactivate')}>
          {word('reactivateAccount')}
        </button>
      )}
      {account.second_factor && (
        <button type="button" className="office-button" onClick={() => setAsking('second-factor')}>
          {word('resetSecondFactor')}
        </button>
      )}
      {account.status !== 'deactivated' && (
        <button
          type="button"
          className="office-button"
          data-look="quiet-danger"
          onClick={() => setAsking('deactivate')}
        >
          {word('deactivateAccount')}
        </button>
      )}
      {asking && <Question account={account} asking={asking} onClose={() => setAsking(null)} onDone={onDone} />}
    </span>
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
      {!account.email_confirmed && (
        <div className="office-field">
          <p className="office-note">{word('confirmUnconfirmedText')}</p>
          <label className="office-check">
            <input
              type="checkbox"
              checked={despite}
              aria-invalid={missing}
              onChange={(event) => {
                setDespite(event.target.checked)
                setMissing(false)
              }}
            />
            {word('confirmAnyway')}
          </label>
          {missing && (
            <p className="office-field-fault" role="alert">
              {word('confirmAnywayRequired')}
            </p>
          )}
        </div>
      )}
    </AskDialog>
  )
}
