'use client'

import * as z from 'zod'
import { FaultNotice, MutedText } from '@/components/office/kit'
import { useOfficeText } from '@/components/office/office-text'
import { useOfficeQuery } from '@/components/office/queries'
import { type RecordField, RecordForm } from '@/components/office/record-form'
import { readRecord } from '@/components/office/records'

/** The owner's name, phone, email and language are changed in the account. */
const FIELDS = [
  { name: 'company_name', label: 'fullName', kind: 'text', rows: 2 },
  { name: 'company_short_name', label: 'shortName' },
  {
    name: 'auction_kind',
    label: 'auctionKind',
    kind: 'choice',
    options: { gas_condensate: 'kind_gas_condensate', natural_gas: 'kind_natural_gas', all: 'kind_all' },
  },
  { name: 'edrpou', label: 'edrpou' },
  { name: 'eic', label: 'eic' },
  { name: 'iban', label: 'iban' },
  { name: 'tax_number', label: 'taxNumber' },
  { name: 'bank', label: 'bank' },
  { name: 'address', label: 'address' },
  { name: 'signatory', label: 'signatory' },
  { name: 'authority', label: 'authority' },
] as const satisfies readonly RecordField[]

const text = z.string().nullish()

const company = z.object({
  id: z.int(),
  updatedAt: z.string(),
  company_name: text,
  company_short_name: text,
  auction_kind: text,
  edrpou: text,
  eic: text,
  iban: text,
  tax_number: text,
  bank: text,
  address: text,
  signatory: text,
  authority: text,
})

/** A company's own data and what its agreements print. */
export function CompanyForm({ id }: { id: number }) {
  const { t, locale } = useOfficeText()
  const { data, fault, refetch } = useOfficeQuery(['company form', id], () =>
    readRecord('companies', id, company, locale),
  )
  if (!data)
    return fault ? <FaultNotice fault={fault} onRetry={refetch} /> : <MutedText role="status">{t('loading')}</MutedText>
  return (
    <>
      <MutedText>{t('companyFormHint')}</MutedText>
      <RecordForm
        collection="companies"
        record={data}
        fields={FIELDS}
        values={Object.fromEntries(FIELDS.map(({ name }) => [name, data[name] ?? '']))}
      />
    </>
  )
}
