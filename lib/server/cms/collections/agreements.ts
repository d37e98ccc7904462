import type { CollectionConfig } from 'payload'
import { TRADE_ROLES, nobody, openTo } from '@/lib/server/cms/access'
import { tradeMenu } from '@/lib/server/cms/collections/common'
import {
  day,
  localizedText,
  names,
  relationship,
  row,
  select,
  sidebar,
  text,
  words,
} from '@/lib/server/cms/fields/basic-fields'
import { decimalField } from '@/lib/server/cms/fields/field-kit'
import { auditChange } from '@/lib/server/cms/hooks/audit-change'

const access = { update: nobody }

/** One agreement a winner, made by completing an auction (R8.2); nobody edits its numbers afterwards (R8.1). */
export const Agreements: CollectionConfig = {
  slug: 'agreements',
  labels: names(words('Договір', 'Agreement', 'Договор'), words('Договори', 'Agreements', 'Договоры')),
  defaultSort: '-createdAt',
  admin: {
    useAsTitle: 'number',
    defaultColumns: ['number', 'company', 'quantity', 'price', 'sum', 'ends_on', 'status'],
    components: { beforeListTable: ['@/app/(cms)/office/requests/export-tables#ExportAgreements'] },
    ...tradeMenu,
  },
  access: { ...openTo(TRADE_ROLES), delete: nobody },
  hooks: { afterChange: [auditChange] },
  indexes: [{ fields: ['auction', 'company'], unique: true }],
  fields: [
    text('number', words('Номер', 'Number', 'Номер'), { unique: true, access }),
    localizedText('name', words('Назва', 'Name', 'Название')),
    localizedText('product', words('Продукт', 'Product', 'Продукт')),
    row(
      relationship('company', 'companies', words('Компанія', 'Company', 'Компания'), {
        required: true,
        index: true,
        access,
      }),
      relationship('auction', 'auctions', words('Аукціон', 'Auction', 'Аукцион'), { index: true, access }),
    ),
    row(
      decimalField({ name: 'quantity', places: 3, access, label: words('Обсяг', 'Volume', 'Объём') }),
      decimalField({
        name: 'price',
        places: 2,
        access,
        label: words('Ціна (грн з ПДВ)', 'Price (UAH incl. VAT)', 'Цена (грн с НДС)'),
      }),
    ),
    row(
      decimalField({
        name: 'sum',
        places: 2,
        digits: 18,
        access,
        label: words('Сума (грн з ПДВ)', 'Total (UAH incl. VAT)', 'Сумма (грн с НДС)'),
      }),
      decimalField({
        name: 'deposit',
        places: 2,
        digits: 18,
        required: false,
        label: words('Гарантійний внесок (грн)', 'Deposit (UAH)', 'Гарантийный взнос (грн)'),
      }),
    ),
    row(
      day('starts_on', words('Діє з', 'In force from', 'Действует с')),
      day('ends_on', words('Діє до', 'In force until', 'Действует до')),
    ),
    select(
      'status',
      words('Стан', 'Status', 'Состояние'),
      {
        current: words('Чинний', 'Current', 'Действующий'),
        archived: words('Архівний', 'Archived', 'Архивный'),
      },
      { defaultValue: 'current', index: true, admin: sidebar },
    ),
  ],
}
