import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import type { OnDone } from '@/components/cabinet/people/on-done'
import { RoleChoice, roleOf } from '@/components/cabinet/people/role-choice'
import { useApiMutation } from '@/components/forms/use-api-mutation'
import { FormDialog } from '@/components/forms/form-dialog'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { api } from '@/lib/api/browser'
import type { PersonRole } from '@/lib/contract/company'
import type { AccessRequest } from '@/lib/contract/people'
import { formatDateTime, formatPhone } from '@/lib/i18n/formats'

interface OpenDialog {
  decision: 'admit' | 'refuse'
  request: AccessRequest
}

/** People who asked to join the company. */
export function AccessRequests({ requests, onDone }: { requests: readonly AccessRequest[]; onDone: OnDone }) {
  const t = useTranslations('People')
  const locale = useLocale()
  const [open, setOpen] = useState<OpenDialog | null>(null)
  return (
    <Card>
      <CardHeader title={t('requests')} />
      <p className="pt-2 text-small text-soft">{t('requestsText')}</p>
      <ul className="grid grid-cols-[minmax(0,1fr)] pt-3">
        {requests.map((request) => (
          <li key={request.id} className="flex flex-wrap items-center gap-x-4 gap-y-3 border-t border-line py-4">
            <div className="min-w-0 flex-1 basis-64">
              <p className="break-words font-semibold">{request.name}</p>
              <p className="break-words text-small text-soft">
                {t('requestAt', {
                  email: request.email,
                  phone: formatPhone(request.phone),
                  at: formatDateTime(request.requested_at, locale),
                })}
              </p>
            </div>
            <div className="flex flex-wrap gap-2">
              <Button size="sm" tone="outline" onClick={() => setOpen({ decision: 'refuse', request })}>
                {t('refuse')}
              </Button>
              <Button size="sm" onClick={() => setOpen({ decision: 'admit', request })}>
                {t('admit')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {open && <AccessDialog {...open} onClose={() => setOpen(null)} onDone={onDone} />}
    </Card>
  )
}

function AccessDialog({ decision, request, onDone, onClose }: OpenDialog & { onDone: OnDone; onClose: () => void }) {
  const t = useTranslations('People')
  const { id, name } = request
  const isAdmission = decision === 'admit'
  const decide = useApiMutation(async (role: PersonRole) => {
    const { data } = await api.people.decideAccess(isAdmission ? { id, decision, role } : { id, decision })
    onClose()
    onDone(isAdmission ? t('admitted', { name }) : t('refused'), data)
  })
  return (
    <FormDialog
      title={t(`${decision}Title`, { name })}
      text={t(`${decision}Text`)}
      verb={t(decision)}
      danger={!isAdmission}
      pending={decide.pending}
      failure={decide.failure}
      onClose={onClose}
      onAnswer={(typed) => decide.run(roleOf(typed))}
    >
      {isAdmission && <RoleChoice name="role" defaultValue="viewer" />}
    </FormDialog>
  )
}
