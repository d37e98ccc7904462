'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button, LinkButton } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { Checkbox } from '@/components/ui/field'
import { FailureNotice, Notice } from '@/components/ui/notice'
import { useResultFocus } from '@/components/ui/removed-focus'
import { useUser } from '@/components/session/session-user'
import { api } from '@/lib/api/browser'
import type { DeletionStatus } from '@/lib/contract/personal-data'
import { formatDateTime } from '@/lib/i18n/formats'
import { CannotNow } from '@/components/cabinet/cannot-now'
import { DraftTextArea } from '@/components/forms/draft-text-area'
import { FormDialog } from '@/components/forms/form-dialog'
import { OwnPasswordField } from '@/components/forms/password-field'
import { useApiMutation } from '@/components/forms/use-api-mutation'

function ExportData() {
  const t = useTranslations('PersonalData')
  const [isOpen, setOpen] = useState(false)
  const [address, setAddress] = useState<string | null>(null)
  const mutation = useApiMutation(async (password: string) => {
    setAddress((await api.personalData.export({ password })).data.url)
    setOpen(false)
  })
  const result = useResultFocus<HTMLDivElement>(address)
  return (
    <>
      <div ref={result} tabIndex={-1} className="flex flex-wrap items-center gap-3 outline-none">
        {address === null ? (
          <Button tone="outline" onClick={() => setOpen(true)}>
            {t('export')}
          </Button>
        ) : (
          <LinkButton href={address} download>
            {t('download')}
          </LinkButton>
        )}
        <span role="status" className="text-small font-medium text-go-text">
          {address !== null && t('ready')}
        </span>
      </div>
      {isOpen && (
        <FormDialog
          title={t('exportTitle')}
          text={t('exportDialog')}
          verb={t('export')}
          pending={mutation.pending}
          failure={mutation.failure}
          onClose={() => {
            mutation.clear()
            setOpen(false)
          }}
          onAnswer={({ password = '' }) => mutation.run(password)}
        >
          <OwnPasswordField />
        </FormDialog>
      )}
    </>
  )
}

function Deletions({ status: initial }: { status: DeletionStatus }) {
  const t = useTranslations('PersonalData')
  const locale = useLocale()
  const [{ request, blockers }, setStatus] = useState(initial)
  const [isOpen, setOpen] = useState(false)
  const user = useUser()
  const isOwner = (user?.role ?? 'owner') === 'owner'
  const requestDeletion = useApiMutation(
    async (entry: { password: string; comment: string; scope: 'company' | 'person' }) => {
      const { data } = await api.personalData.requestDeletion({
        password: entry.password,
        scope: entry.scope,
        ...(entry.comment && { comment: entry.comment }),
      })
      setStatus(data)
      setOpen(false)
    },
  )
  const withdraw = useApiMutation(async () => {
    await api.personalData.withdrawDeletion({})
    setStatus((await api.personalData.deletionStatus({})).data)
  })

  const result = useResultFocus<HTMLDivElement>(request?.status)

  if (request?.status === 'waiting') {
    return (
      <div ref={result} tabIndex={-1} className="grid justify-items-start gap-3 outline-none">
        <Notice tone="wait" role="status">
          <p className="numbers font-medium">{t('waiting', { date: formatDateTime(request.requested_at, locale) })}</p>
        </Notice>
        <FailureNotice>{withdraw.failure}</FailureNotice>
        <Button tone="outline" pending={withdraw.pending} onClick={() => void withdraw.run(undefined)}>
          {t('withdraw')}
        </Button>
      </div>
    )
  }
  return (
    <div ref={result} tabIndex={-1} className="grid justify-items-start gap-3 outline-none">
      {request?.status === 'withdrawn' && (
        <p role="status" className="text-small font-medium">
          {t('withdrawn')}
        </p>
      )}
      {request?.status === 'refused' && (
        <Notice tone="lose">
          <p className="numbers font-medium">
            {t('refused', {
              date: formatDateTime(request.decided_at ?? request.requested_at, locale),
              reason: request.reason ?? '',
            })}
          </p>
        </Notice>
      )}
      {isOwner && <CannotNow title={t('blocked')} reasons={blockers.map((blocker) => t(`blockers.${blocker}`))} />}
      {(blockers.length === 0 || !isOwner) && (
        <Button tone="outline" onClick={() => setOpen(true)}>
          {t('ask')}
        </Button>
      )}
      {isOpen && (
        <FormDialog
          title={t('askTitle')}
          text={t('askText')}
          verb={t('send')}
          danger
          pending={requestDeletion.pending}
          failure={requestDeletion.failure}
          onClose={() => {
            requestDeletion.clear()
            setOpen(false)
          }}
          onAnswer={({ password = '', comment = '', only_me: onlyMe }) =>
            requestDeletion.run({
              password,
              comment: comment.trim(),
              scope: onlyMe === 'on' || !isOwner ? 'person' : 'company',
            })
          }
        >
          <OwnPasswordField />
          {isOwner && <Checkbox name="only_me" label={t('onlyMe')} />}
          <DraftTextArea name="comment" label={t('comment')} maximum={2000} draft={`deletion-comment:${user?.id}`} />
        </FormDialog>
      )}
    </div>
  )
}

export function PersonalData({ deletion }: { deletion: DeletionStatus }) {
  const t = useTranslations('PersonalData')
  return (
    <Card aria-labelledby="personal-data">
      <CardHeader id="personal-data" title={t('title')} />
      <p className="pb-4 pt-1 text-small text-soft">{t('exportText')}</p>
      <ExportData />
      <h3 className="mt-6 border-t border-line pt-5 font-semibold">{t('deletionTitle')}</h3>
      <p className="pb-4 pt-1 text-small text-soft">{t('deletionText')}</p>
      <Deletions status={deletion} />
    </Card>
  )
}
