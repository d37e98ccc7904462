'use client'

import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { FormDialog } from '@/components/forms/form-dialog'
import { ReasonField } from '@/components/office/decision-dialog'
import { MutedText, Panel } from '@/components/office/kit'
import { RecordTable } from '@/components/office/list'
import { useOfficeText } from '@/components/office/office-text'
import {
  callStaffApi,
  type SecurityStatus,
  useStaffMutation,
  useStaffQuery,
} from '@/components/office/access/staff-client'
import { currentFirst, deviceName, FEW_SESSIONS } from '@/components/cabinet/sessions-list'
import {
  AppSecret,
  FocusedSection,
  RecoveryCodes,
  type TwoFactorTask,
  useTwoFactorTask,
} from '@/components/identity/two-factor'
import { Button } from '@/components/ui/button'
import { CodeField, TextField } from '@/components/ui/field'
import { FailureNotice } from '@/components/ui/notice'
import { formatDateTime } from '@/lib/i18n/formats'

/** The member's own sessions and second factor. */
export function OwnSecurity() {
  const t = useTranslations('StaffAccess')
  const { t: officeText, locale } = useOfficeText()
  const [showsAll, setShowsAll] = useState(false)
  const { data: status, failure, refetch } = useStaffQuery<SecurityStatus>('/security/status')
  const end = useStaffMutation(({ path, id }: { path: 'end' | 'end-others'; id?: string }) =>
    callStaffApi(`/security/sessions/${path}`, { id }).finally(refetch),
  )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <FailureNotice>{failure ?? end.failure}</FailureNotice>
      {status && <OwnTwoFactor status={status.two_factor} onChange={refetch} />}
      {status && (
        <Panel
          title={t('sessionsTitle')}
          actions={
            status.sessions.length > 1 && (
              <Button tone="outline" size="sm" onClick={() => void end.run({ path: 'end-others' })}>
                {t('sessionEndOthers')}
              </Button>
            )
          }
        >
          <RecordTable
            caption={t('sessionsTitle')}
            rows={currentFirst(status.sessions).slice(0, showsAll ? undefined : FEW_SESSIONS)}
            columns={[
              { head: t('sessionDevice'), cell: ({ device }) => <span title={device}>{nameOf(device)}</span> },
              {
                head: t('sessionAddress'),
                cellClass: 'whitespace-nowrap',
                cell: ({ address }) => address.replace(/^::ffff:/, ''),
              },
              {
                head: t('sessionSeen'),
                cellClass: 'whitespace-nowrap',
                cell: (session) => formatDateTime(session.last_seen_at, locale),
              },
              {
                cell: ({ id, current }) =>
                  current ? (
                    <MutedText>{t('sessionCurrent')}</MutedText>
                  ) : (
                    <Button
                      tone="quiet"
                      size="sm"
                      className="text-lose-text"
                      onClick={() => void end.run({ path: 'end', id })}
                    >
                      {t('sessionEnd')}
                    </Button>
                  ),
              },
            ]}
          />
          {!showsAll && status.sessions.length > FEW_SESSIONS && (
            <Button tone="outline" size="sm" className="self-start" onClick={() => setShowsAll(true)}>
              {officeText('more')}
            </Button>
          )}
        </Panel>
      )}
    </div>
  )
}

/** "Chrome, Linux"; an unknown one stays as the browser sent it. */
function nameOf(userAgent: string): string {
  const device = deviceName(userAgent)
  return device === null ? userAgent || '—' : `${device.browser}, ${device.system}`
}

type Codes = { recovery_codes: string[] }

/**
 * Turns one's own second factor on and off, and makes new recovery codes. It is inside Payload's form, which nothing
 * here may submit.
 */
function OwnTwoFactor({ status, onChange }: { status: SecurityStatus['two_factor']; onChange: () => void }) {
  const t = useTranslations('StaffAccess')
  const [task, setTask] = useState<TwoFactorTask | null>(null)
  const callTwoFactor = <T,>(name: string, body: object) => callStaffApi<T>(`/security/two-factor${name}`, body)
  const { secret, codes, fields, reset, submit } = useTwoFactorTask(
    task,
    {
      begin: (proof) => callTwoFactor('/begin', proof),
      enable: async (proof) => (await callTwoFactor<Codes>('/enable', proof)).recovery_codes,
      disable: (proof) => callTwoFactor('/disable', proof),
      renew: async (proof) => (await callTwoFactor<Codes>('/recovery-codes', proof)).recovery_codes,
    },
    () => begin(null),
  )
  const send = useStaffMutation(async (panel: Element | null) => {
    const value = (name: string) => panel?.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value ?? ''
    const isFirst = task === 'on' && secret === null
    await submit({ password: value('present'), code: value('code') })
    if (!isFirst) onChange()
  })

  function begin(which: TwoFactorTask | null): void {
    setTask(which)
    reset()
    send.clear()
  }

  const button = (which: TwoFactorTask, name: 'twoFactorTurnOn' | 'twoFactorTurnOff' | 'twoFactorRenew') => (
    <Button tone="outline" size="sm" onClick={() => begin(which)}>
      {t(name)}
    </Button>
  )
  return (
    <Panel
      title={t('codeTitle')}
      aria-label={t('codeTitle')}
      actions={
        <>
          {!status.enabled && button('on', 'twoFactorTurnOn')}
          {status.enabled && button('renew', 'twoFactorRenew')}
          {status.enabled && !status.required && button('off', 'twoFactorTurnOff')}
        </>
      }
    >
      <MutedText>
        {status.enabled ? t('twoFactorIsOn', { count: status.recovery_codes_left }) : t('twoFactorOff')}
        {status.required && `. ${t('twoFactorRequired')}`}
      </MutedText>
      {codes !== null && (
        <FocusedSection title={t('recoveryTitle')}>
          <p>{t('recoveryText')}</p>
          <RecoveryCodes codes={codes} texts={{ save: t('recoverySave'), fileName: 'recovery-codes.txt' }} />
          <Button size="sm" className="justify-self-start" onClick={() => begin(null)}>
            {t('recoveryDone')}
          </Button>
        </FocusedSection>
      )}
      {task !== null && codes === null && (
        <div
          data-step
          className="grid gap-4"
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
            event.preventDefault()
            void send.run(event.currentTarget)
          }}
        >
          <FailureNotice>{send.failure}</FailureNotice>
          {secret !== null && <AppSecret secret={secret} picture={t('enrolQr')} byHand={t('enrolSecret')} />}
          {fields.includes('password') && <PresentPasswordField autoFocus />}
          {fields.includes('code') && <CodeField label={t('codeLabel')} required autoFocus={task === 'on'} />}
          <div className="flex flex-wrap gap-2">
            <Button tone="outline" size="sm" onClick={() => begin(null)}>
              {t('cancel')}
            </Button>
            <Button
              size="sm"
              pending={send.pending}
              onClick={({ currentTarget }) => void send.run(currentTarget.closest('[data-step]'))}
            >
              {t('codeButton')}
            </Button>
          </div>
        </div>
      )}
    </Panel>
  )
}

/**
 * For administrators, who confirm with their password: turns a colleague's second factor off, with a reason, or removes
 * the account.
 */
export function OtherSecurity({ staffId }: { staffId: number }) {
  const t = useTranslations('StaffAccess')
  const router = useRouter()
  const { t: officeText } = useOfficeText()
  const [open, setOpen] = useState<'twoFactorReset' | 'removeStaff' | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const decision = useStaffMutation(async ({ present, reason = '' }: Partial<Record<string, string>>) => {
    const proof = { staff_id: staffId, password: present }
    if (open === 'removeStaff') {
      await callStaffApi('/security/remove', proof)
      return router.push('/office/staff')
    }
    setDone(
      (await callStaffApi<{ message: string }>('/security/reset-two-factor', { ...proof, reason: reason.trim() }))
        .message,
    )
    setOpen(null)
  })
  return (
    <Panel
      title={t('staffAccess')}
      actions={(['twoFactorReset', 'removeStaff'] as const).map((what) => (
        <Button
          key={what}
          tone="quiet"
          size="sm"
          className="text-lose-text"
          onClick={() => {
            setDone(null)
            setOpen(what)
          }}
        >
          {t(what)}
        </Button>
      ))}
    >
      {done !== null && <MutedText role="status">{done}</MutedText>}
      {open !== null && (
        <FormDialog
          title={t(open)}
          text={t(`${open}Text`)}
          verb={t(open)}
          cancel={officeText('keep')}
          danger
          pending={decision.pending}
          failure={decision.failure}
          onClose={() => {
            decision.clear()
            setOpen(null)
          }}
          onAnswer={decision.run}
        >
          <PresentPasswordField />
          {open === 'twoFactorReset' && <ReasonField draft={`two-factor-reset:${staffId}`} />}
        </FormDialog>
      )}
    </Panel>
  )
}

/** The password of the signed-in member of staff. */
function PresentPasswordField({ autoFocus }: { autoFocus?: boolean }) {
  const t = useTranslations('StaffAccess')
  return (
    <TextField
      label={t('currentPassword')}
      name="present"
      type="password"
      autoComplete="current-password"
      maxLength={200}
      autoFocus={autoFocus}
    />
  )
}
