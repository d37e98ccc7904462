import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import * as z from 'zod'
import type { OnDone } from '@/components/cabinet/people/on-done'
import { useApiMutation } from '@/components/forms/use-api-mutation'
import { FormDialog } from '@/components/forms/form-dialog'
import { FormProblem } from '@/components/forms/form-kit'
import { attemptForm, type FormAction, textsOf } from '@/components/forms/form-state'
import { useCheckedForm } from '@/components/forms/use-checked-form'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { EmailField } from '@/components/ui/field'
import { api } from '@/lib/api/browser'
import { email } from '@/lib/contract/company'
import type { People } from '@/lib/contract/people'
import { formatDateTime } from '@/lib/i18n/formats'

interface DocumentsAddressProps {
  people: People
  isOwner: boolean
  onDone: OnDone
}

/** Where the company's documents are sent. */
export function DocumentsAddress({ people, isOwner, onDone }: DocumentsAddressProps) {
  const t = useTranslations('People')
  const locale = useLocale()
  const [isOpen, setOpen] = useState(false)
  const { documents_email: address, documents_email_refused_since: refusedSince } = people
  return (
    <Card>
      <CardHeader
        title={t('documentsEmailTitle')}
        aside={
          isOwner && (
            <Button size="sm" tone="outline" onClick={() => setOpen(true)}>
              {t('change')}
            </Button>
          )
        }
      />
      <p className="pt-2 text-small text-soft">{t('documentsEmailText')}</p>
      <p className="break-all pt-2 font-semibold">{address ?? t('documentsEmailNone')}</p>
      {refusedSince !== null && (
        <p className="text-small text-lose-text">
          {t('emailRefused', { since: formatDateTime(refusedSince, locale) })}
        </p>
      )}
      {isOpen && <DocumentsAddressDialog address={address} onClose={() => setOpen(false)} onDone={onDone} />}
    </Card>
  )
}

const documentsSchema = z.object({ email })

interface DialogProps {
  address: string | null
  onClose: () => void
  onDone: OnDone
}

function DocumentsAddressDialog({ address, onClose, onDone }: DialogProps) {
  const t = useTranslations('People')
  const save: FormAction = (before, form) => {
    const typed = textsOf(form)
    return attemptForm(before, typed, async () => {
      const { data } = await api.people.setDocumentsEmail({ email: typed.email ?? '' })
      onClose()
      onDone(t('documentsEmailSaved'), data)
      return { email: typed.email ?? '' }
    })
  }
  const checked = useCheckedForm<z.input<typeof documentsSchema>>(documentsSchema, save, {
    defaults: { email: address ?? '' },
  })
  const remove = useApiMutation(async () => {
    const { data } = await api.people.setDocumentsEmail({ email: null })
    onClose()
    onDone(t('documentsEmailRemoved'), data)
  })
  return (
    <FormDialog
      title={t('documentsEmailTitle')}
      text={t('documentsEmailText')}
      verb={t('save')}
      pending={checked.pending}
      failure={remove.failure ?? <FormProblem problem={checked.state.problem} />}
      onClose={onClose}
      action={checked.send}
      onSubmit={checked.submit}
    >
      <EmailField label={t('documentsEmail')} autoComplete="off" {...checked.field('email')} />
      {address !== null && (
        <Button
          size="sm"
          tone="outline"
          className="justify-self-start"
          pending={remove.pending}
          onClick={() => void remove.run()}
        >
          {t('documentsEmailRemove')}
        </Button>
      )}
    </FormDialog>
  )
}
