'use client'

import { useTranslations } from 'next-intl'
import type { ComponentProps } from 'react'
import { RadioChoice } from '@/components/forms/radio-choice'
import { TextField } from '@/components/ui/field'

type Field = (name: 'company_name' | 'company_short_name' | 'edrpou' | 'eic') => ComponentProps<'input'> & { error?: string }

/** Which company it is: what a manager confirms. */
export function CompanyFields({ field }: { field: Field }) {
  const t = useTranslations('Register')
  return (
    <>
      <TextField label={t('company_name')} hint={t('company_nameHint')} autoComplete="organization" required maxLength={300} {...field('company_name')} />
      <TextField label={t('company_short_name')} required maxLength={150} {...field('company_short_name')} />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField label={t('edrpou')} hint={t('edrpouHint')} inputMode="numeric" autoComplete="off" required className="numbers" {...field('edrpou')} />
        <TextField label={t('eic')} hint={t('eicHint')} autoComplete="off" autoCapitalize="characters" spellCheck={false} required className="numbers" {...field('eic')} />
      </div>
    </>
  )
}

type PersonField = (name: 'surname' | 'name' | 'patronymic' | 'phone') => ComponentProps<'input'> & { error?: string }

/** Who acts for the company. */
export function PersonFields({ field }: { field: PersonField }) {
  const t = useTranslations('Register')
  return (
    <>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField label={t('surname')} autoComplete="family-name" required maxLength={100} {...field('surname')} />
        <TextField label={t('name')} autoComplete="given-name" required maxLength={100} {...field('name')} />
      </div>
      <TextField label={t('patronymic')} hint={t('patronymicHint')} autoComplete="additional-name" maxLength={100} {...field('patronymic')} />
      <TextField label={t('phone')} type="tel" inputMode="tel" autoComplete="tel" placeholder="+380" required className="numbers" {...field('phone')} />
    </>
  )
}

type TradeField = (name: 'iban' | 'auction_kind') => ComponentProps<'input'> & { error?: string }

/** Where the company's money comes from, and what it buys. */
export function TradeFields({ field, kind }: { field: TradeField; kind?: string }) {
  const t = useTranslations('Register')
  const { defaultValue, ...choice } = field('auction_kind')
  return (
    <>
      <TextField label={t('iban')} hint={t('ibanHint')} autoComplete="off" autoCapitalize="characters" spellCheck={false} required className="numbers" {...field('iban')} />
      <RadioChoice
        legend={t('auction_kind')}
        options={(['gas_condensate', 'natural_gas', 'all'] as const).map((value) => ({ value, label: t(`kinds.${value}`) }))}
        {...choice}
        defaultValue={typeof defaultValue === 'string' ? defaultValue : kind}
      />
    </>
  )
}
