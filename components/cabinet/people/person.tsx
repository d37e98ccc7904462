import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import type { OnDone } from '@/components/cabinet/people/on-done'
import { RoleChoice, roleOf } from '@/components/cabinet/people/role-choice'
import { useApiMutation } from '@/components/forms/use-api-mutation'
import { FormDialog } from '@/components/forms/form-dialog'
import { Button } from '@/components/ui/button'
import { Pill } from '@/components/ui/pill'
import { api } from '@/lib/api/browser'
import { orNullIfNotFound } from '@/lib/api/problems'
import type { PersonRole } from '@/lib/contract/company'
import type { People, Person } from '@/lib/contract/people'
import { formatDateTime, formatPhone } from '@/lib/i18n/formats'

interface PersonProps {
  person: Person
  people: People
  onDone: OnDone
}

export function PersonRow({ person, people, isOwner, onDone }: PersonProps & { isOwner: boolean }) {
  const t = useTranslations('People')
  const locale = useLocale()
  const { name, self } = person
  const [open, setOpen] = useState<'role' | 'remove' | null>(null)

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 border-t border-line py-4">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          <span className="break-words">{name}</span>
          <Pill tone={person.role === 'viewer' ? 'plan' : 'go'}>{t(`roles.${person.role}`)}</Pill>
          {self && <Pill tone="plan">{t('you')}</Pill>}
          {person.deactivated && <Pill tone="lose">{t('suspended')}</Pill>}
        </p>
        <p className="break-words text-small text-soft">
          {person.email} · <span className="numbers">{formatPhone(person.phone)}</span>
        </p>
        {person.email_refused_since !== null && (
          <p className="text-small text-lose-text">
            {t('emailRefused', { since: formatDateTime(person.email_refused_since, locale) })}
          </p>
        )}
        {person.second_factor !== null && (
          <p className="numbers text-small text-soft">
            {person.signed_in_at === null
              ? t('neverSignedIn')
              : t('lastSignIn', { at: formatDateTime(person.signed_in_at, locale) })}{' '}
            · {t('secondFactor', { on: String(person.second_factor) })}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {isOwner && (
          <Button size="sm" tone="outline" aria-label={t('changeRoleLabel', { name })} onClick={() => setOpen('role')}>
            {t('changeRole')}
          </Button>
        )}
        {(isOwner || self) && (
          <Button
            size="sm"
            tone="outline"
            aria-label={self ? undefined : t('removeLabel', { name })}
            onClick={() => setOpen('remove')}
          >
            {t(self ? 'leave' : 'remove')}
          </Button>
        )}
      </div>
      {open === 'role' && <RoleDialog person={person} people={people} onDone={onDone} onClose={() => setOpen(null)} />}
      {open === 'remove' && (
        <RemovePersonDialog person={person} people={people} onDone={onDone} onClose={() => setOpen(null)} />
      )}
    </li>
  )
}

type DialogProps = PersonProps & { onClose: () => void }

function RoleDialog({ person, onDone, onClose }: DialogProps) {
  const t = useTranslations('People')
  const change = useApiMutation(async (role: PersonRole) => {
    const { data } = await api.people.changeRole({ id: person.id, role })
    onClose()
    onDone(t('roleChanged'), data)
  })
  return (
    <FormDialog
      title={t('changeRoleTitle', { name: person.name })}
      verb={t('save')}
      pending={change.pending}
      failure={change.failure}
      onClose={onClose}
      onAnswer={(typed) => change.run(roleOf(typed))}
    >
      <RoleChoice name="role" defaultValue={person.role} />
    </FormDialog>
  )
}

function RemovePersonDialog({ person, people, onDone, onClose }: DialogProps) {
  const t = useTranslations('People')
  const action = person.self ? 'leave' : 'remove'
  const remove = useApiMutation(async () => {
    await orNullIfNotFound(api.people.remove({ id: person.id }))
    const others = people.list.filter(({ id }) => id !== person.id)
    onClose()
    onDone(t('removed', { name: person.name }), { ...people, list: others })
  })
  return (
    <FormDialog
      title={t(`${action}Title`, { name: person.name })}
      text={t(`${action}Text`)}
      verb={t(action)}
      danger
      pending={remove.pending}
      failure={remove.failure}
      onClose={onClose}
      onAnswer={() => remove.run()}
    />
  )
}
