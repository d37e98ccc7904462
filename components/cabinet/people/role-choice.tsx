import { useTranslations } from 'next-intl'
import { RadioChoice } from '@/components/forms/company-fieldset'
import { personRole, type PersonRole } from '@/lib/contract/company'

export function RoleChoice(input: { name?: string; defaultValue: string }) {
  const t = useTranslations('People')
  return (
    <RadioChoice
      legend={t('role')}
      options={personRole.options.map((value) => ({
        value,
        label: `${t(`roles.${value}`)}. ${t(`rolesText.${value}`)}`,
      }))}
      {...input}
    />
  )
}

/** The chosen role; the one with the fewest rights if there is none. */
export function roleOf({ role }: Partial<Record<string, string>>): PersonRole {
  return personRole.catch('viewer').parse(role)
}
