'use client'

import { type ReactNode, useState } from 'react'
import { api } from '@/lib/api/browser'
import type { AccountFile } from '@/lib/contract/manager-accounts'
import { AskDialog, useAct } from '@/app/(cms)/office/console/ask-dialog'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { useOffice } from '@/app/(cms)/office/lists/use-office'
import { ChangedMeanwhile } from './changed-meanwhile'

type Answer = { user_id: number; reason: string; version: string }
type Decision = { danger: boolean; decide: (answer: Answer) => Promise<unknown> }

/** Decisions that take a reason, by the name of their words. Whoever rejects has looked at what the company says of itself. */
const DECISIONS = {
  rejectAccount: { danger: true, decide: (answer) => api.manager.rejectAccount(answer) },
  deactivateAccount: {
    danger: true,
    decide: ({ user_id, reason }) => api.manager.deactivateAccount({ user_id, reason }),
  },
  reactivateAccount: {
    danger: false,
    decide: ({ user_id, reason }) => api.manager.reactivateAccount({ user_id, reason }),
  },
  resetSecondFactor: { danger: true, decide: ({ user_id, reason }) => api.manager.resetTwoFactor({ user_id, reason }) },
} satisfies Record<string, Decision>

type Asking = 'confirm' | keyof typeof DECISIONS

/** What a manager may decide about an account in its present state. */
export function Actions({ account, onDone }: { account: AccountFile; onDone: () => void }) {
  const { word } = useOffice()
  const [asking, setAsking] = useState<Asking | null>(null)
  const undecided = account.status === 'awaiting_confirmation' || account.status === 'rejected'
  return (
    <>
      {account.second_factor && (
        <Button tone="outline" size="sm" onClick={() => setAsking('resetSecondFactor')}>
          {word('resetSecondFactor')}
        </Button>
      )}
      {account.status !== 'deactivated' && (
        <Button tone="quiet" size="sm" className="text-lose-text" onClick={() => setAsking('deactivateAccount')}>
          {word('deactivateAccount')}
        </Button>
      )}
      {account.status === 'awaiting_confirmation' && (
        <Button tone="outline" size="sm" onClick={() => setAsking('rejectAccount')}>
          {word('rejectAccount')}
        </Button>
      )}
      {undecided && (
        <Button size="sm" onClick={() => setAsking('confirm')}>
          {word('confirmAccount')}
        </Button>
      )}
      {account.status === 'deactivated' && (
        <Button size="sm" onClick={() => setAsking('reactivateAccount')}>
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
  const [asked] = useState(account)
  const shared = { busy, onClose }
  const changed = <ChangedMeanwhile before={asked} now={account} />

  async function run(work: () => Promise<unknown>): Promise<void> {
    if (await act(work)) onClose()
  }

  if (asking === 'confirm')
    return (
      <ConfirmQuestion
        account={account}
        {...shared}
        onAnswer={(despite) =>
          void run(() =>
            api.manager.confirmAccount({
              user_id: account.id,
              version: account.version,
              despite_unconfirmed_email: despite,
            }),
          )
        }
      >
        {changed}
      </ConfirmQuestion>
    )
  const { danger, decide } = DECISIONS[asking]
  return (
    <AskDialog
      {...shared}
      title={word(`${asking}Title`, { company: account.company_short_name })}
      text={word(`${asking}Text`)}
      verb={word(asking)}
      danger={danger}
      withReason
      onAnswer={({ reason }) => void run(() => decide({ user_id: account.id, reason, version: account.version }))}
    >
      {asking === 'rejectAccount' && changed}
    </AskDialog>
  )
}

type ConfirmProps = {
  account: AccountFile
  busy: boolean
  onClose: () => void
  onAnswer: (despiteUnconfirmedEmail: boolean) => void
  children: ReactNode
}

/** An address that nobody proved to read is confirmed knowingly or not at all. */
function ConfirmQuestion({ account, busy, onClose, onAnswer, children }: ConfirmProps) {
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
      {children}
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
