'use client'

import { type ReactNode, useState } from 'react'
import { DecisionDialog } from '@/components/office/decision-dialog'
import { type Translate, useOfficeText } from '@/components/office/office-text'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { api } from '@/lib/api/browser'
import type { AccountFile } from '@/lib/contract/manager'
import { formatPhone } from '@/lib/i18n/formats'
import type { OfficeTextKey } from '@/components/office/office-text'

type ReasonInput = { company_id: number; reason: string; version: string }
type Decision = { danger: boolean; done: OfficeTextKey; decide: (answer: ReasonInput) => Promise<unknown> }

/** Decisions with a reason, by the prefix of their texts. A rejection names the version of the data that it is based on. */
const DECISIONS = {
  rejectAccount: {
    danger: true,
    done: 'decision_account_rejected',
    decide: (answer) => api.manager.rejectAccount(answer),
  },
  deactivateAccount: {
    danger: true,
    done: 'decision_account_deactivated',
    decide: ({ company_id, reason }) => api.manager.deactivateAccount({ company_id, reason }),
  },
  reactivateAccount: {
    danger: false,
    done: 'decision_account_reactivated',
    decide: ({ company_id, reason }) => api.manager.reactivateAccount({ company_id, reason }),
  },
} satisfies Record<string, Decision>

type OpenDialog = 'confirm' | keyof typeof DECISIONS

/** The decisions that the state of the account allows. */
export function AccountActions({ account }: { account: AccountFile }) {
  const { t } = useOfficeText()
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const undecided = account.status === 'awaiting_confirmation' || account.status === 'rejected'
  return (
    <>
      {account.status !== 'deactivated' && (
        <Button tone="quiet" size="sm" className="text-lose-text" onClick={() => setOpen('deactivateAccount')}>
          {t('deactivateAccount')}
        </Button>
      )}
      {account.status === 'awaiting_confirmation' && (
        <Button tone="outline" size="sm" onClick={() => setOpen('rejectAccount')}>
          {t('rejectAccount')}
        </Button>
      )}
      {undecided && (
        <Button size="sm" onClick={() => setOpen('confirm')}>
          {t('confirm')}
        </Button>
      )}
      {account.status === 'deactivated' && (
        <Button size="sm" onClick={() => setOpen('reactivateAccount')}>
          {t('reactivateAccount')}
        </Button>
      )}
      {open && <AccountDialog account={account} decision={open} onClose={() => setOpen(null)} />}
    </>
  )
}

type Props = { account: AccountFile; decision: OpenDialog; onClose: () => void }

function AccountDialog({ account, decision, onClose }: Props) {
  const { t } = useOfficeText()
  const [accountWhenOpened] = useState(account)
  const changed = <ChangedMeanwhile before={accountWhenOpened} now={account} />

  if (decision === 'confirm')
    return (
      <ConfirmAccountDialog account={account} onClose={onClose}>
        {changed}
      </ConfirmAccountDialog>
    )
  const { decide, ...rest } = DECISIONS[decision]
  return (
    <DecisionDialog
      {...rest}
      title={t(`${decision}Title`, { company: account.company_short_name })}
      text={t(`${decision}Text`)}
      verb={t(decision)}
      reasonFor={`${decision}:${account.id}`}
      decide={({ reason }) => decide({ company_id: account.id, reason, version: account.version })}
      onClose={onClose}
    >
      {decision === 'rejectAccount' && changed}
    </DecisionDialog>
  )
}

type ConfirmProps = { account: AccountFile; onClose: () => void; children: ReactNode }

/** An account with an unconfirmed address needs an explicit confirmation. */
function ConfirmAccountDialog({ account, onClose, children }: ConfirmProps) {
  const { t } = useOfficeText()
  const [confirmAnyway, setConfirmAnyway] = useState(false)
  const [missing, setMissing] = useState(false)
  return (
    <DecisionDialog
      title={t('confirmTitle', { company: account.company_short_name })}
      text={t('confirmText')}
      verb={t('confirm')}
      isValid={() => {
        const isConfirmed = account.email_confirmed || confirmAnyway
        setMissing(!isConfirmed)
        return isConfirmed
      }}
      done="decision_account_confirmed"
      decide={() =>
        api.manager.confirmAccount({
          company_id: account.id,
          version: account.version,
          despite_unconfirmed_email: confirmAnyway,
        })
      }
      onClose={onClose}
    >
      {children}
      {account.missing_documents.length > 0 && (
        <Notice tone="wait">
          {t('confirmMissingDocuments', {
            missing: account.missing_documents.map((kind) => t(`document_${kind}`)).join(', '),
          })}
        </Notice>
      )}
      {!account.email_confirmed && (
        <>
          <Notice tone="wait">{t('confirmUnconfirmedText')}</Notice>
          <Checkbox
            label={t('confirmAnyway')}
            checked={confirmAnyway}
            error={missing ? t('confirmAnywayRequired') : undefined}
            onChange={(event) => {
              setConfirmAnyway(event.target.checked)
              setMissing(false)
            }}
          />
        </>
      )}
    </DecisionDialog>
  )
}

function rowsOf(account: AccountFile, t: Translate): [label: string, value: string][] {
  const { surname, name, patronymic, documents } = account
  return [
    [t('fullName'), account.company_name],
    [t('shortName'), account.company_short_name],
    [t('edrpou'), account.edrpou],
    [t('eic'), account.eic],
    [t('iban'), account.iban],
    [t('contactPerson'), [surname, name, patronymic].filter(Boolean).join(' ')],
    [t('phone'), formatPhone(account.phone)],
    [t('email'), account.email],
    [t('auctionKind'), t(`kind_${account.auction_kind}`)],
    [t('documents'), documents.map((document) => document.name).join(', ')],
  ]
}

/** The company's changes since the dialog was opened. */
function ChangedMeanwhile({ before, now }: { before: AccountFile; now: AccountFile }) {
  const { t } = useOfficeText()
  if (before.version === now.version) return null
  const oldRows = rowsOf(before, t)
  const changed = rowsOf(now, t).flatMap(([label, value], index) => {
    const was = oldRows[index]?.[1]
    return was === value ? [] : [{ index, label, was: was || '—', value: value || '—' }]
  })
  return (
    <Notice tone="wait" role="status" title={t('changedMeanwhile')}>
      <ul className="grid gap-1">
        {changed.map(({ index, label, was, value }) => (
          <li key={index} className="break-words">
            {label}: <s>{was}</s> → {value}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
