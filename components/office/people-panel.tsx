'use client'

import { useState } from 'react'
import { DecisionDialog } from '@/components/office/decision-dialog'
import { ListPanel, MutedText, Panel, StatusPill, TextLink } from '@/components/office/kit'
import { useOfficeText } from '@/components/office/office-text'
import { Button } from '@/components/ui/button'
import { api } from '@/lib/api/browser'
import type { AccountFile } from '@/lib/contract/manager'
import type { Person } from '@/lib/contract/people'
import { formatDateTime, formatPhone } from '@/lib/i18n/formats'
import type { OfficeTextKey } from '@/components/office/office-text'

type PersonInput = { person_id: number; reason: string }

/** Decisions on one of the company's people, by the prefix of their texts. */
const DECISIONS = {
  deactivatePerson: {
    danger: true,
    done: 'decision_person_deactivated',
    decide: (input) => api.manager.deactivatePerson(input),
  },
  reactivatePerson: {
    danger: false,
    done: 'decision_person_reactivated',
    decide: (input) => api.manager.reactivatePerson(input),
  },
  resetSecondFactor: {
    danger: true,
    done: 'secondFactorWasReset',
    decide: (input) => api.manager.resetTwoFactor(input),
  },
} satisfies Record<string, { danger: boolean; done: OfficeTextKey; decide: (input: PersonInput) => Promise<unknown> }>

type OpenDialog = { decision: keyof typeof DECISIONS; person: Person }

/** The company's people (R14), whose access a manager may suspend, and requests for access. */
export function PeoplePanel({ account }: { account: AccountFile }) {
  const { t, locale } = useOfficeText()
  const [open, setOpen] = useState<OpenDialog | null>(null)
  return (
    <Panel title={t('people')}>
      {account.people.length === 0 && <MutedText>{t('noPeople')}</MutedText>}
      <ul className="divide-y divide-line">
        {account.people.map((person) => (
          <li key={person.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
            <span className="grid min-w-0 grow basis-64 break-words">
              <b className="font-semibold">{person.name}</b>
              <span className="text-small text-soft">
                {t(`role_${person.role}`)} · <TextLink href={`mailto:${person.email}`}>{person.email}</TextLink> ·{' '}
                {formatPhone(person.phone)}
              </span>
              {person.email_refused_since !== null && (
                <span className="text-small text-lose-text">
                  {t('emailRefusedSince', { at: formatDateTime(person.email_refused_since, locale) })}
                </span>
              )}
              <span className="text-small text-soft">
                {person.signed_in_at === null
                  ? t('neverSignedIn')
                  : t('lastSignIn', { at: formatDateTime(person.signed_in_at, locale) })}{' '}
                · {t('secondFactor')}: {t(person.second_factor ? 'secondFactorOn' : 'secondFactorOff')}
              </span>
            </span>
            {person.deactivated && <StatusPill status="account_deactivated">{t('personDeactivated')}</StatusPill>}
            <span className="flex flex-wrap gap-2">
              {person.second_factor && (
                <Button tone="outline" size="sm" onClick={() => setOpen({ decision: 'resetSecondFactor', person })}>
                  {t('resetSecondFactor')}
                </Button>
              )}
              <Button
                tone="outline"
                size="sm"
                onClick={() =>
                  setOpen({ decision: person.deactivated ? 'reactivatePerson' : 'deactivatePerson', person })
                }
              >
                {t(person.deactivated ? 'reactivatePerson' : 'deactivatePerson')}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {account.documents_email !== null && (
        <p className="text-small text-soft">
          {t('documentsEmail', { email: account.documents_email })}
          {account.documents_email_refused_since !== null && (
            <span className="text-lose-text">
              {' '}
              · {t('emailRefusedSince', { at: formatDateTime(account.documents_email_refused_since, locale) })}
            </span>
          )}
        </p>
      )}
      {account.access_requests.length > 0 && (
        <div className="grid gap-1">
          <b className="font-semibold">{t('accessRequests')}</b>
          {account.access_requests.map((request) => (
            <span key={request.id} className="break-words text-small text-soft">
              {request.name} · {request.email} · {formatDateTime(request.requested_at, locale)}
            </span>
          ))}
        </div>
      )}
      {open && <PersonDialog {...open} onClose={() => setOpen(null)} />}
    </Panel>
  )
}

function PersonDialog({ decision, person, onClose }: OpenDialog & { onClose: () => void }) {
  const { t } = useOfficeText()
  const { decide, ...rest } = DECISIONS[decision]
  return (
    <DecisionDialog
      {...rest}
      title={t(`${decision}Title`, { name: person.name })}
      text={t(`${decision}Text`)}
      verb={t(decision)}
      reasonFor={`${decision}:${person.id}`}
      decide={({ reason }) => decide({ person_id: person.id, reason })}
      onClose={onClose}
    />
  )
}

/** The people's actions other than bids, messages and documents. */
export function ActionsPanel({ activity }: { activity: AccountFile['activity'] }) {
  const { t, locale } = useOfficeText()
  return (
    <ListPanel title={t('companyActs')} none={t('noActs')}>
      {activity.map((entry) => (
        <li key={entry.id} className="grid gap-0.5 py-2.5">
          <span className="break-words">
            {t(`act_${entry.action}`)}
            {entry.title !== '' && `: ${entry.title}`}
            {entry.role !== null && ` (${t(`role_${entry.role}`)})`}
          </span>
          <span className="text-small text-soft">
            {entry.by} · {formatDateTime(entry.at, locale)}
          </span>
        </li>
      ))}
    </ListPanel>
  )
}
