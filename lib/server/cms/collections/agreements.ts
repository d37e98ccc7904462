import type { CollectionConfig, DateField } from 'payload'
import { TRADE_ROLES, hiddenExcept, nobody, only } from '@/lib/server/cms/access'
import { decimalField } from '@/lib/server/cms/fields/field-kit'
import { auditChange } from '@/lib/server/cms/hooks/audit-change'
import { names, words, type Words } from '@/lib/server/cms/words'

function day(name: string, label: Words): DateField {
  return {
    name,
    type: 'date',
    label,
    admin: { width: '50%', date: { pickerAppearance: 'dayOnly', displayFormat: 'dd.MM.yyyy' } },
  }
}

const never = { update: nobody }

/** One agreement a winner, made by completing an auction (R8.2); nobody edits its numbers afterwards (R8.1). */
export const Agreements: CollectionConfig = {
  slug: 'agreements',
  labels: names(words('Договір', 'Agreement', 'Договор'), words('Договори', 'Agreements', 'Договоры')),
  defaultSort: '-createdAt',
  admin: {
    useAsTitle: 'number',
    defaultColumns: ['number', 'company', 'quantity', 'price', 'sum', 'ends_on', 'status'],
    group: words('Торги', 'Trade', 'Торги'),
    components: { beforeListTable: ['@/app/(cms)/office/requests/export-tables#ExportAgreements'] },
    hidden: hiddenExcept(TRADE_ROLES),
  },
  access: { create: only(TRADE_ROLES), read: only(TRADE_ROLES), update: only(TRADE_ROLES), delete: nobody },
  hooks: { afterChange: [auditChange] },
  indexes: [{ fields: ['auction', 'company'], unique: true }],
  fields: [
    {
      name: 'number',
      type: 'text',
      required: true,
      unique: true,
      access: never,
      label: words('Номер', 'Number', 'Номер'),
    },
    { name: 'name', type: 'text', required: true, localized: true, label: words('Назва', 'Name', 'Название') },
    { name: 'product', type: 'text', required: true, localized: true, label: words('Продукт', 'Product', 'Продукт') },
    {
      type: 'row',
      fields: [
        {
          name: 'company',
          type: 'relationship',
          relationTo: 'companies',
          required: true,
          index: true,
          access: never,
          label: words('Компанія', 'Company', 'Компания'),
          admin: { width: '50%' },
        },
        {
          name: 'auction',
          type: 'relationship',
          relationTo: 'auctions',
          index: true,
          access: never,
          label: words('Аукціон', 'Auction', 'Аукцион'),
          admin: { width: '50%' },
        },
      ],
    },
    {
      type: 'row',
      fields: [
        {
          ...decimalField({ name: 'quantity', places: 3, label: words('Обсяг', 'Volume', 'Объём') }),
          access: never,
        },
        {
          ...decimalField({
            name: 'price',
            places: 2,
            label: words('Ціна (грн з ПДВ)', 'Price (UAH incl. VAT)', 'Цена (грн с НДС)'),
          }),
          access: never,
        },
      ],
    },
    {
      type: 'row',
      fields: [
        {
          ...decimalField({
            name: 'sum',
            places: 2,
            digits: 18,
            label: words('Сума (грн з ПДВ)', 'Total (UAH incl. VAT)', 'Сумма (грн с НДС)'),
          }),
          access: never,
        },
        decimalField({
          name: 'deposit',
          places: 2,
          digits: 18,
          required: false,
          label: words('Гарантійний внесок (грн)', 'Deposit (UAH)', 'Гарантийный взнос (грн)'),
        }),
      ],
    },
    {
      type: 'row',
      fields: [
        day('starts_on', words('Діє з', 'In force from', 'Действует с')),
        day('ends_on', words('Діє до', 'In force until', 'Действует до')),
      ],
    },
    {
      name: 'status',
      type: 'select',
      required: true,
      defaultValue: 'current',
      index: true,
      label: words('Стан', 'Status', 'Состояние'),
      admin: { position: 'sidebar' },
      options: [
        { value: 'current', label: words('Чинний', 'Current', 'Действующий') },
        { value: 'archived', label: words('Архівний', 'Archived', 'Архивный') },
      ],
    },
  ],
}
