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
import { textDraft } from '@/lib/browser/storage'
import type { DeletionStatus } from '@/lib/contract/personal-data'
import { formatDateTime } from '@/lib/i18n/formats'
import { PasswordDialog } from './profile-dialogs'
import { LimitedTextArea } from '@/components/forms/form-kit'
import { useApiMutation } from '@/components/forms/use-api-mutation'

function ExportData() {
  const t = useTranslations('PersonalData')
  const [asking, setAsking] = useState(false)
  const [address, setAddress] = useState<string | null>(null)
  const mutation = useApiMutation(async (password: string) => {
    setAddress((await api.personalData.export({ password })).data.url)
    setAsking(false)
  })
  const result = useResultFocus<HTMLDivElement>(address)
  return (
    <>
      <div ref={result} tabIndex={-1} className="flex flex-wrap items-center gap-3 outline-none">
        {address === null ? (
          <Button tone="outline" onClick={() => setAsking(true)}>
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
      {asking && (
        <PasswordDialog
          title={t('exportTitle')}
          text={t('exportDialog')}
          verb={t('export')}
          pending={mutation.pending}
          failure={mutation.failure}
          onClose={() => {
            mutation.clear()
            setAsking(false)
          }}
          onSubmit={({ password }) => void mutation.run(password)}
        />
      )}
    </>
  )
}

function Deletions({ status: initial }: { status: DeletionStatus }) {
  const t = useTranslations('PersonalData')
  const locale = useLocale()
  const [{ request, blockers }, setStatus] = useState(initial)
  /** The initial comment; null while the dialog is closed. */
  const [asking, setAsking] = useState<string | null>(null)
  const commentDraft = textDraft(`deletion-comment:${useUser()?.id}`)
  const isOwner = (useUser()?.role ?? 'owner') === 'owner'
  const requestDeletion = useApiMutation(
    async (entry: { password: string; comment: string; scope: 'company' | 'person' }) => {
      const { data } = await api.personalData.requestDeletion({
        password: entry.password,
        scope: entry.scope,
        ...(entry.comment && { comment: entry.comment }),
      })
      setStatus(data)
      close()
    },
  )
  const withdraw = useApiMutation(async () => {
    await api.personalData.withdrawDeletion({})
    setStatus((await api.personalData.deletionStatus({})).data)
  })

  const result = useResultFocus<HTMLDivElement>(request?.status)

  function close(): void {
    commentDraft.save('')
    setAsking(null)
  }

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
      {isOwner &&
        blockers.map((blocker) => (
          <p key={blocker} className="text-small font-medium">
            {t(`blockers.${blocker}`)}
          </p>
        ))}
      {(blockers.length === 0 || !isOwner) && (
        <Button tone="outline" onClick={() => setAsking(commentDraft.read())}>
          {t('ask')}
        </Button>
      )}
      {asking !== null && (
        <PasswordDialog
          title={t('askTitle')}
          text={t('askText')}
          verb={t('send')}
          danger
          pending={requestDeletion.pending}
          failure={requestDeletion.failure}
          onClose={() => {
            requestDeletion.clear()
            close()
          }}
          onSubmit={({ password, comment = '', only_me: onlyMe }) =>
            void requestDeletion.run({
              password,
              comment: comment.trim(),
              scope: onlyMe === 'on' || !isOwner ? 'person' : 'company',
            })
          }
        >
          {isOwner && <Checkbox name="only_me" label={t('onlyMe')} />}
          <LimitedTextArea
            name="comment"
            label={t('comment')}
            maximum={2000}
            defaultValue={asking}
            onInput={(event) => commentDraft.save(event.currentTarget.value)}
          />
        </PasswordDialog>
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
