import { useLocale, useTranslations } from 'next-intl'
import * as z from 'zod'
import type { OnDone } from '@/components/cabinet/people/on-done'
import { RoleChoice } from '@/components/cabinet/people/role-choice'
import { useApiMutation } from '@/components/forms/use-api-mutation'
import { FormDialog } from '@/components/forms/form-dialog'
import { FormProblem } from '@/components/forms/form-kit'
import { attemptForm, type FormAction, textsOf } from '@/components/forms/form-state'
import { useCheckedForm } from '@/components/forms/use-checked-form'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { EmailField } from '@/components/ui/field'
import { StatusNote } from '@/components/ui/notice'
import { api } from '@/lib/api/browser'
import { orNullIfNotFound } from '@/lib/api/problems'
import { email, personRole, type PersonRole } from '@/lib/contract/company'
import type { Invitation } from '@/lib/contract/people'
import { formatDateTime } from '@/lib/i18n/formats'

export function Invitations({ invitations, onDone }: { invitations: readonly Invitation[]; onDone: OnDone }) {
  const t = useTranslations('People')
  const locale = useLocale()
  const resend = useApiMutation(async (id: string) => {
    const invitation = invitations.find((each) => each.id === id)
    if (!invitation) return
    const answer = await api.people.invite({ email: invitation.email, role: invitation.role, lang: locale })
    onDone(t('invited', { email: invitation.email }), answer.data)
  })
  const withdraw = useApiMutation(async (id: string) => {
    // Another owner may have withdrawn it meanwhile, or an earlier attempt whose answer was lost.
    const answer = await orNullIfNotFound(api.people.withdrawInvitation({ id }))
    onDone(t('withdrawn'), (answer ?? (await api.people.list({}))).data)
  })
  return (
    <Card>
      <CardHeader title={t('invitations')} />
      <ul className="grid grid-cols-[minmax(0,1fr)] pt-3">
        {invitations.map((invitation) => (
          <li key={invitation.id} className="flex flex-wrap items-center gap-x-4 gap-y-3 border-t border-line py-4">
            <div className="min-w-0 flex-1 basis-64">
              <p className="break-all font-semibold">{invitation.email}</p>
              <p className="break-words text-small text-soft">
                {t('invitationText', {
                  role: t(`roles.${invitation.role}`),
                  by: invitation.invited_by,
                  until: formatDateTime(invitation.expires_at, locale),
                })}
              </p>
              {invitation.undelivered !== null && (
                <p className="text-small text-lose-text">{t(`undelivered.${invitation.undelivered}`)}</p>
              )}
            </div>
            <div className="flex flex-wrap gap-2">
              <Button
                size="sm"
                tone="outline"
                aria-label={t('againLabel', { email: invitation.email })}
                pending={resend.sending === invitation.id}
                onClick={() => void resend.run(invitation.id)}
              >
                {t('again')}
              </Button>
              <Button
                size="sm"
                tone="outline"
                aria-label={t('withdrawLabel', { email: invitation.email })}
                pending={withdraw.sending === invitation.id}
                onClick={() => void withdraw.run(invitation.id)}
              >
                {t('withdraw')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <StatusNote failure={resend.failure ?? withdraw.failure} done={null} />
    </Card>
  )
}

const inviteSchema = z.object({ email, role: personRole })

export function InviteDialog({ onClose, onDone }: { onClose: () => void; onDone: OnDone }) {
  const t = useTranslations('People')
  const locale = useLocale()
  const send: FormAction = (before, form) => {
    const typed = textsOf(form)
    return attemptForm(before, typed, async () => {
      const answer = await api.people.invite({ email: typed.email ?? '', role: typed.role as PersonRole, lang: locale })
      onClose()
      onDone(t('invited', { email: typed.email ?? '' }), answer.data)
      return { email: typed.email ?? '' }
    })
  }
  const checked = useCheckedForm<z.input<typeof inviteSchema>>(inviteSchema, send, {
    defaults: { email: '', role: 'trader' },
  })
  const { defaultValue: _typed, ...role } = checked.field('role')
  return (
    <FormDialog
      title={t('inviteTitle')}
      text={t('inviteText')}
      verb={t('send')}
      pending={checked.pending}
      pendingLabel={t('sending')}
      failure={<FormProblem problem={checked.state.problem} />}
      onClose={onClose}
      action={checked.send}
      onSubmit={checked.submit}
    >
      <EmailField label={t('documentsEmail')} autoComplete="off" {...checked.field('email')} />
      <RoleChoice {...role} defaultValue={checked.state.typed.role ?? 'trader'} />
    </FormDialog>
  )
}
